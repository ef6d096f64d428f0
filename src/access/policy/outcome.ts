import type { Formula } from './bdd.ts';
import type { RequestAtoms } from './request-atoms.ts';
import { rememberWeakly } from '../../text/index.ts';
import type { Witness } from './witness.ts';

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

const REFUSALS = ['unauthorized', 'forbidden', 'serverError'] as const;

/** Of the pairs of answers, in the order in which a reader wants to know: openings, closings, other refusals. */
const PAIRS: readonly (readonly [Answer, Answer])[] = [
  ...REFUSALS.map((refusal) => [refusal, 'pass'] as const),
  ...REFUSALS.map((refusal) => ['pass', refusal] as const),
  ...REFUSALS.flatMap((a) => REFUSALS.filter((b) => b !== a).map((b) => [a, b] as const)),
];

/** A request that two policies answer differently. */
export interface OutcomeDifference {
  readonly witness: Witness;
  readonly before: Answer;
  readonly after: Answer;
}

/** Whether the two answer some possible request differently. */
export function haveDifference(atoms: RequestAtoms, before: Outcome, after: Outcome): boolean {
  if (equalOutcomes(before, after)) return false;
  return PAIRS.some(([from, to]) => atoms.isPossible(atoms.bdd.and(before[from], after[to])));
}

/** With nets apart: whether the two answer some differently who are in none of the nets and have none of the names. */
export function differForStrangers(atoms: RequestAtoms, before: Outcome, after: Outcome): boolean {
  if (equalOutcomes(before, after)) return false;
  return PAIRS.some(([from, to]) => atoms.isForStrangers(atoms.bdd.and(before[from], after[to])));
}

/** A possible request that the two answer differently, the gravest kind of difference first; null if there is none. */
export function firstDifference(
  atoms: RequestAtoms,
  before: Outcome,
  after: Outcome,
): OutcomeDifference | null {
  if (equalOutcomes(before, after)) return null;
  for (const [from, to] of PAIRS) {
    const witness = atoms.witness(atoms.bdd.and(before[from], after[to]));
    if (witness !== null) return { witness, before: from, after: to };
  }
  return null;
}

/** Whether every request is answered alike. */
export function equalOutcomes(a: Outcome, b: Outcome): boolean {
  return (
    a.pass === b.pass &&
    a.unauthorized === b.unauthorized &&
    a.forbidden === b.forbidden &&
    a.serverError === b.serverError
  );
}

/** Everything refused or passed in one way. */
export function constantOutcome(atoms: RequestAtoms, answer: Answer): Outcome {
  return constants(atoms)[answer];
}

const constants = rememberWeakly(({ bdd: { yes, no } }: RequestAtoms): Readonly<Record<Answer, Outcome>> => {
  const none = { pass: no, unauthorized: no, forbidden: no, serverError: no };
  return {
    pass: { ...none, pass: yes },
    unauthorized: { ...none, unauthorized: yes },
    forbidden: { ...none, forbidden: yes },
    serverError: { ...none, serverError: yes },
  };
});

/** `yes` where the test holds, `no` elsewhere. */
export function branchOutcome({ bdd }: RequestAtoms, test: Formula, yes: Outcome, no: Outcome): Outcome {
  return {
    pass: bdd.ite(test, yes.pass, no.pass),
    unauthorized: bdd.ite(test, yes.unauthorized, no.unauthorized),
    forbidden: bdd.ite(test, yes.forbidden, no.forbidden),
    serverError: bdd.ite(test, yes.serverError, no.serverError),
  };
}

/**
 * `nameless`: there is no AuthName, and the server answers 500 wherever it asks for credentials (mod_auth_basic.c,
 * mod_auth_digest.c). `no-users`: there is no AuthUserFile, or none where it says, and the server answers 500 to any
 * that are sent (mod_authn_file.c).
 */
export type LoginFailure = 'nameless' | 'no-users';

/** The text of the test by which requests with credentials, good or bad, are told from others. */
export const SENDS_CREDENTIALS = 'credentials are sent';

/** What everybody gets who is asked for credentials. */
export function failedLogin(atoms: RequestAtoms, failure: LoginFailure): Outcome {
  const failed = constantOutcome(atoms, 'serverError');
  if (failure === 'nameless') return failed;
  return branchOutcome(
    atoms,
    atoms.opaque(SENDS_CREDENTIALS),
    failed,
    constantOutcome(atoms, 'unauthorized'),
  );
}
