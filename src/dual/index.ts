// dual: one text for 2.2 and 2.4, made of a migration. Knows no directive names but those of its guards and their modules.
// Promise: a 2.2 server reads what it read before, line for line, a 2.4 server what the migration wrote; no byte of the
// original goes.
export { dualPatch, type ChooseGuard, type DualFile, type Prelude } from './dual-patch.ts';
export { type GuardKind, type GuardLines } from './guard-edits.ts';
export { guardChooser } from './guard-chooser.ts';
export { differentReading, type Version } from './same-reading.ts';
export { firstGuard, versionPrelude, type FirstGuard, type VersionPrelude } from './version-prelude.ts';
