import { describe, expect, test } from '@jest/globals';
import {
  killEndAnchors,
  matchDirectoryWildcard,
  matchLocationWildcard,
  matchRegexBelow,
  matchRegexText,
} from '../../../src/access/addresses/pattern-match.ts';

describe('a pattern matched against one text', () => {
  test.each([
    ['^index\\.php$', 'always'],
    ['(?i)^INDEX', 'always'],
    ['index[.]php', 'always'],
    ['\\.inc$', 'never'],
  ])('%s: %s', (pattern, match) => {
    expect(matchRegexText(pattern, 'index.php')).toBe(match);
  });

  // PCRE matches each of these, and JavaScript takes it for something else.
  test.each([
    '^[[:alnum:]]+\\.php$',
    '^[a-z[:digit:]]+\\.php$',
    '\\Aindex',
    'php\\Z',
    '^[^]x]ndex',
    '^[]i]ndex',
  ])('%s: always', (pattern) => {
    expect(matchRegexText(pattern, 'index.php')).toBe('always');
  });

  test.each([
    '\\Qindex.php\\E',
    '\\x{69}ndex',
    '\\p{Ll}ndex',
    '^\\Hndex',
    '^i(n|N)de++x',
    '^(?=i)index',
    '^(.)\\1?n',
  ])('%s is not decided', (pattern) => {
    expect(matchRegexText(pattern, 'index.php')).toBe('maybe');
  });
});

test('a class with a bracket in it is none without', () => {
  const region = { path: '/a]', others: new Set<string>() };
  expect(matchRegexBelow('/a]', region)).toBe('always');
  expect(matchRegexBelow('/[[:alpha:]]]', region)).toBe('always');
  expect(matchRegexBelow('/[[:digit:]]', region)).toBe('maybe');
});

describe('a pattern matched against all addresses below one', () => {
  const below = (pattern: string, path: string, ...others: string[]) =>
    matchRegexBelow(pattern, { path, others: new Set(others) });

  test.each([
    ['^/foo', '/a'],
    ['^/ab', '/a'],
    ['^/a/b', '/ab'],
    ['^/a\\.b', '/axb'],
    ['^/a(b|c)', '/x'],
    ['^/ab?/', '/x'],
    ['^/[^/]+$', '/a/b'],
    ['^/(a|[a-z]+)/?$', '/a/b/c'],
  ])('%s is met nowhere below %s', (pattern, path) => {
    expect(below(pattern, path)).toBe('never');
  });

  test.each([
    ['^/a', '/a'],
    ['/b', '/a/b'],
    ['^/foo|^/b', '/b'],
    ['^/a\\.b', '/a.b'],
  ])('%s is met everywhere below %s', (pattern, path) => {
    expect(below(pattern, path)).toBe('always');
  });

  // What stands before `?`, `*` or `{` need not be there; with branches, or options, nothing need.
  test.each([
    ['^/a/b', '/a'],
    ['^/foo|/b', '/a'],
    ['^/(foo|bar)|/b', '/a'],
    ['^/x(y)|/b', '/a'],
    ['^/ab?/c', '/a'],
    ['^/ab*/c', '/a'],
    ['^/ab{0,1}/c', '/a'],
    ['^/a\\d', '/a'],
    ['(?i)^/FOO/b', '/foo'],
    ['^(?i)/FOO/b', '/foo'],
    ['^(/a|/b)/c', '/b'],
    ['foo', '/a'],
    ['(?i)^/A', '/a'],
    ['^/[^/]+$', '/a'],
    ['^/[^/]+/$', '/a/b'],
    ['^/[^.]+$', '/a/b'],
  ])('%s may be met below %s', (pattern, path) => {
    expect(below(pattern, path)).toBe('maybe');
  });

  test('is met in a folder further down that is looked at by itself, not here', () => {
    expect(below('^/a/b/', '/a', '/a/b')).toBe('never');
    expect(below('^/a/b', '/a', '/a/b')).toBe('maybe');
    expect(below('^/a/b/', '/a', '/a/c')).toBe('maybe');
  });
});

