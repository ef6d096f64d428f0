import type { FilePatch } from './types.ts';

/** The same patch for a file that has the name `newPath` afterwards. */
export function renamePatch(patch: FilePatch, newPath: string): FilePatch {
  return { ...patch, newPath };
}
