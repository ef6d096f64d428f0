import { isInHtaccess, scopeHolding } from '../model/index.ts';
import type { Guard, Occurrence, Scope, Truth } from '../model/index.ts';
import { flatMap } from '../text/index.ts';
import { both } from './world.ts';

/** A directive or section that the server reads, or may read. */
export interface LiveItem {
  /** Its own guards hold or may hold, and so do those of the sections around it. */
  readonly item: Occurrence | Scope;
  /** Never `no`. */
  readonly live: Truth;
  readonly inHtaccess: boolean;
}

/** Whether a guard's content is read. */
export type GuardTest = (guard: Guard) => Truth;

/** Those of the items that a server reads which sees guards so. */
export function liveItems(items: readonly (Occurrence | Scope)[], holds: GuardTest): LiveItem[] {
  const known = new Map<Scope, Truth>();
  const liveIn = (scope: Scope | null): Truth => {
    if (scope === null) return 'yes';
    const live = known.get(scope) ?? liveOf(scope);
    known.set(scope, live);
    return live;
  };
  const liveOf = (item: Occurrence | Scope): Truth => {
    let live = liveIn(scopeHolding(item));
    for (const guard of item.guards) live = both(live, holds(guard));
    return live;
  };
  return flatMap(items, (item) => {
    const live = liveOf(item);
    return live === 'no' ? [] : [{ item, live, inHtaccess: isInHtaccess(item) }];
  });
}
