import type { AccessSection } from '../sections/types.ts';
import { createWalkInterner } from '../states/intern-walks.ts';
import type { Walk24, WalkBefore } from '../states/walk-state.ts';

/** Where requests stand on both servers: before a section, or behind it. */
export interface Pair {
  readonly before: WalkBefore;
  readonly after: Walk24;
}

/** Equal pairs become one object, and so do their halves. @param sections all that they go through */
export function internPairs(sections: readonly AccessSection[]): (pair: Pair) => Pair {
  const before = createWalkInterner<WalkBefore>(sections);
  const after = createWalkInterner<Walk24>(sections);
  const known = new Map<WalkBefore, Map<Walk24, Pair>>();
  return (pair) => {
    const left = before(pair.before);
    const right = after(pair.after);
    const same = known.get(left) ?? new Map<Walk24, Pair>();
    known.set(left, same);
    const interned = same.get(right) ?? { before: left, after: right };
    same.set(right, interned);
    return interned;
  };
}
