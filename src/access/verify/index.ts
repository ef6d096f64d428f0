// access/verify: any tree of 2.2 compared with any tree of 2.4: hosts and folders matched by what they are, the proof between them, and
// for each difference a request that a person can try. Promise: what is not compared is said.
export { fileNamesBetween } from './compare-file-names.ts';
export { oneVersionSetters, oneVersionSettersBetween } from './compare-variables.ts';
export { type CompareOptions, compareTrees, type TreesComparison } from './compare-trees.ts';
export type { FoundDifference } from './group-differences.ts';
export type { ExampleRequest, GuardAnswer } from './example-request.ts';
export type { TreePair } from './tree-pairs.ts';
export type { UnreadableText } from '../refused/unreadable-texts.ts';
export type { RefusedLine } from '../refused/refused-line.ts';
export { createReplay, type Replay, type ReplayAnswer } from './replay.ts';
export type { TreeNote } from './tree-note.ts';
export { describeHostDifference, editedHosts } from './edited-hosts.ts';
export { requestsToTry, type RequestsOptions, type RequestToTry } from './requests-to-try.ts';