describe('a wildcard matched against a folder and all below it', () => {
  const parts = (path: string) => path.split('/').filter((part) => part !== '');

  test.each([
    ['/home/?/public_html', '/home/x/public_html', 'always'],
    ['/home/?/public_html', '/home/x/public_html/deep', 'always'],
    ['/home/?/public_html', '/home/x', 'maybe'],
    ['/home/?/public_html', '/home/xy', 'never'],
    ['/home/?/public_html', '/srv', 'never'],
    ['/*', '/', 'maybe'],
  ])('<Directory %s> at %s: %s', (pattern, path, match) => {
    expect(matchDirectoryWildcard(parts(pattern), parts(path))).toBe(match);
  });

  test('lies in a folder further down that is looked at by itself, if what is fixed of it does', () => {
    const at = (pattern: string, other: string) =>
      matchDirectoryWildcard(parts(pattern), parts('/www'), new Set([other]));
    expect(at('/www/a/*', '/www/a')).toBe('never');
    expect(at('/www/a/b/*', '/www/a')).toBe('never');
    expect(at('/www/a/*', '/www/b')).toBe('maybe');
    expect(at('/www/*/a', '/www/a')).toBe('maybe');
  });

  test.each([
    ['/a/*', '/a/b', 'maybe'],
    ['/a/*', '/a', 'maybe'],
    ['/a/*', '/a/b/c', 'never'],
    ['/a/*', '/x', 'never'],
  ])('<Location %s>, which the whole address must match, at %s: %s', (pattern, path, match) => {
    expect(matchLocationWildcard(parts(pattern), parts(path), new Set())).toBe(match);
  });
});

describe('the ends of a pattern', () => {
  test.each([
    ['/a$', '/a(?!)'],
    ['(a$|b$)', '(a(?!)|b(?!))'],
    ['/a\\$', '/a\\$'],
    ['[a$]b', '[a$]b'],
    ['[]$]b', '[]$]b'],
    ['[^]$]b$', '[^]$]b(?!)'],
    ['[[:alpha:]$]$', '[[:alpha:]$](?!)'],
    ['[a[^]$', '[a[^](?!)'],
    ['${VAR}$', '${VAR}(?!)'],
    ['[open$', '[open$'],
  ])('%s killed is %s', (pattern, killed) => {
    expect(killEndAnchors(pattern)).toBe(killed);
  });
});

test('a pattern that nothing can match is met nowhere', () => {
  const below = (pattern: string, endIsDead = false) =>
    matchRegexBelow(pattern, { path: '/a', others: new Set() }, undefined, endIsDead);
  for (const pattern of ['(?!)', 'a(?!)', '(?!)|b(?:c|d)(?!)', '(?i)x(?!)', '(a|b)(?!)']) {
    expect([pattern, below(pattern)]).toEqual([pattern, 'never']);
  }
  const others = [
    '(?!)?',
    '(?!)*a',
    '(?!)|a',
    'a|(?!)',
    '((?!)|a)',
    '(?:(?!))?',
    '(?!(?!))',
    '[(?!)]',
    '\\(?!)',
  ];
  for (const pattern of [...others, '\\Q(?!)', '(?x)a#(?!)', '(?#(?!)', '(*ACCEPT)(?!)']) {
    expect([pattern, below(pattern)]).toEqual([pattern, expect.not.stringMatching('never')]);
  }
  // DirectoryMatch of 2.2.
  expect(below('/a$', true)).toBe('never');
  expect(below('^/a$', false)).not.toBe('never');
  expect(below('/a$?', true)).not.toBe('never');
});

test.each([
  ['^/srv/(admin|private)', '/srv/config', 'never'],
  ['^/srv/(admin|private)', '/srv/admin', 'always'],
  ['^/srv/(admin|private)', '/srv/administrator', 'always'],
  ['^/srv/(admin|private)', '/srv', 'maybe'],
  ['^/srv/(?:a|b)/x', '/srv/b', 'maybe'],
  ['^/srv/(a|b)?x', '/srv/x', 'always'],
  ['^/srv/(a|b)*x', '/srv/x', 'always'],
  ['^/srv/(a|b){0,1}x', '/srv/x', 'always'],
  ['^/(a|b)|^/(c|d)', '/e', 'never'],
  ['^/(a|b)|c', '/c', 'always'],
  ['^(/a/b|/c)/', '/a', 'maybe'],
  ['^(/a/b|/c)/', '/b', 'never'],
])('the words of a group tell where %s can match: %s', (pattern, path, expected) => {
  expect(matchRegexBelow(pattern, { path, others: new Set() })).toBe(expected);
});
