// patch: what a migration changes, as data: old bytes, new bytes, and which transform made each stretch.
// Promise: pure; the pieces of a patch cover the original whole and in order, and spell `after`.
export type * from './types.ts';
export { editPatch } from './edit-patch.ts';
export type { PatchEdit } from './edit-patch.ts';
export { EditConflictError } from './edit-conflict-error.ts';
export { joinPieces, currentOffset, originalOffset } from './pieces.ts';
export { buildPatchSet, makingPatch, startPatch, renamePatch, onlyPieces } from './patch-set.ts';
export { rebasePatchSet } from './rebase-patch-set.ts';
