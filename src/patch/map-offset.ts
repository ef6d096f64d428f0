import { rememberWeakly } from '../text/index.ts';
import { pieceLength, pieceOrigin } from './join-pieces.ts';
import type { FilePatch } from './types.ts';

/** Where each piece starts: in the original and in the new text. Piece by piece, so both lists never fall. */
interface Starts {
  readonly original: readonly number[];
  readonly current: readonly number[];
}

/**
 * The offset in the original of what stands at `offset` in the new text. Inside made text: where the bytes begin
 * that it replaces. The end of the text maps to the end of the original.
 */
export function originalOffset(patch: FilePatch, offset: number): number {
  if (offset >= patch.after.length) return patch.before.length;
  const starts = findStarts(patch);
  const index = lastAtOrBefore(starts.current, offset);
  const piece = patch.pieces[index]!;
  const inside = piece.type === 'kept' ? offset - starts.current[index]! : 0;
  return pieceOrigin(piece).start + inside;
}

/** The other way: where a byte of the original stands in the new text; if it was replaced, where the new text begins. */
export function currentOffset(patch: FilePatch, offset: number): number {
  if (offset >= patch.before.length) return patch.after.length;
  const starts = findStarts(patch);
  const index = lastAtOrBefore(starts.original, offset);
  const inside = patch.pieces[index]!.type === 'kept' ? offset - starts.original[index]! : 0;
  return starts.current[index]! + inside;
}

// Patches are never changed, and a file with thousands of findings asks thousands of times.
const findStarts = rememberWeakly(({ pieces }: FilePatch): Starts => {
  let at = 0;
  const current = pieces.map((piece) => {
    const start = at;
    at += pieceLength(piece);
    return start;
  });
  return { original: pieces.map((piece) => pieceOrigin(piece).start), current };
});

/** Index of the last entry <= offset: of pieces that start together, the one that is not empty there. */
function lastAtOrBefore(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
