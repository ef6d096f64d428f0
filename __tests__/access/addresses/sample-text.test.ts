import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sampleText, sampleWildcard } from '../../../src/access/addresses/index.ts';
import { fnmatch } from '../../../src/model/index.ts';

describe('sampleText', () => {
  test.each([
    ['^/private/', '/private/'],
    ['\\.(bak|old)$', '.bak'],
    ['^/v[0-9]+/x{2}y?', '/v0/xx'],
    ['[^a-z/]', '0'],
    ['(?i)^ab', 'ab'],
    ['a\\d\\w\\.', 'a0x.'],
    ['a\\D\\W\\S', 'ax-x'],
    ['a\\sb\\tc', 'a b\tc'],
    ['\\ba\\b', 'a'],
    ['(?:ab)c(?:d|e)', 'abcd'],
    ['(a|b(?:c|d))e', 'ae'],
    ['a{3}b{2,}c{1,4}?d+?e*f??', 'aaabbcd'],
    ['[]a]b', 'ab'],
    ['[\\]]b', ']b'],
  ])('%s', (pattern, sample) => expect(sampleText(pattern)).toBe(sample));

  test.each(['(?!x)y', '(?=x)x', '(a)\\1', 'a(', 'a)', '[', 'x$y', 'a\\Z', 'a\\nb', 'a|(?!b)'])(
    '%s: none',
    (pattern) => expect(sampleText(pattern)).toBeNull(),
  );

  test('matches, whatever the pattern, or is null', () => {
    const part = fc.constantFrom(
      'a',
      '.',
      '[b-d]',
      '(e|f)',
      '\\.',
      'g+',
      'h*',
      'i?',
      '(?:jk){2}',
      '[^l]',
      '$',
      '^',
      '|',
      '(',
      ')',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const pattern = parts.join('');
        const sample = sampleText(pattern);
        expect(sample === null || new RegExp(pattern).test(sample)).toBe(true);
      }),
    );
  });
});

test.each(['*.html', 'a?c', '[xyz]*', '\\*x', '[!a]b'])('sampleWildcard %s', (pattern) => {
  expect(fnmatch(pattern, sampleWildcard(pattern))).toBe(pattern !== '[!a]b');
});
