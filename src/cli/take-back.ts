import { writeInPlace } from '../output/index.ts';
import type { WriteResult } from '../output/index.ts';
import { invertPatchSet } from '../patch/index.ts';
import type { PatchSet } from '../patch/index.ts';

/** Undoes a patch set that was written a moment ago: `refused` then says that the files are as they were. */
export function takeBack(patchSet: PatchSet): WriteResult {
  const result = writeInPlace(invertPatchSet(patchSet));
  if (result.type === 'written') return { type: 'refused', problems: [] };
  return { type: 'broken', problems: result.problems };
}
