import type { Guard, Occurrence, Scope } from '../../model/index.ts';
import { isLimit } from '../../model/index.ts';

/** The lines of a scope that are read; those in a Limit, too: it limits access rules only. */
export function linesIn(
  scope: Scope,
  isRead: (guards: readonly Guard[]) => boolean = () => true,
): Occurrence[] {
  const found: Occurrence[] = [];
  addLines(scope, isRead, found);
  return found;
}

function addLines(scope: Scope, isRead: (guards: readonly Guard[]) => boolean, found: Occurrence[]): void {
  for (const item of scope.items) {
    if (!isRead(item.guards)) continue;
    if (item.type === 'occurrence') found.push(item);
    else if (isLimit(item)) addLines(item, isRead, found);
  }
}
