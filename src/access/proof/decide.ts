import type {
  Context22,
  Context24,
  Decisive,
  Outcome,
  OutcomeDifference,
  RequestAtoms,
  State22,
  State24,
  Witness,
} from '../policy/index.ts';
import {
  constantOutcome,
  createAtoms,
  decide22,
  decide24,
  differForStrangers,
  equalOutcomes,
  firstDifference,
  haveDifference,
  methodsAskedBy,
  OTHER_METHODS,
  parseRequireIp,
  workOn,
} from '../policy/index.ts';
import type { ServerModel } from '../../model/index.ts';
import { count, rememberWeakly } from '../../text/index.ts';
import type { Intern } from '../states/intern.ts';
import { createInterner, internerOf } from '../states/intern.ts';
import { analysisOf } from '../sections/analysis.ts';
import { remember } from '../sections/remember.ts';
import { contexts22Of, context24Of } from '../sections/server-contexts.ts';
import type { StateBefore, Walk24, WalkBefore } from '../states/walk-state.ts';
import { finalState, finalState24, isWalk24 } from '../states/walk-state.ts';
import type { Work } from '../work.ts';
import { limitedWork } from '../work.ts';
import type { Verdict } from './verdicts.ts';
import { createVerdicts } from './verdicts.ts';

/** A request method and what is answered differently with it. */
export interface MethodDifference extends OutcomeDifference {
  readonly method: string;
  /** Where credentials were looked up and are now, if that is the difference: the answer depends on who is known there. */
  readonly login?: { readonly before: string; readonly after: string };
}

/** Compares what 2.2 answers in one state with what 2.4 answers in another, for every request and method. */
export interface Comparison {
  /** The walk as if it ended there: equal final states are one object. */
  ended(walk: WalkBefore): WalkBefore;
  /** The first difference found, openings first for each method; null if there is none. */
  difference(before: WalkBefore, after: Walk24): MethodDifference | null;
  /** Whether there is one. */
  differs(before: WalkBefore, after: Walk24): boolean;
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
    known.get(accessCompat) ??
    createDecisions(contexts22Of(model), context24Of(model, accessCompat), internerFor(model));
  known.set(accessCompat, same);
  return same;
}

/** That of the states of its world, or of the first of several. */
function internerFor(model: ServerModel): Intern {
  const [world] = analysisOf(model).worlds ?? [];
  return world === undefined ? createInterner() : internerOf(world);
}

const decisionsByCompat = rememberWeakly((_model: ServerModel) => new Map<boolean, Decisions>());

/** Decisions that nobody else asks. */
export function createComparison(
  contexts22: readonly [Context22, ...Context22[]],
  context24: Context24,
  work: Work = limitedWork(),
): Comparison {
  return createDecisions(contexts22, context24, createInterner()).comparison(work);
}

/**
 * The decision diagram and every answer are shared, and what is equal is compared once.
 * @param contexts22 all that the 2.2 server may be: what 2.4 answers is compared with each
 */
