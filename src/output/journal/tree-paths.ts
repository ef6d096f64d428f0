import { basename, dirname, join, resolve } from 'node:path';
import { realPlace } from '../check-copy.ts';
import { nodeFileSystem } from '../file-system.ts';

/** What a PATH as typed can be called in a journal: the file that it leads to, and, if it is a symbolic link, the link. */
export function treePaths(path: string): string[] {
  const link = join(realPlace(nodeFileSystem, dirname(resolve(path))), basename(resolve(path)));
  try {
    return [...new Set([realPlace(nodeFileSystem, path), link])];
  } catch {
    // It leads nowhere.
    return [link];
  }
}
