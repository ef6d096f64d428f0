import type { Guard, Occurrence, Scope } from '../../model/index.ts';
import { isLimit } from '../../model/index.ts';

/** The lines of a scope that are read; those in a Limit, too: it limits access rules only. */
export function* linesIn(scope: Scope, isRead: (guards: readonly Guard[]) => boolean): Generator<Occurrence> {
  for (const item of scope.items) {
    if (!isRead(item.guards)) continue;
    if (item.type === 'occurrence') yield item;
    else if (isLimit(item)) yield* linesIn(item, isRead);
  }
}
