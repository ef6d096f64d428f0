import { joinPieces } from './join-pieces.ts';
import type { MadePiece } from './join-pieces.ts';
import type { FilePatch } from './types.ts';

/** The patch with these of its made pieces alone: what one change does to the original. */
export function onlyPieces(patch: FilePatch, isWanted: (piece: MadePiece) => boolean): FilePatch {
  const made = patch.pieces.flatMap((piece) => (piece.type === 'made' && isWanted(piece) ? [piece] : []));
  const pieces = joinPieces(patch.before, made);
  const after = pieces
    .map((piece) =>
      piece.type === 'made' ? piece.text : patch.before.slice(piece.span.start, piece.span.end),
    )
    .join('');
  return { ...patch, pieces, after };
}
