import type { Guard, Occurrence, Scope, ServerModel, Truth } from '../model/index.ts';
import { both } from './world.ts';
import { flatMap } from '../text/index.ts';

/** A directive or section that the server reads, or may read. */
export interface LiveItem {
  /** Its own guards hold or may hold; those of the sections around it came with these. */
  readonly item: Occurrence | Scope;
  /** Never `no`. */
  readonly live: Truth;
  readonly inHtaccess: boolean;
}

/** Whether a guard's content is read. */
export type GuardTest = (guard: Guard) => Truth;

/** Visits everything that a server reads which sees guards so, in reading order: configuration files, then .htaccess files. */
export function walkLive(model: ServerModel, holds: GuardTest, visit: (found: LiveItem) => void): void {
  walkScope(model.main, false, holds, visit);
  for (const { scope } of model.htaccess) walkScope(scope, true, holds, visit);
}

/** Those of the items that a server reads which sees guards so. */
export function liveOnes(items: readonly Omit<LiveItem, 'live'>[], holds: GuardTest): LiveItem[] {
  const known = new Map<Scope, Truth>();
  const liveIn = (scope: Scope | null): Truth => {
    if (scope === null) return 'yes';
    const live = known.get(scope) ?? liveOf(scope);
    known.set(scope, live);
    return live;
  };
  const liveOf = (item: Occurrence | Scope): Truth => {
    let live = liveIn(item.type === 'scope' ? item.parent : item.scope);
    for (const guard of item.guards) live = both(live, holds(guard));
    return live;
  };
  return flatMap(items, ({ item, inHtaccess }) => {
    const live = liveOf(item);
    return live === 'no' ? [] : [{ item, live, inHtaccess }];
  });
}

/** With stacks of its own: sections may nest deeper than calls can, and a tree has many directives. */
function walkScope(
  top: Scope,
  inHtaccess: boolean,
  holds: GuardTest,
  visit: (found: LiveItem) => void,
): void {
  const scopes: Scope[] = [top];
  const truths: Truth[] = ['yes'];
  const indexes: number[] = [0];
  while (scopes.length > 0) {
    const depth = scopes.length - 1;
    const item = scopes[depth]!.items[indexes[depth]!++];
    if (item === undefined) {
      scopes.pop();
      truths.pop();
      indexes.pop();
      continue;
    }
    let live = truths[depth]!;
    for (const guard of item.guards) live = both(live, holds(guard));
    if (live === 'no') continue;
    visit({ item, live, inHtaccess });
    if (item.type !== 'scope') continue;
    scopes.push(item);
    truths.push(live);
    indexes.push(0);
  }
}
