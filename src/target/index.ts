// target: what the 2.4 server that the tree moves to has. Promise: a profile is plain data; only probe.ts asks a binary.
export type { TargetProfile } from './types.ts';
export type { TargetName } from './profiles.ts';
export { targetNames, targetProfile } from './profiles.ts';
export type { ProbeFailure } from './probe.ts';
export { isProbeFailure, probeTarget } from './probe.ts';
export { findServer } from './find-server.ts';
