import type { FilePatch, Provenance } from './types.ts';

/** The same patch for a file that has the name `newPath` afterwards. */
export function renamePatch(patch: FilePatch, newPath: string, renamedBy?: Provenance): FilePatch {
  return { ...patch, newPath, ...(renamedBy && { renamedBy }) };
}
