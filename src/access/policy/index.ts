// access/policy: who gets in, as pure functions: the merge and the decision of 2.2 and of 2.4, the tree that says in 2.4
// what 2.2 said, and the decision diagram in which the two are compared. Knows no files, sections or CST.
// Promise: a decision is the server's for every request, not for samples; where the server has a quirk, so does this.
export { isForeignWord } from './authorize22.ts';
export { type AllowWord, classifyAllowWord, type Net, parseRequireIp } from './address.ts';
export { type Authority, type AuthState, type GroupSource, NO_AUTH } from './auth-state.ts';
export { type Bdd, createBdd, type Formula } from './bdd.ts';
export { joinWords, splitWords, takeWord } from './config-words.ts';
export type { Context24 } from './decide24.ts';
export { decide22, isSatisfyAny, requiresFor, decideHost, lastFor } from './decide22.ts';
export { decide24 } from './decide24.ts';
export {
  type Dropped,
  type EmittedTree,
  emitTree,
  type MethodTree,
  namedMethods,
  treesByMethod,
} from './emit-tree.ts';
export { methodsOfState24, treesOfState24 } from './emit-tree24.ts';
export { emitHost, hostTrees, requireLinesOf } from './emit-host.ts';
export { isWithinDomain } from './host-record.ts';
export type { HostLine, HostRecord, MethodSlot, Order, SatisfySlots } from './host-record.ts';
export {
  ALL_METHODS,
  canonicalMethod,
  equalMethods,
  hasMethod,
  intersectMethods,
  isAllMethods,
  type MethodSet,
  methodSet,
  OTHER_METHODS,
  methodsAskedBy,
} from './method-set.ts';
export {
  type Answer,
  branchOutcome,
  constantOutcome,
  differForStrangers,
  equalOutcomes,
  firstDifference,
  haveDifference,
  type Outcome,
  type OutcomeDifference,
  type LoginFailure,
  SENDS_CREDENTIALS,
} from './outcome.ts';
export { createOutlines, type Decisive } from './outline.ts';
export { isKnownProvider, parseRequire } from './parse-require.ts';
export { createAtoms, type RequestAtoms } from './request-atoms.ts';
export {
  DENIED,
  GRANTED,
  equalTrees,
  isDenied,
  isGranted,
  type RequireContainer,
  requireLeaf,
  type RequireLeaf,
  type RequireTree,
  allOf,
  anyOf,
  printTrees,
} from './require-tree.ts';
export { simplifyTree } from './simplify-tree.ts';
export {
  EMPTY_STATE_22,
  merge22,
  type RequireEntry,
  type State22,
  withSatisfyInForce,
  workOn,
  authzHookOrder,
  type AuthzModule,
  type Context22,
  type GroupModule,
} from './state22.ts';
export { type CompatRecord, EMPTY_STATE_24, merge24, type State24 } from './state24.ts';
export { escapeString, evaluateString, isExpression } from './string-expression.ts';
export type { Witness } from './witness.ts';
export { FROM_ITSELF } from './evaluate-leaf.ts';
export { asWritten, type PutIn, putInWord, readPutIn } from './put-in-word.ts';
