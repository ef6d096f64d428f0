import { posix } from 'node:path';
import { trimmed } from '../../text/index.ts';

/** The components of a path or address; doubled and final slashes say nothing. [] is the root. */
export function pathComponents(text: string): string[] {
  const end = text.endsWith('/') ? text.length - 1 : text.length;
  const isPlain = text.startsWith('/') && end > 1 && !text.includes('//');
  return isPlain ? text.slice(1, end).split('/') : trimmed(text.split('/').filter((part) => part !== ''));
}

/**
 * The components of a folder that a line names, with `.` and `..` taken out (apr_filepath_merge). Bytes as Latin-1, as the
 * text has them.
 */
export function folderComponents(path: string): string[] {
  // Without a dot behind a slash there is nothing to take out.
  const isPlain = path.startsWith('/') && !path.includes('/.');
  const parts = pathComponents(isPlain ? path : posix.normalize(path));
  return parts.includes('..') ? parts.filter((part) => part !== '..') : parts;
}

/** A path of this system in the bytes of a configuration. */
export function encodePath(path: string): string {
  return Buffer.from(path, 'utf8').toString('latin1');
}

export function joinComponents(path: readonly string[]): string {
  return `/${path.join('/')}`;
}

/** The path and those above it as text, the root first. */
export function pathsTo(path: readonly string[]): string[] {
  const whole = joinComponents(path);
  const found = ['/'];
  let end = 0;
  for (const part of path) {
    end += 1 + part.length;
    found.push(whole.slice(0, end));
  }
  return found;
}

/** What `pathsTo` and the like cost, in units of work: much only where a path is longer than any of a file system. */
export function pathWork(path: readonly string[]): number {
  let length = 0;
  for (const part of path) length += 1 + part.length;
  return 1 + ((path.length * length) >> 12);
}

/** Whether `path` is `ancestor` or lies below it. */
export function isAtOrBelow(path: readonly string[], ancestor: readonly string[]): boolean {
  return path.length >= ancestor.length && ancestor.every((part, i) => part === path[i]);
}

/** The same for paths as `joinComponents` writes them. */
export function isPathAtOrBelow(path: string, ancestor: string): boolean {
  return ancestor === '/' || path === ancestor || path.startsWith(`${ancestor}/`);
}

/** As ap_server_root_relative. */
export function rootRelative(path: string, serverRoot: string): string {
  return path.startsWith('/') ? path : posix.join(serverRoot, path);
}

export function withoutSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') : path;
}
