import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { printable } from '../../src/report/index.ts';

describe('printable', () => {
  test.each([
    ['plain text', 'plain text'],
    ['caf\u00c3\u00a9', 'café'],
    ['caf\u00e9', 'café'],
    ['\u2026 caf\u00c3\u00a9', '… café'],
    ['\u001b[31mred', '^[[31mred'],
    ['a\nb\tc\rd', 'a^Jb^Ic^Md'],
    ['\u0000\u007f', '^@^?'],
    ['\u009b31m', '<9B>31m'],
    ['\u00e2\u0080\u00ae', '<U+202E>'],
    ['\u202e', '<U+202E>'],
    ['\u00ef\u00bb\u00bf', '<U+FEFF>'],
    ['\u00c2\u009b', '<9B>'],
  ])('%j -> %s', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  test('leaves nothing that a terminal would obey, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(printable(text)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
      }),
    );
  });
});
