import { expect, test } from '@jest/globals';
import { matchPattern } from '../../src/pattern/index.ts';

// Whether they match as PCRE does is asked of the real server, in real-server.test.ts.

test.each([
  ['^/(?!public/)(.*)$', '/private/x', ['/private/x', 'private/x']],
  ['^/(?!public/)(.*)$', '/public/x', null],
  ['^/(?!a|b)(?!.*\\.gif$)(\\w)', '/cd', ['/c', 'c']],
  ['^/(?!a|b)(?!.*\\.gif$)(\\w)', '/c.gif', null],
  ['(?i)^/X(?=Y)', '/xyz', ['/x']],
  ['^/x(?!y)', '/X', null],
  ['^/x(?!y)', '/x', ['/x']],
])('%j on %j: %j', (pattern, text, expected) => {
  expect(matchPattern(pattern, text)).toEqual(expected);
});

test.each([
  ['where a text may be matched at several places', '/(?!a)b'],
  ['behind what has no fixed length', '^/a*(?!b)c'],
  ['where a group in it would be counted', '^/(?!(a))(b)'],
  ['that is left to be met', '^/(?!a)?b\\1'],
  ['beside another branch', '^/(?!a)b|^c(?!d)e'],
  ['where the rest looks back', '^/(?!a)(?<!x)b'],
])('a look-ahead is not decided %s', (_, pattern) => {
  expect(matchPattern(pattern, '/b')).toBe('unreadable');
});
