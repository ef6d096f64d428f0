import { trimmed } from '../text/index.ts';
import type { Span } from '../text/index.ts';
import type { Piece } from './types.ts';

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
export function pieceOrigin(piece: Piece): Span {
  return piece.type === 'made' ? piece.replaces : piece.span;
}
