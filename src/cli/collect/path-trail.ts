import { posix } from 'node:path';
import type { TreeReader } from '../../model/index.ts';

/** More links on one way are a loop, as for Linux. */
const MOST_LINKS = 40;

/** What a copy must hold for the path to lead where it does: the symbolic links on the way, and what is at its end. */
export function pathTrail(path: string, reader: TreeReader): string[] {
  const trail: string[] = [];
  const pending = path.split('/').filter(Boolean).toReversed();
  let at = '/';
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const next = posix.join(at, name);
    const target = reader.readLink(next);
    if (target === null) {
      at = next;
      continue;
    }
    trail.push(next);
    if (trail.length > MOST_LINKS) return trail;
    at = target.startsWith('/') ? '/' : at;
    pending.push(...target.split('/').filter(Boolean).toReversed());
  }
  return [...trail, at];
}
