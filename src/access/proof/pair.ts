import type { AccessSection } from '../sections/types.ts';
import type { Intern } from '../states/intern.ts';
import { createWalkInterner } from '../states/intern-walks.ts';
import type { Walk24, WalkBefore } from '../states/walk-state.ts';

/** Where requests stand on both servers: before a section, or behind it. */
export interface Pair {
  readonly before: WalkBefore;
  readonly after: Walk24;
}

/** Equal pairs become one object, and so do their halves. @param sections all that they go through */
export function internPairs(sections: readonly AccessSection[], same: Intern): (pair: Pair) => Pair {
  const before = createWalkInterner<WalkBefore>(sections, same);
  const after = createWalkInterner<Walk24>(sections, same);
  return (pair) => same({ before: before(pair.before), after: after(pair.after) });
}
