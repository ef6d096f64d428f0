import { posix } from 'node:path';
import type { TreeReader } from '../reader/index.ts';
import { isUnder } from './config-path.ts';
import { copyPaths } from './relocation.ts';
import type { Relocation } from './relocation.ts';

/** A link chain longer than this is a loop (as MAXSYMLINKS of Linux). */
const MOST_LINKS = 40;

/** Whether a path with its links resolved lies in one of the copy's folders. */
export function isInCopy(real: string, relocations: readonly Relocation[], reader: TreeReader): boolean {
  return relocations.some(({ to }) => isUnder(real, reader.realPath(to) ?? to));
}

/**
 * A path in the copy with its links followed as if the copy lay in its proper place; null if that leads out of the copy. What is
 * not there is no link.
 */
export function followInCopy(
  path: string,
  relocations: readonly Relocation[],
  reader: TreeReader,
): string | null {
  const [folder, pending] = startIn(path, relocations);
  let at = folder;
  let links = 0;
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const next = posix.join(at, name);
    const target = reader.readLink(next);
    if (target === null) {
      at = next;
      continue;
    }
    const [inCopy] = copyPaths(posix.resolve(at, target), relocations);
    if (inCopy === undefined || ++links > MOST_LINKS) return null;
    const [start, above] = startIn(inCopy, relocations);
    at = start;
    pending.push(...above);
  }
  return isUnderAny(at, relocations) ? at : null;
}

/** The folder of the copy that the path is in, and the names from there on, the next one at the end. */
function startIn(path: string, relocations: readonly Relocation[]): [string, string[]] {
  const folder = relocations.map(({ to }) => to).find((to) => isUnder(path, to)) ?? '/';
  const names = path.slice(folder.length).split('/');
  return [folder, names.filter((name) => name !== '').toReversed()];
}

function isUnderAny(path: string, relocations: readonly Relocation[]): boolean {
  return relocations.some(({ to }) => isUnder(path, to));
}
