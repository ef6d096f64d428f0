import { basename, dirname, join, resolve } from 'node:path';
import { realPlace } from '../check-copy.ts';
import { nodeFileSystem } from '../file-system.ts';

/** What a PATH as typed can be called in a journal: the file that it leads to, and, if it is a symbolic link, the link. */
export function treePaths(path: string): string[] {
  const absolute = resolve(path);
  const folder = placeOf(dirname(absolute)) ?? dirname(absolute);
  const link = join(folder, basename(absolute));
  return [...new Set([placeOf(absolute) ?? link, link])];
}

/** Null: a link on the way leads nowhere, or in a circle. */
function placeOf(path: string): string | null {
  try {
    return realPlace(nodeFileSystem, path);
  } catch {
    return null;
  }
}
