import { posix } from 'node:path';
import { parse } from '../../syntax/index.ts';
import type { ModelFile, OtherFile, Truth } from '../types.ts';
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
