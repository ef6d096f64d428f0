import { expect, test } from '@jest/globals';
import { exclusiveChoices } from '../../../src/access/chains/exclusive-choices.ts';

const found = (...choices: readonly string[]) => [...exclusiveChoices(choices)].toSorted();

test.each([
  ['^/a/', '^/b/'],
  ['^/a/', '^/ab'],
  ['^/a/.*\\.php$', '^/b(/|$)'],
  ['^/v1\\.0/', '^/v1\\.1/'],
])('no address matches %s and %s', (one, other) => {
  const choices = [`address ${one}`, `address ${other}`];
  expect(found(...choices)).toEqual(choices.toSorted());
  expect(found(...choices.toReversed())).toEqual(choices.toSorted());
});

test.each([
  ['^/a/', '^/a/b/'],
  ['^/a/.', '^/a/[bc]'],
  ['^/a/', '/b/'],
  ['^/a/', '^/.*/b/'],
  ['^/a/|^/b/', '^/c/'],
  ['^/a?', '^/b'],
  ['(?i)^/a/', '^/B/'],
  // An address may match the one before its slashes are merged, and the other behind that.
  ['^/a//', '^/a/b/'],
])('one address may match %s and %s', (one, other) => {
  expect(found(`address ${one}`, `address ${other}`)).toEqual([]);
});

test('patterns for files, folders and proxied addresses exclude none: an index file may take over what its folder matched', () => {
  expect(found('path ^/srv/a/', 'path ^/srv/b/')).toEqual([]);
  expect(found('file ^a', 'file ^b')).toEqual([]);
  expect(found('target* ^/a/', 'target* ^/b/')).toEqual([]);
});

test('of patterns that begin each other the longest counts, and one of those that begin alike', () => {
  const choices = ['^/', '^/a/', '^/a/x', '^/b/', 'c', '^/a/x.*y'].map((pattern) => `address ${pattern}`);
  const longest = ['address ^/a/x.*y', 'address ^/b/'];
  expect(found(...choices, 'file ^/d/')).toEqual(longest);
  expect(found('file ^/d/', ...choices.toReversed())).toEqual(longest);
});

test('one alone excludes none', () => {
  expect(found('address ^/a/', 'address ^/a/b/', 'address x')).toEqual([]);
});
