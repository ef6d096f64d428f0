import type { Guard, Occurrence, Scope, ServerModel, Truth } from '../model/index.ts';
import { both } from './world.ts';

/** A directive or section that the server reads, or may read. */
export interface LiveItem {
  readonly item: Occurrence | Scope;
  /** Never `no`. */
  readonly live: Truth;
  /** Its own guards, each of which holds or may hold; those of the sections around it came with these. */
  readonly guards: readonly Guard[];
  readonly inHtaccess: boolean;
}

/** Whether a guard's content is read. */
export type GuardTest = (guard: Guard) => Truth;

/** Everything that a server reads which sees guards so, in reading order, .htaccess files last. */
export function* walkLive(model: ServerModel, holds: GuardTest): Generator<LiveItem> {
  yield* walkScope(model.main, false, holds);
  for (const { scope } of model.htaccess) yield* walkScope(scope, true, holds);
}

/** With a stack of its own: sections may nest deeper than calls can. */
function* walkScope(top: Scope, inHtaccess: boolean, holds: GuardTest): Generator<LiveItem> {
  const pending: { item: Occurrence | Scope; around: Truth }[] = [];
  pushItems(top, 'yes');
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { item, around } = next;
    const live = item.guards.reduce((truth, guard) => both(truth, holds(guard)), around);
    if (live === 'no') continue;
    yield { item, live, guards: item.guards, inHtaccess };
    if (item.type === 'scope') pushItems(item, live);
  }

  function pushItems({ items }: Scope, around: Truth): void {
    for (let index = items.length - 1; index >= 0; index--) {
      const item = items[index];
      if (item !== undefined) pending.push({ item, around });
    }
  }
}
