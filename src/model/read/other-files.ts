import { posix } from 'node:path';
import { parse } from '../../syntax/index.ts';
import type { ModelFile, OtherFile, Truth, FolderItem } from '../types.ts';
import type { Reading } from './reading.ts';

// Files that the server uses and that are no configuration. Of a fragment's server nothing is known, of a copy only what is in it.

type Place = Pick<Reading, 'followsIncludes' | 'places'>;

export function hasFile(path: string, { followsIncludes, places }: Place): Truth {
  const kind = followsIncludes ? places.kindOf(path) : 'outside';
  if (kind === 'outside') return 'maybe';
  return kind === 'file' ? 'yes' : 'no';
}

export function hasFolder(path: string, { followsIncludes, places }: Place): Truth {
  const kind = followsIncludes ? places.kindOf(path) : 'outside';
  if (kind === 'outside') return 'maybe';
  if (kind !== 'folder') return 'no';
  return places.list(path) === null ? 'maybe' : 'yes';
}

/** As much is read of a file that is no configuration. */
const MOST_BYTES = 1 << 18;

/** The start of a file: whole lines; null if it can't be read, or is none of this tree's. */
export function otherFile(path: string, { followsIncludes, places }: Place): string | null {
  if (!followsIncludes || places.kindOf(path) !== 'file') return null;
  const text = places.readStart(path, MOST_BYTES);
  return text !== null && text.length === MOST_BYTES ? text.slice(0, text.lastIndexOf('\n') + 1) : text;
}

/** The whole of a file; null if it can't be read, or is none of this tree's. */
export function fileOf(path: string, { followsIncludes, places }: Place): ModelFile | null {
  const read = followsIncludes ? places.readFile(path) : { failure: 'outside' as const };
  if ('failure' in read) return null;
  const { text, realPath, stat } = read;
  const document = parse({ path: realPath, text: '' });
  return { path: realPath, source: { path: realPath, text }, document, role: 'config', reachedBy: [], stat };
}

/** Those that can be read, in byte order of their names. */
export function* filesIn(folder: string, place: Place): Generator<OtherFile> {
  const entries = place.followsIncludes ? place.places.list(folder) : null;
  for (const { name } of entries ?? []) {
    const text = otherFile(posix.join(folder, name), place);
    if (text !== null) yield { name, text };
  }
}

/** The names in a folder as they lie there, links not followed. Of a fragment's server nothing is known. */
export function itemsIn(folder: string, { followsIncludes, places }: Place): readonly FolderItem[] | null {
  const real = followsIncludes ? places.realPath(folder) : null;
  const entries = real === null ? null : places.list(folder);
  if (entries === null || real === null) return null;
  return entries.map(({ name, kind }) => {
    const path = posix.join(real, name);
    return { name, path, kind, target: kind === 'link' ? places.readLink(path) : null };
  });
}

/** More is too much. */
const MOST_ENTRIES = 20_000;

/**
 * The files with a wanted name in a folder and in all below it, or null where that can't be said for certain: it is not here, a
 * part of it can't be read or is behind a link, or there is too much.
 */
export function filesBelow(
  folder: string,
  isWanted: (name: string, path: string) => boolean,
  { followsIncludes, places }: Place,
): readonly OtherFile[] | null {
  if (!followsIncludes || places.kindOf(folder) !== 'folder') return null;
  const found: OtherFile[] = [];
  const pending = [folder];
  let left = MOST_ENTRIES;
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const entries = places.list(at);
    left -= entries?.length ?? 0;
    if (entries === null || left < 0) return null;
    for (const { name, kind } of entries) {
      const path = posix.join(at, name);
      const real = kind === 'link' ? places.kindOf(path) : kind;
      if (kind === 'folder') pending.push(path);
      else if (real === 'folder' || real === 'outside') return null;
      else if (isWanted(name, path)) {
        const text = places.readStart(path, MOST_BYTES);
        if (text === null || text.length === MOST_BYTES) return null;
        found.push({ name, text });
      }
    }
  }
  return found;
}
