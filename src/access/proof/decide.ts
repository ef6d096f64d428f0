import type {
  Context22,
  Context24,
  Outcome,
  OutcomeDifference,
  RequestAtoms,
  State24,
  Witness,
} from '../policy/index.ts';
import {
  constantOutcome,
  createAtoms,
  decide22,
  decide24,
  firstDifference,
  methodsAskedBy,
  OTHER_METHODS,
  parseRequireIp,
  workOn,
} from '../policy/index.ts';
import type { ServerModel } from '../../model/index.ts';
import { count, rememberWeakly } from '../../text/index.ts';
import { createInterner } from '../states/intern.ts';
import { remember } from '../sections/remember.ts';
import { contexts22Of, context24Of } from '../sections/server-contexts.ts';
import type { StateBefore, Walk24, WalkBefore } from '../states/walk-state.ts';
import { finalState, finalState24 } from '../states/walk-state.ts';
import type { Work } from '../work.ts';
import { limitedWork } from '../work.ts';

/** A request method and what is answered differently with it. */
export interface MethodDifference extends OutcomeDifference {
  readonly method: string;
  /** Where credentials were looked up and are now, if that is the difference: the answer depends on who is known there. */
  readonly login?: { readonly before: string; readonly after: string };
}

/** Compares what 2.2 answers in one state with what 2.4 answers in another, for every request and method. */
export interface Comparison {
  /** The first difference found, openings first for each method; null if there is none. */
  difference(before: WalkBefore, after: Walk24): MethodDifference | null;
  /** Whether what 2.2 answers depends on which of the contexts it is. */
  isAmbiguous(before: WalkBefore): boolean;
  /** Whether 2.2 keeps somebody out with GET whom it lets in with another method. */
  isStricterWithGet(before: WalkBefore): boolean;
  /** Whether 2.2 lets somebody in by the one whom it keeps out by the other; null keeps everybody out. */
  letsMoreIn(one: WalkBefore, other: WalkBefore | null): boolean;
  /** A method with which 2.2 asks for a user, one with which it lets some in, if there is one; null if it asks with none. */
  asksForUser(before: WalkBefore): AskedForUser | null;
}

export interface AskedForUser {
  readonly method: string;
  /** A request that is answered 401. */
  readonly without: Witness;
  /** One with credentials that is let through from the same place; null if nobody is. */
  readonly as: Witness | null;
}

/** What each server answers in the states of a tree, found out once for all who ask. */
export interface Decisions {
  /** What it is asked ends with TooMuchWork when there are too many methods, states and lines that were not decided before. */
  comparison(work: Work): Comparison;
}

/** For all that is asked of a tree: what was decided for the rewrite is known to the proof. */
export function decisionsOf(model: ServerModel, accessCompat: boolean): Decisions {
  const known = decisionsByCompat(model);
  const same =
    known.get(accessCompat) ?? createDecisions(contexts22Of(model), context24Of(model, accessCompat));
  known.set(accessCompat, same);
  return same;
}

const decisionsByCompat = rememberWeakly((_model: ServerModel) => new Map<boolean, Decisions>());

/** Decisions that nobody else asks. */
export function createComparison(
  contexts22: readonly [Context22, ...Context22[]],
  context24: Context24,
  work: Work = limitedWork(),
): Comparison {
  return createDecisions(contexts22, context24).comparison(work);
}

/**
 * The decision diagram and every answer are shared, and what is equal is compared once.
 * @param contexts22 all that the 2.2 server may be: what 2.4 answers is compared with each
 */
