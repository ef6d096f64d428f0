// target: what the 2.4 server that the tree moves to has, its release first. Promise: a profile is plain data; only probe.ts asks a binary.
export type { TargetFamily, TargetProfile } from './types.ts';
export type { TargetName, TargetRow } from './target-rows.ts';
export { TARGET_ROWS } from './target-rows.ts';
export { isSince, knowsAll, knowsDirective, unknownNames } from './knows.ts';
export { nearestTarget, targetNames, targetProfile, unknownTarget } from './profiles.ts';
export type { ProbeFailure } from './probe.ts';
export { isProbeFailure, probeTarget, findServer } from './probe.ts';
export { readBuiltIn22 } from './built-in-22.ts';
