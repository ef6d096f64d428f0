import type { Entry } from './types.ts';

/** How many files and links these paths of a run are: one with a new name is two paths, and counts once. */
export function countFiles(
  entries: readonly Entry[],
  paths: readonly string[] = entries.map(({ path }) => path),
): number {
  const counted = new Set(paths);
  const oldNames = entries.filter(
    ({ path, from }) => from !== undefined && counted.has(path) && counted.has(from),
  );
  return counted.size - oldNames.length;
}
