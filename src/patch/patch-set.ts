import type { FilePatch, LinkPatch, PatchSet, Provenance } from './types.ts';
import type { MadePiece } from './pieces.ts';
import { joinPieces } from './pieces.ts';

/** The patch set of a migration: files whose bytes or name differ, links and folders, each in path order (by code unit, no locale). */
export function buildPatchSet(
  files: Iterable<FilePatch>,
  links: Iterable<LinkPatch> = [],
  folders: Iterable<string> = [],
): PatchSet {
  const changed = [...files].filter(isChange);
  const made = [...new Set(folders)].toSorted();
  return {
    files: changed.toSorted(byPath),
    links: [...links].toSorted(byPath),
    ...(made.length > 0 && { folders: made }),
  };
}

function isChange({ path, newPath, before, after, madeLike }: FilePatch): boolean {
  return before !== after || path !== newPath || madeLike !== undefined;
}

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  if (a.path === b.path) return 0;
  return a.path < b.path ? -1 : 1;
}

/**
 * The patch of a file that nothing has changed yet.
 * @param path real path, or a made-up name such as `<stdin>`
 * @param text its bytes as a Latin-1 string
 * @param stat what the file was when it was read; null for text that came from no file
 */
export function startPatch(path: string, text: string, stat: FilePatch['stat']): FilePatch {
  return { path, newPath: path, before: text, pieces: joinPieces(text, []), after: text, stat };
}

/** The patch of a file that is to be made, with owner, mode and label of `like`. */
export function makingPatch(path: string, text: string, like: string, by: Provenance): FilePatch {
  const pieces = [{ type: 'made', text, replaces: { start: 0, end: 0 }, by: [by] }] as const;
  return { path, newPath: path, madeLike: like, before: '', pieces, after: text, stat: null };
}

/** The same patch for a file that has the name `newPath` afterwards. */
export function renamePatch(patch: FilePatch, newPath: string, renamedBy?: Provenance): FilePatch {
  // One that is not there yet is made by that name.
  if (patch.madeLike !== undefined) return { ...patch, path: newPath, newPath };
  return { ...patch, newPath, ...(renamedBy && { renamedBy }) };
}

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
