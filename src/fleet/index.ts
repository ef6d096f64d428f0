// fleet: many servers in one run: which trees are equal, what is known of a tree from before, and what is told of all of them.
// Promise: the same results and the same report for any number of jobs, with and without a cache, and after a kill; a tree is never
// taken for one that could be migrated differently.
export type { Frame } from './frame.ts';
export { framesOf, fromFramedText, toFramedJson, toFramedText } from './frame.ts';
export { digest, isWhole, tracedReader } from './trace.ts';
export { findAllMentions } from './mentions.ts';
export type { AllMentions } from './mentions.ts';
export { changeKeys } from './change-key.ts';
export { restorePatchSet, storeFile } from './stored-patch.ts';
export { NotKept, openBriefStore, openStore, storeAt } from './store.ts';
export type { TreeStore } from './store.ts';
export { runFleet } from './run-fleet.ts';
export type { FleetResult, FleetTask } from './run-fleet.ts';
export type * from './types.ts';
export type { ServerOutcome } from './outcome.ts';
export { worstExitCode, groupServers } from './outcome.ts';
export type { JsonServer } from './server-line.ts';
export { serverLines } from './server-line.ts';
export type { Diffs } from './render-report.ts';
export { MOST_LINES, renderReport } from './render-report.ts';
