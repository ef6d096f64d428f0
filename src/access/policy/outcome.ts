import type { Formula } from './bdd.ts';
import type { RequestAtoms, Witness } from './request-atoms.ts';

/** Which requests are let through, and how the others are refused: a partition of all requests. */
export interface Outcome {
  readonly pass: Formula;
  /** 401 */
  readonly unauthorized: Formula;
  /** 403 */
  readonly forbidden: Formula;
  /** 500 */
  readonly serverError: Formula;
}

export type Answer = keyof Outcome;

/** A request that two policies answer differently. */
export interface OutcomeDifference {
  readonly witness: Witness;
  readonly before: Answer;
  readonly after: Answer;
}

/** A possible request that `before` and `after` answer differently; openings (refused before, passed after) first. */
export function firstDifference(
  _atoms: RequestAtoms,
  _before: Outcome,
  _after: Outcome,
): OutcomeDifference | null {
  throw new Error('in work');
}
