import { posix } from 'node:path';
import type { ServerModel } from '../../model/index.ts';
import { absoluteOnWindows, onDrive } from '../../model/index.ts';
import { findPlaceholders } from '../../syntax/index.ts';
import { trimmed } from '../../text/index.ts';

/** The components of a path or address; doubled and final slashes say nothing. [] is the root. */
export function pathComponents(text: string): string[] {
  const end = text.endsWith('/') ? text.length - 1 : text.length;
  const isPlain = text.startsWith('/') && end > 1 && !text.includes('//');
  return isPlain ? text.slice(1, end).split('/') : trimmed(text.split('/').filter((part) => part !== ''));
}

/** A path of Windows as `/C:/srv/www`: there a drive is a folder of the root. Any other path as it is. */
export function drivePath(path: string): string {
  const drive = onDrive(path);
  return drive === null ? path : `/${drive}`;
}

/** The shares of other machines, as if they lay on a drive: `//server/share` of Windows is `/UNC:/server/share`. */
export const SHARES = '/UNC:';

/** The path as Windows has it; any other as it is. */
export function withoutDrivePath(path: string): string {
  return path.startsWith(`${SHARES}/`)
    ? `/${path.slice(SHARES.length)}`
    : path.replace(/^\/(?=[A-Za-z]:(?:\/|$))/, '');
}

/** Whether the server runs on Windows: its paths begin with a drive. */
export function isOfWindows({ statedRoot }: Pick<ServerModel, 'statedRoot'>): boolean {
  return drivePath(statedRoot) !== statedRoot;
}

/**
 * The components of a folder that a line names, with `.` and `..` taken out (apr_filepath_merge). Bytes as Latin-1, as the
 * text has them.
 */
export function folderComponents(written: string): string[] {
  const path = drivePath(written);
  const parts = pathComponents(isWithoutDots(path) ? path : posix.normalize(path));
  return parts.includes('..') ? parts.filter((part) => part !== '..') : parts;
}

/** Whether there is nothing to take out: no dot stands behind a slash. */
export function isWithoutDots(path: string): boolean {
  return path.startsWith('/') && !path.includes('/.');
}

/** As `posix.normalize`, which takes its time. @param path absolute */
export function normalPath(path: string): string {
  return isWithoutDots(path) && !path.includes('//') ? path : posix.normalize(path);
}

/** A path of this system in the bytes of a configuration. */
export function encodePath(path: string): string {
  return Buffer.from(path, 'utf8').toString('latin1');
}

/** The path or address that a text names, as `joinComponents` writes it. */
export function plainPath(text: string): string {
  if (!text.startsWith('/') || text.includes('//')) return joinComponents(pathComponents(text));
  return text.length > 1 && text.endsWith('/') ? text.slice(0, -1) : text;
}

/** The folder that a line names, as `joinComponents` writes it. */
export function folderPath(text: string): string {
  return isWithoutDots(text) ? plainPath(text) : joinComponents(folderComponents(text));
}

export function joinComponents(path: readonly string[]): string {
  return `/${path.join('/')}`;
}

/** The path, as `joinComponents` writes it, and those above it, the root first. */
export function pathsTo(path: string): string[] {
  const found = ['/'];
  if (path === '/') return found;
  for (let end = path.indexOf('/', 1); end !== -1; end = path.indexOf('/', end + 1)) {
    found.push(path.slice(0, end));
  }
  found.push(path);
  return found;
}

/** Of which no more than every other character is a slash, so that it costs no more than one unit. */
const SHORT_PATH = 90;

/** What `pathsTo` and the like cost, in units of work: much only where a path is longer than any of a file system. */
export function pathWork(path: string): number {
  if (path.length <= SHORT_PATH) return 1;
  return 1 + (((path.split('/').length - 1) * path.length) >> 12);
}

/** Whether `path` is `ancestor` or lies below it. */
export function isAtOrBelow(path: readonly string[], ancestor: readonly string[]): boolean {
  return path.length >= ancestor.length && ancestor.every((part, i) => part === path[i]);
}

/** The same for paths as `joinComponents` writes them. */
export function isPathAtOrBelow(path: string, ancestor: string): boolean {
  if (ancestor === '/') return true;
  return path.startsWith(ancestor) && (path.length === ancestor.length || path[ancestor.length] === '/');
}

/**
 * The path that a line names, as the server completes it (`ap_server_root_relative`, server/config.c). All of it that is written stays as it is, a
 * slash at its end, too: addresses are joined to it as text. One that begins with what a template puts in is taken to begin with a slash, as
 * in the `<Directory>` sections that hold it.
 */
export function completePath(path: string, { statedRoot }: Pick<ServerModel, 'statedRoot'>): string {
  const onWindows = absoluteOnWindows(statedRoot, path);
  if (onWindows?.startsWith('//') === true) return `${SHARES}${onWindows.slice(1)}`;
  const whole = drivePath(onWindows ?? path);
  if (whole.startsWith('/')) return whole;
  return beginsOpen(path) ? `/${path}` : drivePath(`${encodePath(statedRoot)}/${path}`);
}

function beginsOpen(path: string): boolean {
  const [first] = findPlaceholders(path);
  return first !== undefined && path.startsWith(first.text);
}

export function withoutSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') : path;
}
