import { expect, test } from '@jest/globals';
import { exclusiveChoices } from '../../../src/access/chains/exclusive-choices.ts';

const found = (...choices: readonly string[]) => [...exclusiveChoices(choices, true)].toSorted();

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
  ['^/a/|/b/', '^/c/'],
  ['^/a/(?i)x|^/b/', '^/B/'],
  ['^/a?', '^/b'],
  ['(?i)^/a/', '^/B/'],
  // An address may match the one before its slashes are merged, and the other behind that.
  ['^/a//', '^/a/b/'],
])('one address may match %s and %s', (one, other) => {
  expect(found(`address ${one}`, `address ${other}`)).toEqual([]);
});

test.each([
  ['\\.a$', '\\.b$'],
  ['/x$', '/y\\.x$'],
  ['^/a/.*\\.php$', '^/a/.*\\.html$'],
  ['(a|b)\\.[ab]c$', 'a$'],
  ['\\.(a|b)$', '\\.(?:c|d)$'],
  ['\\.(a|b)$', '[ab]c$'],
  ['\\.a$|\\.b$', '\\.c$'],
])('no address matches %s and %s, whose ends are written out', (one, other) => {
  const choices = [`address ${one}`, `address ${other}`];
  expect(found(...choices)).toEqual(choices.toSorted());
  expect(found(...choices.toReversed())).toEqual(choices.toSorted());
});

test.each([
  ['\\.a$', 'b\\.a$'],
  ['\\.a$', '\\.b'],
  ['\\.a$', '\\.b?$'],
  ['\\.a$', '\\.b\\$'],
  ['\\.a$', '\\.[b$]'],
  ['\\.a$', '\\.a$|\\.b$'],
  ['(?i)\\.A$', '\\.a$'],
  ['\\.a$', '\\Q.b$'],
  ['\\.(a|b)$', '\\.(b|c)$'],
  ['\\.(a|)$', 'x\\.$'],
  ['\\.(a|b)?$', 'x$'],
  ['\\.((a|x)|b)$', 'x$'],
  ['\\.(a|b|[cx])$', 'x$'],
  ['(?i:\\.a)$|\\.b$', '\\.B$'],
  ['x(*ACCEPT)a$', '\\.b$'],
  ['x$', '//y$'],
])('one address may match %s and %s, whose ends are not told apart', (one, other) => {
  expect(found(`address ${one}`, `address ${other}`)).toEqual([]);
});

test.each([
  ['^/(a|b)/', '^/(c|d)/'],
  ['^/a/|^/b/', '^/c/'],
  ['^/(a|ab)/', '^/b(/|$)'],
])('no address matches %s and %s, of whose words none begins another', (one, other) => {
  expect(found(`address ${one}`, `address ${other}`)).toEqual([`address ${one}`, `address ${other}`]);
});

test.each([
  ['^/(a|b)/', '^/(b|c)/'],
  ['^/(a|ab)', '^/(ac|d)'],
])('one address may match %s and %s, which share a word', (one, other) => {
  expect(found(`address ${one}`, `address ${other}`)).toEqual([]);
});

test.each([
  ['path ^/srv/a/', 'path ^/srv/b/'],
  ['path* /srv/a/*', 'path* /srv/b/*/x'],
  ['path ^/srv/a/.*x', 'path* /srv/b/*'],
  ['path* /srv/a/x?', 'path* /srv/ab/x?'],
])('no folder matches %s and %s, nor a file in one the other', (one, other) => {
  expect(found(one, other)).toEqual([one, other].toSorted());
  expect([...exclusiveChoices([one, other], false)]).toEqual([]);
});

test.each([
  ['target* http://a/', 'target* http://b/*'],
  ['target ^http://a/.*x', 'target* http://ab/'],
])('no proxied address matches %s and %s', (one, other) => {
  expect(found(one, other)).toEqual([one, other].toSorted());
  expect([...exclusiveChoices([one, other], false)]).toEqual([]);
});

test.each([
  // A file may take over which patterns its folder matched: whether it is in `/srv/a`, and not what it is called.
  ['path ^/srv/a', 'path ^/srv/b'],
  ['path* /srv/a', 'path* /srv/b?'],
  ['path* /srv/a?/x', 'path* /srv/b/y'],
  ['path* /srv/a\\b/x', 'path* /srv/ab/y'],
  ['path* /srv/*/a/x', 'path* /srv/*/b/x'],
  ['path /a$', 'path /b$'],
  ['walk /srv/a/x', 'walk /srv/b/x'],
  ['file ^a', 'file ^b'],
  ['file \\.a$', 'file \\.b$'],
  ['target ^http://a/', 'target* http://a/x'],
])('%s and %s may both be met', (one, other) => {
  expect(found(one, other)).toEqual([]);
});

const namedApart = Array.from({ length: 30 }, (_, i) => `\\.x${i + 10}$`);

test.each([
  ['ends', namedApart.map((pattern) => `file ${pattern}`)],
  ['words at the end', namedApart.map((pattern) => `file ${pattern.replace('x', '(x|y)')}`)],
  ['starts', namedApart.map((_, i) => `file ^n${i + 10}.`)],
  ['starts of wildcards', namedApart.map((_, i) => `file* n${i + 10}*x`)],
  ['ends of wildcards', namedApart.map((_, i) => `file* *.x${i + 10}`)],
  ['ends of both', namedApart.map((pattern, i) => (i % 2 ? `file ${pattern}` : `file* n?.x${i + 10}`))],
])('of many patterns for names of files no name matches two whose %s differ', (_, choices) => {
  expect(found(...choices)).toEqual(choices.toSorted());
  expect([...exclusiveChoices(choices, false)]).toEqual([]);
});

test.each([
  'file \\.y',
  'file (?i)\\.Y$',
  'file* *',
  'file* *[y]',
  'file* *\\',
  'address \\.y$',
  'path \\.y$',
])('a name may match %s, and one of many others', (choice) => {
  const choices = namedApart.map((pattern) => `file ${pattern}`);
  expect(found(choice, ...choices)).toEqual(choices.toSorted());
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
