import type {
  Decisive,
  Outcome,
  OutcomeDifference,
  RequestAtoms,
  State24,
  Witness,
} from '../policy/index.ts';
import {
  differForStrangers,
  equalOutcomes,
  firstDifference,
  haveDifference,
  parseRequireIp,
} from '../policy/index.ts';
import type { StateBefore } from '../states/walk-state.ts';
import type { Answers, Verdict } from './answers.ts';
import { asked } from './answers.ts';

type Before = Decisive<StateBefore>;
type After = Decisive<State24>;

/** A request method and what is answered differently with it. */
export interface MethodDifference extends OutcomeDifference {
  readonly method: string;
  /** Where credentials were looked up and are now, if that is the difference: the answer depends on who is known there. */
  readonly login?: { readonly before: string; readonly after: string };
}

export interface AskedForUser {
  readonly method: string;
  /** A request that is answered 401. */
  readonly without: Witness;
  /** One with credentials that is let through from the same place; null if nobody is. */
  readonly as: Witness | null;
}

/** What is answered, with requests told apart in three ways. */
export interface AnswersBySet {
  /** What is so for no request, whatever addresses there are, or for one that is found at a look, need not be looked for bit by bit. */
  readonly apart: Answers;
  /** And what is so for some request of these is so. */
  readonly ofIPv6: Answers;
  readonly exact: Answers;
}

/** One that lets more in, with whichever method, before any other: where there is none, nothing is opened. */
export function firstMethodDifference(
  { apart, exact }: AnswersBySet,
  before: Before,
  after: After,
): MethodDifference | null {
  let other: MethodDifference | null = null;
  for (const method of methodsOf(exact, before, after)) {
    if (areEqual(apart, before, after, method)) continue;
    const now = exact.answers24(after, method);
    for (const then of exact.answersBefore(before, method)) {
      const difference = firstDifference(exact.atoms, then, now);
      if (difference?.after === 'pass') return { method, ...difference };
      if (difference !== null) other ??= { method, ...difference };
    }
  }
  return other;
}

/** The same, without asking which. */
export function isAnyDifferent(
  { apart, ofIPv6, exact }: AnswersBySet,
  before: Before,
  after: After,
): boolean {
  return methodsOf(exact, before, after).some(
    (method) =>
      !areEqual(apart, before, after, method) &&
      [apart, ofIPv6, exact].some((answers) => differ(answers, before, after, method)),
  );
}

/** @param apart with each net a test of its own */
export function verdictOf(apart: Answers, before: Before, after: After): Verdict {
  const methods = methodsOf(apart, before, after);
  if (methods.every((method) => areEqual(apart, before, after, method))) return 'alike';
  const isForStrangers = (method: string): boolean =>
    apart
      .answersBefore(before, method)
      .some((then) => differForStrangers(apart.atoms, then, apart.answers24(after, method)));
  return methods.some(isForStrangers) ? 'different for strangers' : 'open';
}

function methodsOf({ methods }: Answers, before: Before, after: After): readonly string[] {
  return asked(methods(before), methods(after));
}

function areEqual(
  { answersBefore, answers24 }: Answers,
  before: Before,
  after: After,
  method: string,
): boolean {
  const now = answers24(after, method);
  return answersBefore(before, method).every((then) => equalOutcomes(then, now));
}

/** Whether a request with the method is answered differently. */
function differ(
  { atoms, answersBefore, answers24 }: Answers,
  before: Before,
  after: After,
  method: string,
): boolean {
  const now = answers24(after, method);
  return answersBefore(before, method).some((then) => haveDifference(atoms, then, now));
}

/** Whether 2.2 keeps somebody out with GET whom it lets in with another method. @param others of these; of any by default */
export function isStricterWithGet(
  { atoms: { bdd }, answersBefore, methods }: Answers,
  before: Before,
  others: readonly string[] = asked(methods(before)),
): boolean {
  const withGet = bdd.all(answersBefore(before, 'GET').map(({ pass }) => pass));
  return others.some((method) =>
    answersBefore(before, method).some(({ pass }) => bdd.and(pass, bdd.not(withGet)) !== bdd.no),
  );
}

/** Whether 2.2 lets somebody in by the one whom it keeps out by the other; null keeps everybody out. */
export function letsMoreIn(
  { atoms: { bdd }, answersBefore, methods }: Answers,
  one: Before,
  other: Before | null,
): boolean {
  const ofOther = other === null ? new Set<string>() : methods(other);
  return asked(methods(one), ofOther).some((method) => {
    const kept = other === null ? [bdd.no] : answersBefore(other, method).map(({ pass }) => pass);
    const isOutside = bdd.not(bdd.all(kept));
    return answersBefore(one, method).some(({ pass }) => bdd.and(pass, isOutside) !== bdd.no);
  });
}

/** Whether the answers of the 2.2 servers differ that it may be. */
export function isAmbiguous({ atoms, answersBefore, methods }: Answers, before: Before): boolean {
  return asked(methods(before)).some((method) => {
    const [first, ...others] = answersBefore(before, method);
    return first !== undefined && others.some((each) => firstDifference(atoms, first, each) !== null);
  });
}

/** A method with which 2.2 asks for a user, one with which it lets some in, if there is one; null if it asks with none. */
export function askedForUser(
  { atoms, answersBefore, methods }: Answers,
  before: Before,
): AskedForUser | null {
  const found = asked(methods(before)).flatMap((method) =>
    answersBefore(before, method).flatMap((outcome) => askedBy(atoms, outcome, method)),
  );
  return found.find(({ as }) => as !== null) ?? found[0] ?? null;
}

function askedBy(atoms: RequestAtoms, outcome: Outcome, method: string): AskedForUser[] {
  const { bdd, validUser } = atoms;
  const without = atoms.witness(bdd.and(outcome.unauthorized, bdd.not(validUser)));
  if (without === null) return [];
  const place = parseRequireIp(without.address);
  const there = 'net' in place ? atoms.address([place.net]) : bdd.yes;
  return [{ method, without, as: atoms.witness(bdd.all([outcome.pass, validUser, there])) }];
}
