// patch: what a migration changes, as data: old bytes, new bytes, and which transform made each stretch.
// Promise: pure; the pieces of a patch cover the original whole and in order, and spell `after`.
export type * from './types.ts';
export { makingPatch, startPatch } from './start-patch.ts';
export { editPatch } from './edit-patch.ts';
export type { PatchEdit } from './edit-patch.ts';
export { EditConflictError } from './edit-conflict-error.ts';
export { renamePatch } from './rename-patch.ts';
export { joinPieces } from './join-pieces.ts';
export { currentOffset, originalOffset } from './map-offset.ts';
export { buildPatchSet } from './build-patch-set.ts';
export { onlyPieces } from './only-pieces.ts';
export { rebasePatchSet } from './rebase-patch-set.ts';