function createDecisions(
  contexts22: readonly [Context22, ...Context22[]],
  context24: Context24,
  same: Intern,
): Decisions {
  let payer = limitedWork();
  const methods = remember(({ state }: Decisive<StateBefore>) => methodsAskedBy(state));
  const servers: Servers = { contexts22, context24, methods, pay: (units) => payer.spend(units) };
  /** What is so for no request, whatever addresses there are, or for one that is found at a look, need not be looked for bit by bit. */
  const apart = createAnswers(createAtoms('apart'), servers);
  /** And what is so for some request of these is so. */
  const ofIPv6 = createAnswers(createAtoms('of IPv6'), servers);
  const exact = createAnswers(createAtoms(), servers);
  const both = [apart, exact];
  const { atoms, answersBefore, answers24 } = exact;
  const isEqualApart = (before: Decisive<StateBefore>, after: Decisive<State24>, method: string): boolean => {
    const now = apart.answers24(after, method);
    return apart.answersBefore(before, method).every((then) => equalOutcomes(then, now));
  };
  const compare = (before: Decisive<StateBefore>, after: Decisive<State24>): MethodDifference | null => {
    for (const method of asked(methods(before), methods(after))) {
      if (isEqualApart(before, after, method)) continue;
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
  const asksForUser = (before: Decisive<StateBefore>): AskedForUser | null => {
    const found = asked(methods(before)).flatMap((method) =>
      answersBefore(before, method).flatMap((outcome) => askedForUser(atoms, outcome, method)),
    );
    return found.find(({ as }) => as !== null) ?? found[0] ?? null;
  };
  const isDifferent = (before: Decisive<StateBefore>, after: Decisive<State24>): boolean =>
    asked(methods(before), methods(after)).some(
      (method) =>
        !isEqualApart(before, after, method) &&
        [apart, ofIPv6, exact].some((answers) => differ(answers, before, after, method)),
    );
  const verdictOf = (before: Decisive<StateBefore>, after: Decisive<State24>): Verdict => {
    const names = asked(methods(before), methods(after));
    if (names.every((method) => isEqualApart(before, after, method))) return 'alike';
    const isForStrangers = (method: string): boolean =>
      apart
        .answersBefore(before, method)
        .some((then) => differForStrangers(apart.atoms, then, apart.answers24(after, method)));
    return names.some(isForStrangers) ? 'different for strangers' : 'open';
  };
  const verdictFor = createVerdicts(verdictOf, () => payer.spend(1));
  const differs = rememberPairs((before: Decisive<StateBefore>, after: Decisive<State24>): boolean => {
    const verdict = verdictFor(before, after);
    return verdict === 'open' ? isDifferent(before, after) : verdict !== 'alike';
  });
  const difference = rememberPairs(compare);
  const before = (walk: WalkBefore) => same({ failed: walk.failed, state: finalState(walk) });
  const after = (walk: Walk24) => same({ failed: walk.failed, state: finalState24(walk) });
  return {
    comparison(work) {
      const paid =
        <Args extends readonly unknown[], Answer>(answer: (...args: Args) => Answer) =>
        (...args: Args): Answer => {
          payer = work;
          return answer(...args);
        };
      return {
        ended(walk) {
          const { state } = before(walk);
          return isWalk24(walk)
            ? { ...walk, state: state as State24, pending: null }
            : { ...walk, state: state as State22 };
        },
        difference(then, now) {
          payer = work;
          const pair = [before(then), after(now)] as const;
          return differs(...pair) ? difference(...pair) : null;
        },
        differs: paid((then, now) => differs(before(then), after(now))),
        isAmbiguous: paid((then) => isAmbiguous(before(then))),
        isStricterWithGet: paid((then) => both.every((answers) => isStricterWithGet(answers, before(then)))),
        letsMoreIn: paid((one, other) =>
          both.every((answers) => letsMoreIn(answers, before(one), other === null ? null : before(other))),
        ),
        asksForUser: paid((then) => asksForUser(before(then))),
      };
    },
  };
}

/** What each server answers, with the same requests told apart. */
interface Answers {
  readonly atoms: RequestAtoms;
  answersBefore(decisive: Decisive<StateBefore>, method: string): readonly Outcome[];
  answers24(decisive: Decisive<State24>, method: string): Outcome;
  /** The methods that the state tells from others. */
  methods(decisive: Decisive<StateBefore>): ReadonlySet<string>;
}

interface Servers extends Pick<Answers, 'methods'> {
  readonly contexts22: readonly [Context22, ...Context22[]];
  readonly context24: Context24;
  pay(units: number): void;
}

function createAnswers(atoms: RequestAtoms, { contexts22, context24, methods, pay }: Servers): Answers {
  const serverError = constantOutcome(atoms, 'serverError');
  return {
    atoms,
    methods,
    answersBefore: rememberByMethod(
      ({ failed, state }: Decisive<StateBefore>, method): readonly Outcome[] => {
        if (failed) return [serverError];
        pay(workOn(state));
        count('decisions');
        if ('tree' in state) return [decide24(atoms, state, method, { ...context24, accessCompat: true })];
        // Without a Require line no authorization module is asked.
        const contexts = state.requires === null ? contexts22.slice(0, 1) : contexts22;
        return contexts.map((context) => decide22(atoms, state, method, context));
      },
    ),
    answers24: rememberByMethod(({ failed, state }: Decisive<State24>, method): Outcome => {
      if (failed) return serverError;
      pay(workOn(state));
      count('decisions');
      return decide24(atoms, state, method, context24);
    }),
  };
}

/** Whether a request with the method is answered differently. */
function differ(
  { atoms, answersBefore, answers24 }: Answers,
  before: Decisive<StateBefore>,
  after: Decisive<State24>,
  method: string,
): boolean {
  const now = answers24(after, method);
  return answersBefore(before, method).some((then) => haveDifference(atoms, then, now));
}

function isStricterWithGet(
  { atoms: { bdd }, answersBefore, methods }: Answers,
  before: Decisive<StateBefore>,
): boolean {
  const withGet = bdd.all(answersBefore(before, 'GET').map(({ pass }) => pass));
  return asked(methods(before)).some((method) =>
    answersBefore(before, method).some(({ pass }) => bdd.and(pass, bdd.not(withGet)) !== bdd.no),
  );
}

function letsMoreIn(
  { atoms: { bdd }, answersBefore, methods }: Answers,
  one: Decisive<StateBefore>,
  other: Decisive<StateBefore> | null,
): boolean {
  const methodsOf = other === null ? new Set<string>() : methods(other);
  return asked(methods(one), methodsOf).some((method) => {
    const kept = other === null ? [bdd.no] : answersBefore(other, method).map(({ pass }) => pass);
    const isOutside = bdd.not(bdd.all(kept));
    return answersBefore(one, method).some(({ pass }) => bdd.and(pass, isOutside) !== bdd.no);
  });
}

function askedForUser(atoms: RequestAtoms, outcome: Outcome, method: string): AskedForUser[] {
  const { bdd, validUser } = atoms;
  const without = atoms.witness(bdd.and(outcome.unauthorized, bdd.not(validUser)));
  if (without === null) return [];
  const place = parseRequireIp(without.address);
  const there = 'net' in place ? atoms.address([place.net]) : bdd.yes;
  return [{ method, without, as: atoms.witness(bdd.all([outcome.pass, validUser, there])) }];
}

function rememberPairs<Before extends object, After extends object, Answer>(
  make: (before: Before, after: After) => Answer,
): (before: Before, after: After) => Answer {
  const known = remember((before: Before) => remember((after: After) => make(before, after)));
  return (before, after) => known(before)(after);
}

function rememberByMethod<Key extends object, Answer>(decide: (key: Key, method: string) => Answer) {
  // Few methods, and many keys.
  const byMethod = new Map<string, (key: Key) => Answer>();
  return (key: Key, method: string): Answer => {
    let decided = byMethod.get(method);
    if (decided === undefined) byMethod.set(method, (decided = remember((each) => decide(each, method))));
    return decided(key);
  };
}

/** The methods that are told apart, and one that is not; where none is, GET stands for all. */
function asked(...named: readonly ReadonlySet<string>[]): readonly string[] {
  if (named.every(({ size }) => size === 0)) return GET_ALONE;
  const names = new Set(named.flatMap((each) => [...each]));
  return [...new Set(['GET', ...names, OTHER_METHODS])];
}

const GET_ALONE: readonly string[] = ['GET'];
