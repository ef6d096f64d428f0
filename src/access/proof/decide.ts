import type { Context22, Context24, Decisive, State22, State24 } from '../policy/index.ts';
import { createAtoms, methodsAskedBy } from '../policy/index.ts';
import type { ServerModel } from '../../model/index.ts';
import { rememberWeakly, remember } from '../../text/index.ts';
import type { Intern } from '../states/intern.ts';
import { createInterner, internerOf } from '../states/intern.ts';
import { analysisOf } from '../sections/analysis.ts';
import { contexts22Of, context24Of } from '../sections/server-contexts.ts';
import type { StateBefore, Walk24, WalkBefore } from '../states/walk-state.ts';
import { finalState, finalState24, isWalk24 } from '../states/walk-state.ts';
import type { Work } from '../work.ts';
import { limitedWork } from '../work.ts';
import type { Servers } from './answers.ts';
import { createAnswers, createVerdicts } from './answers.ts';
import type { AnswersBySet, AskedForUser, MethodDifference } from './compare-answers.ts';
import {
  askedForUser,
  firstMethodDifference,
  isAmbiguous,
  isAnyDifferent,
  isStricterWithGet,
  letsMoreIn,
  verdictOf,
} from './compare-answers.ts';

/** Compares what 2.2 answers in one state with what 2.4 answers in another, for every request and method. */
export interface Comparison {
  /** The walk as if it ended there: equal final states are one object. */
  ended(walk: WalkBefore): WalkBefore;
  /** The first difference found, openings first; null if there is none. */
  difference(before: WalkBefore, after: Walk24): MethodDifference | null;
  /** Whether there is one. */
  differs(before: WalkBefore, after: Walk24): boolean;
  /** Whether what 2.2 answers depends on which of the contexts it is. */
  isAmbiguous(before: WalkBefore): boolean;
  /** Whether 2.2 keeps somebody out with GET whom it lets in with another method. */
  isStricterWithGet(before: WalkBefore, others?: readonly string[]): boolean;
  /** Whether 2.2 lets somebody in by the one whom it keeps out by the other; null keeps everybody out. */
  letsMoreIn(one: WalkBefore, other: WalkBefore | null): boolean;
  /** A method with which 2.2 asks for a user, one with which it lets some in, if there is one; null if it asks with none. */
  asksForUser(before: WalkBefore): AskedForUser | null;
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
  const answers: AnswersBySet = {
    apart: createAnswers(createAtoms('apart'), servers),
    ofIPv6: createAnswers(createAtoms('of IPv6'), servers),
    exact: createAnswers(createAtoms(), servers),
  };
  const { exact } = answers;
  const both = [answers.apart, exact];
  const verdictFor = createVerdicts(
    (then, now) => verdictOf(answers.apart, then, now),
    () => payer.spend(1),
  );
  const differs = rememberPairs((then: Decisive<StateBefore>, now: Decisive<State24>): boolean => {
    const verdict = verdictFor(then, now);
    return verdict === 'open' ? isAnyDifferent(answers, then, now) : verdict !== 'alike';
  });
  const difference = rememberPairs((then: Decisive<StateBefore>, now: Decisive<State24>) =>
    firstMethodDifference(answers, then, now),
  );
  const before = (walk: WalkBefore) => same({ failed: walk.failed, state: finalState(walk) });
  const after = (walk: Walk24) => same({ failed: walk.failed, state: finalState24(walk) });
  const ended = (walk: WalkBefore): WalkBefore => {
    const { state } = before(walk);
    const { override, failed, unread } = walk;
    return isWalk24(walk)
      ? { override, failed, unread, state: state as State24, pending: null }
      : { override, failed, unread, state: state as State22, meant: walk.meant, written: walk.written };
  };
  return {
    comparison(work) {
      const paid =
        <Args extends readonly unknown[], Answer>(answer: (...args: Args) => Answer) =>
        (...args: Args): Answer => {
          payer = work;
          return answer(...args);
        };
      return {
        ended,
        difference: paid((walk, walk24) => {
          const [then, now] = [before(walk), after(walk24)];
          return differs(then, now) ? difference(then, now) : null;
        }),
        differs: paid((walk, walk24) => differs(before(walk), after(walk24))),
        isAmbiguous: paid((walk) => isAmbiguous(exact, before(walk))),
        isStricterWithGet: paid((walk, others) =>
          both.every((each) => isStricterWithGet(each, before(walk), others)),
        ),
        letsMoreIn: paid((one, other) =>
          both.every((each) => letsMoreIn(each, before(one), other === null ? null : before(other))),
        ),
        asksForUser: paid((walk) => askedForUser(exact, before(walk))),
      };
    },
  };
}

function rememberPairs<Before extends object, After extends object, Answer>(
  make: (before: Before, after: After) => Answer,
): (before: Before, after: After) => Answer {
  const known = remember((before: Before) => remember((after: After) => make(before, after)));
  return (before, after) => known(before)(after);
}
