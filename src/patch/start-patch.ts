import { joinPieces } from './join-pieces.ts';
import type { FilePatch, Provenance } from './types.ts';

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
