import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { showChange } from '../../src/explain/index.ts';

const shown = (before: string, after: string): string => {
  const { lines, note } = showChange({ before, after });
  return lines.map(({ sign, text }) => `${sign}${text}\n`).join('') + note;
};

describe('showChange', () => {
  test('keeps lines that are the same, wherever something comes or goes', () => {
    expect(shown('a\nb\nc', 'a\nc\nd')).toBe(' a\n-b\n c\n+d\n');
    expect(shown('a', 'b')).toBe('-a\n+b\n');
  });

  test('knows the words that stand for lines', () => {
    expect(shown('a\nb', '(no line)')).toBe('-a\n-b\n');
    expect(shown('(nothing)', 'a')).toBe('+a\n');
    expect(shown('a', '(the line stays, and is reported)')).toBe(' a\nthe line stays, and is reported');
  });

  test('old and new lines are all there, in order', () => {
    const texts = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const { lines } = showChange({ before: before.join('\n'), after: after.join('\n') });
        const side = (sign: string) => lines.filter((line) => line.sign !== sign).map(({ text }) => text);
        expect(side('+')).toEqual(before);
        expect(side('-')).toEqual(after);
      }),
    );
  });
});
