import { posix } from 'node:path';
import type { OtherFile } from '../types.ts';
import type { Reading } from './reading.ts';

const MOST_ENTRIES = 20_000;
/** A longer one is too much. */
const MOST_BYTES = 1 << 18;

/**
 * The files with a wanted name in a folder and in all below it, or null where that can't be said for certain: it is not here, a
 * part of it can't be read or is behind a link, or there is too much.
 */
export function filesBelow(
  folder: string,
  isWanted: (name: string) => boolean,
  { followsIncludes, places }: Pick<Reading, 'followsIncludes' | 'places'>,
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
      else if (isWanted(name)) {
        const text = places.readStart(path, MOST_BYTES);
        if (text === null || text.length === MOST_BYTES) return null;
        found.push({ name, text });
      }
    }
  }
  return found;
}
