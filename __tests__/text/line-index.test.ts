import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { lineIndex, positionAt, risingPositions } from '../../src/text/index.ts';

const bytes = fc
  .array(fc.oneof(fc.constantFrom(10, 13, 0xc3, 0xa9, 0xe2, 0x82, 0xac), fc.integer({ min: 0, max: 255 })))
  .map((codes) => String.fromCharCode(...codes));

describe('positions', () => {
  test('line ends at LF; a UTF-8 sequence and a lone byte are one column each; a byte order mark is none', () => {
    expect(positionAt('a\r\nbc', 4)).toEqual({ line: 2, column: 2 });
    expect(positionAt('\u00c3\u00a9x', 2)).toEqual({ line: 1, column: 2 });
    expect(positionAt('\u00e9x', 1)).toEqual({ line: 1, column: 2 });
    expect(positionAt('\u00ef\u00bb\u00bfx', 3)).toEqual({ line: 1, column: 1 });
  });

  test('an index gives what positionAt gives, everywhere', () => {
    fc.assert(
      fc.property(bytes, (text) => {
        const index = lineIndex(text);
        for (let at = 0; at <= text.length; at++) expect(index.position(at)).toEqual(positionAt(text, at));
      }),
    );
  });

  test('and in any order', () => {
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(60)), (text, offsets) => {
        const index = lineIndex(text);
        for (const offset of offsets) {
          const at = Math.min(offset, text.length);
          expect(index.position(at)).toEqual(positionAt(text, at));
        }
      }),
    );
  });

  test('of a line of megabytes take one way through it', () => {
    // Once from its start for each would be 40 GB.
    const text = 'x'.repeat(20_000_000);
    const [rising, index] = [risingPositions(text), lineIndex(text)];
    for (let at = 0; at < text.length; at += 5000) {
      expect([rising(at).column, index.position(at).column]).toEqual([at + 1, at + 1]);
    }
  });

  test('so do those of offsets that never fall', () => {
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(20)), (text, steps) => {
        const position = risingPositions(text);
        let at = 0;
        for (const step of steps) {
          at = Math.min(at + step, text.length);
          expect(position(at)).toEqual(positionAt(text, at));
        }
      }),
    );
  });

  test('line starts and count', () => {
    const index = lineIndex('a\nbb\n');
    expect(index.lineCount).toBe(3);
    expect([1, 2, 3].map((line) => index.lineStart(line))).toEqual([0, 2, 5]);
    expect([0, 9].map((line) => index.lineStart(line))).toEqual([0, 5]);
    expect(index.position(99)).toEqual({ line: 3, column: 1 });
  });
});
