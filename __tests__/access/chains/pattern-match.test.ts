import { describe, expect, test } from '@jest/globals';
import { matchRegexBelow, matchRegexText } from '../../../src/access/chains/pattern-match.ts';

describe('a pattern held against one text', () => {
  test.each([
    ['^index\\.php$', 'always'],
    ['(?i)^INDEX', 'always'],
    ['index[.]php', 'always'],
    ['\\.inc$', 'never'],
  ])('%s: %s', (pattern, match) => {
    expect(matchRegexText(pattern, 'index.php')).toBe(match);
  });

  // PCRE matches each of these; JavaScript takes them for something else, or refuses them.
  test.each([
    '^[[:alnum:]]+\\.php$',
    '^[a-z[:digit:]]+\\.php$',
    '\\Aindex',
    'php\\Z',
    '\\Qindex.php\\E',
    '\\x{69}ndex',
    '\\p{Ll}ndex',
    '^[^]x]ndex',
    '^[]i]ndex',
    '^\\Hndex',
    '^i(n|N)de++x',
    '^(?P<first>i)ndex',
  ])('%s is not decided', (pattern) => {
    expect(matchRegexText(pattern, 'index.php')).toBe('maybe');
  });
});

test('a pattern that PCRE reads otherwise is not taken to match a whole region', () => {
  const region = { path: '/a]', others: new Set<string>() };
  expect(matchRegexBelow('/a]', region)).toBe('always');
  expect(matchRegexBelow('/[[:alpha:]]', region)).toBe('maybe');
});
