import { posix } from 'node:path';
import type { FileRead, FolderEntry, TreeReader } from '../reader/index.ts';
import { isUnder, rebase } from './config-path.ts';

/** Paths below `from`, as the configuration names them, lie below `to`, both absolute. */
export interface Relocation {
  readonly from: string;
  readonly to: string;
}

/** The file system as the server of this tree would see it: paths are those that the configuration names. */
export interface Places {
  /** Null for a tree that lies where it says. */
  readonly relocation: Relocation | null;
  readFile(path: string): FileRead | { readonly failure: 'outside' };
  list(path: string): readonly FolderEntry[] | null;
  /** What is there, links followed. `outside`: in a copy, a path that the copy does not hold. */
  kindOf(path: string): 'file' | 'folder' | 'special' | 'outside' | null;
  /** Where it is on this system, links followed; null if it is nowhere, or outside of the copy. */
  realPath(path: string): string | null;
}

/** The tree lies where it says: names are paths. */
export function placesInPlace(reader: TreeReader): Places {
  return { ...reader, relocation: null };
}

/**
 * A copy of a tree. Nothing outside of it is ever read, for that would be another server's file, perhaps the running one's:
 * neither by an absolute path nor through a link, whose target is looked up in the copy too.
 */
export function placesOfCopy(reader: TreeReader, relocation: Relocation): Places {
  const top = reader.realPath(relocation.to) ?? relocation.to;
  const settle = (path: string): string | null => {
    const inCopy = moveIntoCopy(path, relocation);
    if (inCopy === null) return null;
    const real = reader.realPath(inCopy);
    if (real !== null && isUnder(real, top)) return real;
    return followInCopy(inCopy, relocation, reader);
  };
  return {
    relocation,
    readFile(path) {
      if (path === '/dev/null') return reader.readFile(path);
      const place = settle(path);
      return place === null ? { failure: 'outside' } : reader.readFile(place);
    },
    list(path) {
      const place = settle(path);
      return place === null ? null : reader.list(place);
    },
    kindOf(path) {
      const place = settle(path);
      return place === null ? 'outside' : reader.kindOf(place);
    },
    realPath(path) {
      const place = settle(path);
      return place === null ? null : reader.realPath(place);
    },
  };
}

/**
 * Where a path that the configuration names lies in the copy; null if it is not of the tree that was copied. A path into the copy
 * itself stays. If one of the two folders is in the other, the inner one decides.
 */
export function moveIntoCopy(path: string, { from, to }: Relocation): string | null {
  const isOfTree = isUnder(path, from);
  const isOfCopy = isUnder(path, to);
  if (isOfCopy && !(isOfTree && isUnder(from, to))) return path;
  return isOfTree ? rebase(path, from, to) : null;
}

/** A link chain longer than this is a loop (as MAXSYMLINKS of Linux). */
const MOST_LINKS = 40;

/**
 * The path with its links followed as if the copy lay in its proper place; null if that leads out of the copy. What doesn't exist
 * ends the following.
 */
function followInCopy(path: string, relocation: Relocation, reader: TreeReader): string | null {
  // Components still to be gone through, the next one at the end.
  const pending = componentsBelow(relocation.to, path);
  let at = relocation.to;
  let links = 0;
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const next = posix.join(at, name);
    const target = reader.readLink(next);
    if (target === null) {
      at = next;
      continue;
    }
    const inCopy = moveIntoCopy(posix.resolve(at, target), relocation);
    if (inCopy === null || ++links > MOST_LINKS) return null;
    pending.push(...componentsBelow(relocation.to, inCopy));
    at = relocation.to;
  }
  return at;
}

function componentsBelow(folder: string, path: string): string[] {
  const names = path.slice(folder.length).split('/');
  return names.filter((name) => name !== '').toReversed();
}
