import { isAbsolute, relative, sep } from 'node:path';

/** A path as the user would type it: relative if it lies below the current folder, else whole. */
export function displayPath(path: string, from: string): string {
  if (!isAbsolute(path)) return path;
  const way = relative(from, path);
  if (way === '') return '.';
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? path : way;
}
