import { posix } from 'node:path';
import type { OtherFile, Truth } from '../types.ts';
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

/** Those that can be read, in byte order of their names. */
export function* filesIn(folder: string, { followsIncludes, places }: Place): Generator<OtherFile> {
  const entries = followsIncludes ? places.list(folder) : null;
  for (const { name } of entries ?? []) {
    const path = posix.join(folder, name);
    if (places.kindOf(path) !== 'file') continue;
    const read = places.readFile(path);
    if (!('failure' in read)) yield { name, text: read.text };
  }
}
