import type { Context22, Context24, Decisive, Outcome, RequestAtoms, State24 } from '../policy/index.ts';
import {
  constantOutcome,
  decide22,
  decide24,
  OTHER_METHODS,
  workOn,
  createOutlines,
} from '../policy/index.ts';
import { count, remember } from '../../text/index.ts';
import type { StateBefore } from '../states/walk-state.ts';
import { numberingOfLists } from '../states/list-table.ts';

/** What each server answers, with the same requests told apart. */
export interface Answers {
  readonly atoms: RequestAtoms;
  answersBefore(decisive: Decisive<StateBefore>, method: string): readonly Outcome[];
  answers24(decisive: Decisive<State24>, method: string): Outcome;
  /** The methods that the state tells from others. */
  methods(decisive: Decisive<StateBefore>): ReadonlySet<string>;
}

/** Both servers, and who pays for what is asked of them. */
export interface Servers extends Pick<Answers, 'methods'> {
  readonly contexts22: readonly [Context22, ...Context22[]];
  readonly context24: Context24;
  pay(units: number): void;
}

export function createAnswers(
  atoms: RequestAtoms,
  { contexts22, context24, methods, pay }: Servers,
): Answers {
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
export function asked(...named: readonly ReadonlySet<string>[]): readonly string[] {
  if (named.every(({ size }) => size === 0)) return GET_ALONE;
  const names = new Set(named.flatMap((each) => [...each]));
  return [...new Set(['GET', ...names, OTHER_METHODS])];
}

const GET_ALONE: readonly string[] = ['GET'];

/** What is so of all states of one outline. */
export type Verdict =
  | 'alike'
  /** Whatever nets there are, if only they don't hold every client. */
  | 'different for strangers'
  /** It depends on which nets and names they are. */
  | 'open';

/**
 * Asked once for all states of one outline.
 * @param pay is called where the verdict is known
 */
export function createVerdicts(
  verdictOf: (before: Decisive<StateBefore>, after: Decisive<State24>) => Verdict,
  pay: () => void,
): (before: Decisive<StateBefore>, after: Decisive<State24>) => Verdict {
  const outlineOf = createOutlines();
  const numberOf = numberingOfLists();
  const known: Verdict[] = [];
  return (before, after) => {
    const outline = outlineOf(before, after);
    if (outline === null) return 'open';
    const number = numberOf(outline.key);
    const same = known[number];
    if (same === undefined) known[number] = verdictOf(before, after);
    else pay();
    const verdict = known[number]!;
    count(same === undefined ? 'outlines of states' : 'pairs of states like one before');
    return verdict === 'alike' || outline.hasStranger ? verdict : 'open';
  };
}
