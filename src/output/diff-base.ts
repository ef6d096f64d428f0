import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';

/**
 * The deepest folder that holds `root` (a folder) and all of the files: what the names in a diff are relative to, and where
 * it is applied. Names that are no absolute path (`<stdin>`) count for nothing.
 */
export function diffBase(paths: readonly string[], root: string): string {
  // Many files lie in few folders.
  const folders = new Set(paths.filter((path) => isAbsolute(path)).map((path) => dirname(path)));
  return [...folders].reduce((base, folder) => commonFolder(base, folder), resolve(root));
}

function commonFolder(a: string, b: string): string {
  let folder = a;
  while (!isInside(b, folder)) folder = dirname(folder);
  return folder;
}

/** Whether a path is the folder or lies below it. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
