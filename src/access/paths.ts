import { posix } from 'node:path';

/** The components of a path or address; doubled and final slashes say nothing. [] is the root. */
export function pathComponents(text: string): string[] {
  return text.split('/').filter((part) => part !== '');
}

/**
 * The components of a folder that a line names, with `.` and `..` taken out (apr_filepath_merge). Bytes as Latin-1, as the
 * text has them.
 */
export function folderComponents(path: string): string[] {
  return pathComponents(posix.normalize(path)).filter((part) => part !== '..');
}

/** A path of this system in the bytes of a configuration. */
export function encodePath(path: string): string {
  return Buffer.from(path, 'utf8').toString('latin1');
}

export function joinComponents(path: readonly string[]): string {
  return `/${path.join('/')}`;
}

/** Whether `path` is `ancestor` or lies below it. */
export function isAtOrBelow(path: readonly string[], ancestor: readonly string[]): boolean {
  return path.length >= ancestor.length && ancestor.every((part, i) => part === path[i]);
}

/** The same for paths as `joinComponents` writes them. */
export function isPathAtOrBelow(path: string, ancestor: string): boolean {
  return ancestor === '/' || path === ancestor || path.startsWith(`${ancestor}/`);
}
