import type { Span } from '../text/index.ts';
import { trimmed, rememberWeakly } from '../text/index.ts';
import type { Piece, FilePatch } from './types.ts';

export type MadePiece = Extract<Piece, { type: 'made' }>;

/** The made pieces (in file order) with the kept ones put between them, so that together they cover the original. */
export function joinPieces(before: string, made: readonly MadePiece[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const keepUpTo = (end: number): void => {
    if (end > at) pieces.push({ type: 'kept', span: { start: at, end } });
  };
  for (const piece of made) {
    keepUpTo(piece.replaces.start);
    pieces.push(piece);
    at = piece.replaces.end;
  }
  keepUpTo(before.length);
  return trimmed(pieces);
}

/** How many bytes of the new text a piece is. */
export function pieceLength(piece: Piece): number {
  return piece.type === 'made' ? piece.text.length : piece.span.end - piece.span.start;
}

/** The stretch of the original that a piece is, or stands for. */
function pieceOrigin(piece: Piece): Span {
  return piece.type === 'made' ? piece.replaces : piece.span;
}

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
