import type { Guard, Occurrence, Scope } from '../../model/index.ts';
import { isLimit } from '../../model/index.ts';

/** The lines of a scope that are read; those in a Limit, too: it limits access rules only. */
export function linesIn(
  scope: Scope,
  isRead: (guards: readonly Guard[]) => boolean = () => true,
): Occurrence[] {
  const found: Occurrence[] = [];
  visitLines(scope, (line) => void found.push(line), isRead);
  return found;
}

/** The same, one after the other. */
export function visitLines(
  { items }: Scope,
  visit: (line: Occurrence) => void,
  isRead: (guards: readonly Guard[]) => boolean = () => true,
): void {
  for (let i = 0; i < items.length; i++) {
    const item = items[i]!;
    if (!isRead(item.guards)) continue;
    if (item.type === 'occurrence') visit(item);
    else if (isLimit(item)) visitLines(item, visit, isRead);
  }
}
