// access/request: one concrete request led through a tree as the server leads it: which host, which file, which sections in which
// order, who decides. Promise: what the configuration and its files do not tell is a condition of the answer, never a guess.
export { type ConcreteRequest, plainRequest } from './concrete-request.ts';
export { expectedStatus, type Served } from './expected-status.ts';
export { ANSWER_STATUS, clientStatus, errorRedirect, type Reply } from './error-documents.ts';
export { evaluateRequest, type Evaluation } from './evaluate-request.ts';
export { type FileView, fileView } from './file-view.ts';
export { createRequestTree, type RequestTree } from './request-tree.ts';
export type { InForce } from './request-walk.ts';
export type { Step } from './recorder.ts';
export type { EarlyAnswer, Round } from './round.ts';
export { decidingRound } from './deciding-round.ts';
export { type Decision, decisionOf } from './decision.ts';
export { inForceLines } from './in-force-lines.ts';
export { ANSWERS, type PossibleAnswer, witnessWords } from './possible-answers.ts';
export { askTree, type Asked, worldsOfTrees } from './ask-tree.ts';
export type { Assumption } from './assumptions.ts';
export { type Contribution, contributionsOf, titleOf } from './contributions.ts';
