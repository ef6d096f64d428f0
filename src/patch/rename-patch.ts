import type { FilePatch, Provenance } from './types.ts';

/** The same patch for a file that has the name `newPath` afterwards. */
export function renamePatch(patch: FilePatch, newPath: string, renamedBy?: Provenance): FilePatch {
  // One that is not there yet is made by that name.
  if (patch.madeLike !== undefined) return { ...patch, path: newPath, newPath };
  return { ...patch, newPath, ...(renamedBy && { renamedBy }) };
}
