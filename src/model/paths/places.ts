import type { FileRead, FolderEntry, TreeReader } from '../reader/index.ts';
import { followInCopy, isInCopy } from './follow-in-copy.ts';
import type { Relocation } from './relocation.ts';
import { copyPaths } from './relocation.ts';
import { isUnder } from './config-path.ts';

/** The file system as the server of this tree would see it: paths are those that the configuration names. */
export interface Places {
  readFile(path: string): FileRead | { readonly failure: 'outside' };
  readStart(path: string, most: number): string | null;
  list(path: string): readonly FolderEntry[] | null;
  /** What is there, links followed. `outside`: in a copy, a path that the copy does not hold. */
  kindOf(path: string): 'file' | 'folder' | 'special' | 'outside' | null;
  /** Where it is on this system, links followed; null if it is nowhere, or outside of the copy. */
  realPath(path: string): string | null;
  /** The target of the link that lies there on this system; null if it is none. */
  readLink(path: string): string | null;
}

/** The tree lies where it says: names are paths. */
export function placesInPlace(reader: TreeReader): Places {
  return reader;
}

/**
 * A copy of a tree. Nothing outside of it is ever read, for that would be another server's file, perhaps the running one's:
 * neither by an absolute path nor through a link, whose target is looked up in the copy too.
 */
export function placesOfCopy(reader: TreeReader, relocations: readonly Relocation[]): Places {
  const settle = (path: string): string | null => {
    const settled = copyPaths(path, relocations).flatMap((place) => {
      const real = reader.realPath(place);
      if (real !== null && isInCopy(real, relocations, reader)) return real;
      return followInCopy(place, relocations, reader) ?? [];
    });
    return settled.find((place) => reader.kindOf(place) !== null) ?? settled[0] ?? null;
  };
  return {
    readFile(path) {
      const place = path === '/dev/null' ? path : settle(path);
      return place === null ? { failure: 'outside' } : reader.readFile(place);
    },
    readStart(path, most) {
      const place = settle(path);
      return place === null ? null : reader.readStart(place, most);
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
    readLink: (path) => reader.readLink(path),
  };
}

/** Places of which some folders lie elsewhere. @param mapped the places that these folders have in their copies */
export function mappedPlaces(places: Places, mapped: Places, maps: readonly Relocation[]): Places {
  const of = (path: string): Places => (maps.some(({ from }) => isUnder(path, from)) ? mapped : places);
  return {
    readFile: (path) => of(path).readFile(path),
    readStart: (path, most) => of(path).readStart(path, most),
    list: (path) => of(path).list(path),
    kindOf: (path) => of(path).kindOf(path),
    realPath: (path) => of(path).realPath(path),
    readLink: (path) => places.readLink(path),
  };
}