function createDecisions(contexts22: readonly [Context22, ...Context22[]], context24: Context24): Decisions {
  let payer = limitedWork();
  const atoms = createAtoms();
  const serverError = constantOutcome(atoms, 'serverError');
  const workOnce = remember(({ state }: Decisive<StateBefore>) => workOn(state));
  const answersBefore = rememberByMethod((decisive: Decisive<StateBefore>, method): readonly Outcome[] => {
    const { failed, state } = decisive;
    if (failed) return [serverError];
    payer.spend(workOnce(decisive));
    count('decisions');
    if ('tree' in state) return [decide24(atoms, state, method, { ...context24, accessCompat: true })];
    // Without a Require line no authorization module is asked.
    const contexts = state.requires === null ? contexts22.slice(0, 1) : contexts22;
    return contexts.map((context) => decide22(atoms, state, method, context));
  });
  const answers24 = rememberByMethod((decisive: Decisive<State24>, method): Outcome => {
    if (decisive.failed) return serverError;
    payer.spend(workOnce(decisive));
    count('decisions');
    return decide24(atoms, decisive.state, method, context24);
  });
  const methods = remember(({ state }: Decisive<StateBefore>) => methodsAskedBy(state));
  const compare = (before: Decisive<StateBefore>, after: Decisive<State24>): MethodDifference | null => {
    for (const method of asked(methods(before), methods(after))) {
      const now = answers24(after, method);
      for (const then of answersBefore(before, method)) {
        const difference = firstDifference(atoms, then, now);
        if (difference !== null) return { method, ...difference };
      }
    }
    return null;
  };
  const isAmbiguous = (before: Decisive<StateBefore>): boolean =>
    asked(methods(before)).some((method) => {
      const [first, ...others] = answersBefore(before, method);
      return first !== undefined && others.some((each) => firstDifference(atoms, first, each) !== null);
    });
  const isStricterWithGet = (before: Decisive<StateBefore>): boolean => {
    const { bdd } = atoms;
    const withGet = bdd.all(answersBefore(before, 'GET').map(({ pass }) => pass));
    return asked(methods(before)).some((method) =>
      answersBefore(before, method).some(({ pass }) => bdd.and(pass, bdd.not(withGet)) !== bdd.no),
    );
  };
  const letsMoreIn = (one: Decisive<StateBefore>, other: Decisive<StateBefore> | null): boolean => {
    const { bdd } = atoms;
    const methodsOf = other === null ? new Set<string>() : methods(other);
    return asked(methods(one), methodsOf).some((method) => {
      const kept = other === null ? [bdd.no] : answersBefore(other, method).map(({ pass }) => pass);
      const isOutside = bdd.not(bdd.all(kept));
      return answersBefore(one, method).some(({ pass }) => bdd.and(pass, isOutside) !== bdd.no);
    });
  };
  const asksForUser = (before: Decisive<StateBefore>): AskedForUser | null => {
    const found = asked(methods(before)).flatMap((method) =>
      answersBefore(before, method).flatMap((outcome) => askedForUser(atoms, outcome, method)),
    );
    return found.find(({ as }) => as !== null) ?? found[0] ?? null;
  };
  const compared = remember((before: Decisive<StateBefore>) =>
    remember((after: Decisive<State24>) => compare(before, after)),
  );
  const equalBefore = createInterner<Decisive<StateBefore>>();
  const equal24 = createInterner<Decisive<State24>>();
  const before = (walk: WalkBefore) => equalBefore({ failed: walk.failed, state: finalState(walk) });
  const after = (walk: Walk24) => equal24({ failed: walk.failed, state: finalState24(walk) });
  return {
    comparison(work) {
      const paid =
        <Args extends readonly unknown[], Answer>(answer: (...args: Args) => Answer) =>
        (...args: Args): Answer => {
          payer = work;
          return answer(...args);
        };
      return {
        difference: paid((then, now) => compared(before(then))(after(now))),
        isAmbiguous: paid((then) => isAmbiguous(before(then))),
        isStricterWithGet: paid((then) => isStricterWithGet(before(then))),
        letsMoreIn: paid((one, other) => letsMoreIn(before(one), other === null ? null : before(other))),
        asksForUser: paid((then) => asksForUser(before(then))),
      };
    },
  };
}

function askedForUser(atoms: RequestAtoms, outcome: Outcome, method: string): AskedForUser[] {
  const { bdd, validUser } = atoms;
  const without = atoms.witness(bdd.and(outcome.unauthorized, bdd.not(validUser)));
  if (without === null) return [];
  const place = parseRequireIp(without.address);
  const there = 'net' in place ? atoms.address([place.net]) : bdd.yes;
  return [{ method, without, as: atoms.witness(bdd.all([outcome.pass, validUser, there])) }];
}

/** What of a walk decides the answer. */
interface Decisive<State> {
  /** A .htaccess file said what is not permitted: 500. */
  readonly failed: boolean;
  readonly state: State;
}

function rememberByMethod<Key extends object, Answers>(decide: (key: Key, method: string) => Answers) {
  // Few methods, and many keys.
  const byMethod = new Map<string, (key: Key) => Answers>();
  return (key: Key, method: string): Answers => {
    let decided = byMethod.get(method);
    if (decided === undefined) byMethod.set(method, (decided = remember((each) => decide(each, method))));
    return decided(key);
  };
}

/** The methods that are told apart, and one that is not; where none is, GET stands for all. */
function asked(...named: readonly ReadonlySet<string>[]): string[] {
  const names = new Set(named.flatMap((each) => [...each]));
  return names.size === 0 ? ['GET'] : [...new Set(['GET', ...names, OTHER_METHODS])];
}
