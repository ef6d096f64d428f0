import { describe, expect, test } from '@jest/globals';
import { killEndAnchors, matchRegexBelow, matchRegexText } from '../../../src/access/chains/pattern-match.ts';

describe('a pattern held against one text', () => {
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
