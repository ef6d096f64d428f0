import { joinPieces } from '../patch/index.ts';
import type { FilePatch, PatchSet } from '../patch/index.ts';
import { digest } from './trace.ts';
import type { StoredFile, TreeDetail } from './types.ts';

/** A file's patch without the text that stays: configurations hold secrets, and stay where they are. */
export function storeFile(patch: FilePatch): StoredFile {
  const { path, newPath, renamedBy, madeLike, before, pieces } = patch;
  const made = pieces.flatMap((piece) => {
    if (piece.type === 'kept') return [];
    const { start, end } = piece.replaces;
    return [{ start, end, text: piece.text, by: piece.by }];
  });
  const names = {
    path,
    newPath,
    ...(renamedBy && { renamedBy }),
    ...(madeLike !== undefined && { madeLike }),
  };
  return { ...names, before: digest(before), made };
}

/** The patch set again, made of the files as they are; or the path of one that is no longer what was read. */
export function restorePatchSet(
  { files, links, folders }: Pick<TreeDetail, 'files' | 'links' | 'folders'>,
  textOf: (path: string) => string | null,
): PatchSet | { readonly changed: string } {
  const patches: FilePatch[] = [];
  for (const file of files) {
    const before = file.madeLike === undefined ? textOf(file.path) : '';
    if (before === null || digest(before) !== file.before) return { changed: file.path };
    patches.push(restoreFile(file, before));
  }
  return { files: patches, links, ...(folders.length > 0 && { folders }) };
}

function restoreFile({ made, ...file }: StoredFile, before: string): FilePatch {
  const pieces = joinPieces(
    before,
    made.map(({ start, end, text, by }) => ({ type: 'made', text, replaces: { start, end }, by })),
  );
  const after = pieces
    .map((piece) => (piece.type === 'made' ? piece.text : before.slice(piece.span.start, piece.span.end)))
    .join('');
  return { ...file, before, pieces, after, stat: null };
}
