import { createOutlines } from '../policy/index.ts';
import type { Decisive, State24 } from '../policy/index.ts';
import { count } from '../../text/index.ts';
import { numberingOfLists } from '../states/list-table.ts';
import type { StateBefore } from '../states/walk-state.ts';

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
