import { expect, test } from '@jest/globals';
import { exclusiveChoices, isExcluded } from '../../../src/access/chains/exclusive-choices.ts';

const isApart = (one: string, other: string): boolean => isExcluded(one, new Map([[other, true]]));

test.each([
  ['^/a/', '^/b/'],
  ['^/a/', '^/ab'],
  ['^/a/.*\\.php$', '^/b(/|$)'],
  ['^/v1\\.0/', '^/v1\\.1/'],
])('no address matches %s and %s', (one, other) => {
  expect(isApart(`address ${one}`, `address ${other}`)).toBe(true);
  expect(isApart(`address ${other}`, `address ${one}`)).toBe(true);
});

test.each([
  ['^/a/', '^/a/b/'],
  ['^/a/', '^/a/'],
  ['^/a/', '/b/'],
  ['^/a/', '^/.*/b/'],
  ['^/a/|^/b/', '^/c/'],
  ['^/a?', '^/b'],
  ['(?i)^/a/', '^/B/'],
  // An address may match the one before its slashes are merged, and the other behind that.
  ['^/a//', '^/a/b/'],
])('one address may match %s and %s', (one, other) => {
  expect(isApart(`address ${one}`, `address ${other}`)).toBe(false);
  expect(isApart(`address ${other}`, `address ${one}`)).toBe(false);
});

test('a pattern that does not match excludes none', () => {
  expect(isExcluded('address ^/a/', new Map([['address ^/b/', false]]))).toBe(false);
  expect(isExcluded('address ^/a/', new Map())).toBe(false);
});

test('patterns for files and folders exclude none: an index file may take over what its folder matched', () => {
  expect(isApart('path ^/srv/a/', 'path ^/srv/b/')).toBe(false);
  expect(isApart('file ^a', 'file ^b')).toBe(false);
  expect(isApart('target* ^/a/', 'target* ^/b/')).toBe(false);
});

test('of patterns that begin alike the longest exclude each other', () => {
  const choices = ['^/', '^/a/', '^/a/x', '^/b/', 'c', '^/a/x.*y'].map((pattern) => `address ${pattern}`);
  const found = [...exclusiveChoices([...choices, 'file ^/d/'])];
  expect(found).toHaveLength(2);
  expect(found).toContain('address ^/b/');
});

test('one alone excludes none', () => {
  expect(exclusiveChoices(['address ^/a/', 'address ^/a/b/', 'address x'])).toEqual(new Set());
});
