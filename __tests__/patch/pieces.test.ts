import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { currentOffset, editPatch, originalOffset, startPatch } from '../../src/patch/index.ts';

const by = { transform: 'one', title: 'Change it' };
const replace = (start: number, end: number, text: string) => ({ span: { start, end }, text, by });

// before 0123456789, after 01xyz4567A89 with 2-3 replaced, A inserted before 8
const patch = editPatch(startPatch('/x', '0123456789', null), [replace(2, 4, 'xyz'), replace(8, 8, 'A')]);

describe('originalOffset', () => {
  test.each([
    ['before all changes', 1, 1],
    ['start of made text', 2, 2],
    ['inside made text', 4, 2],
    ['behind made text', 5, 4],
    ['start of an insertion', 9, 8],
    ['behind an insertion', 10, 8],
    ['the end', 12, 10],
  ])('%s', (_, offset, expected) => expect(originalOffset(patch, offset)).toBe(expected));

  test('behind a deletion stands what followed it', () => {
    const shorter = editPatch(startPatch('/x', 'abcdef', null), [replace(1, 3, '')]);
    expect(originalOffset(shorter, 1)).toBe(3);
  });

  test('a text of insertions only', () => {
    const grown = editPatch(startPatch('/x', '', null), [replace(0, 0, 'new')]);
    expect([0, 1, 3].map((offset) => originalOffset(grown, offset))).toEqual([0, 0, 0]);
  });
});

describe('currentOffset', () => {
  test.each([
    ['before all changes', 1, 1],
    ['replaced bytes', 3, 2],
    ['behind replaced bytes', 4, 5],
    ['at an insertion: the byte itself', 8, 10],
    ['the end', 10, 12],
  ])('%s', (_, offset, expected) => expect(currentOffset(patch, offset)).toBe(expected));
});

test('kept bytes map there and back', () => {
  const spots = fc.uniqueArray(fc.nat(30), { maxLength: 6 });
  fc.assert(
    fc.property(spots, fc.stringMatching(/^[A-Z]{0,3}$/), (places, text) => {
      const before = 'abcdefghijklmnopqrstuvwxyz01234567';
      const edits = places.map((at) => replace(at, at + 1, text));
      const changed = editPatch(startPatch('/x', before, null), edits);
      for (const [offset, byte] of [...before].entries()) {
        if (places.includes(offset)) continue;
        const there = currentOffset(changed, offset);
        expect(changed.after[there]).toBe(byte);
        expect(originalOffset(changed, there)).toBe(offset);
      }
    }),
  );
});
