import { posix } from 'node:path';
import type { FolderItem } from '../types.ts';
import type { Reading } from './reading.ts';

/** The names in a folder as they lie there, links not followed. Of a fragment's server nothing is known. */
export function itemsIn(
  folder: string,
  { followsIncludes, places }: Pick<Reading, 'followsIncludes' | 'places'>,
): readonly FolderItem[] | null {
  const real = followsIncludes ? places.realPath(folder) : null;
  const entries = real === null ? null : places.list(folder);
  if (entries === null || real === null) return null;
  return entries.map(({ name, kind }) => {
    const path = posix.join(real, name);
    return { name, path, kind, target: kind === 'link' ? places.readLink(path) : null };
  });
}
