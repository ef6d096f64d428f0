import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { laterEscape, portablePattern } from '../../src/text/portable-pattern.ts';

describe('a pattern for PCRE and PCRE2', () => {
  // What PCRE2 10.42 says of the left ones: errors 103, 107, 137 (escapes) and 150 (range).
  test.each([
    ['[\\w-.]', '[\\w\\-.]'],
    ['[^\\d-z]+', '[^\\d\\-z]+'],
    ['[\\w--]', '[\\w\\--]'],
    ['[\\d-\\w]', '[\\d\\-\\w]'],
    ['[[:alpha:]-z]', '[[:alpha:]\\-z]'],
    ['[a-\\x61\\d-z]', '[a-\\x61\\d\\-z]'],
    ['[]\\w-a]', '[]\\w\\-a]'],
    ['[\\p{L}-.]', '[\\p{L}\\-.]'],
    ['\\y\\i', 'yi'],
    ['[\\B\\Z]', '[BZ]'],
  ])('%s becomes %s', (pattern, made) => {
    expect(portablePattern(pattern)).toBe(made);
  });

  test.each([
    '[\\w-]',
    '[-\\w]',
    '[a-z-.]',
    '[a-z-\\d]',
    '[\\w\\-.]',
    '\\B\\Z\\b\\d\\/\\_',
    '\\\\y[\\\\-a]',
    '\\Q[\\w-.]\\y\\E',
    '[\\Q\\w-.\\E]',
    '[\\w-.',
    '(?:a|b){2,}\\',
    '',
  ])('%s stays', (pattern) => {
    expect(portablePattern(pattern)).toBe(pattern);
  });

  test('is made once and for all', () => {
    const pattern = fc.string({ unit: fc.constantFrom(...'\\[]^-:wdyQEZalph.{}'), maxLength: 14 });
    fc.assert(
      fc.property(pattern, (text) => {
        const once = portablePattern(text);
        expect(portablePattern(once)).toBe(once);
      }),
    );
  });

  test.each([
    ['classes that never end', '['.repeat(8000) + '\\y', '['.repeat(8000) + 'y'],
    [
      'classes that end beside classes that do not',
      '[[:alpha:]['.repeat(700) + '\\y',
      '[[:alpha:]['.repeat(700) + 'y',
    ],
    ['more than a line of 2.2 can hold', '[\\y'.repeat(500_000), '[\\y'.repeat(500_000)],
  ])('%s', (_, pattern, made) => {
    expect(portablePattern(pattern)).toBe(made);
  });
});

describe('an escape that came after PCRE 5.0', () => {
  // Compiled and matched with PCRE 5.0 (srclib/pcre of 2.2.34), 8.39 and PCRE2 10.42.
  test.each([
    ['a\\hb', '\\h'],
    ['(a)\\g{1}', '\\g'],
    ['\\x{41}', '\\x{'],
    ['[a\\x{41}]', '\\x{'],
    ['[^\\p{L}]', '\\p'],
  ])('%s: %s', (pattern, escape) => {
    expect(laterEscape(pattern)).toBe(escape);
  });

  test.each(['\\x41[\\x41]', '\\\\h[\\\\h]', '\\Q\\h\\E', '[\\g\\k]\\d', 'h', '\\', ''])(
    '%s has none',
    (pattern) => {
      expect(laterEscape(pattern)).toBeNull();
    },
  );
});
