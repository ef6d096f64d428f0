import { isLossy } from '../text/index.ts';
import type { WriteProblem } from './write-result.ts';

const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EBUSY: 'the file is in use',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'something of that name exists',
  EIO: 'the disk failed',
  EISDIR: 'it is a folder',
  ELOOP: 'a symbolic link leads in a circle',
  EMFILE: 'too many open files',
  ENAMETOOLONG: 'the name is too long',
  ENFILE: 'too many open files in the system',
  ENOENT: 'no such file or folder',
  ENOSPC: 'no space is left on the disk',
  ENOTDIR: 'not a folder',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
};

/** The errno name of a system call's error (`ENOENT`), '' for any other. */
export function errorCode(error: unknown): string {
  return errorProperty(error, 'code') ?? '';
}

/** The path that the system call was about, where the error says it. */
export function errorPath(error: unknown): string | null {
  return errorProperty(error, 'path');
}

/** Whether it was asked if something may be done, access(2), and not tried. */
export function isRefusedAccess(error: unknown): boolean {
  return errorProperty(error, 'syscall') === 'access';
}

/** The same error about the path that was meant, where the call was made by another name. */
export function tellPath(error: unknown, called: string, meant: string): unknown {
  if (typeof error !== 'object' || error === null) return error;
  const message = errorProperty(error, 'message')?.replaceAll(called, meant);
  return Object.assign(error, { message }, errorPath(error) === called ? { path: meant } : {});
}

// Not instanceof: an error of another realm (a test runner's, a worker's) is an error all the same.
function errorProperty(error: unknown, name: string): string | null {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : null;
  return typeof value === 'string' ? value : null;
}

/** What went wrong in words, with the errno name for those who search for it. */
export function describeError(error: unknown): string {
  const code = errorCode(error);
  const words = WORDS[code];
  if (words !== undefined) return `${words} (${code})`;
  return errorProperty(error, 'message') ?? String(error);
}

/** @param doing what was tried: `write a temporary file beside it` */
export function systemProblem(path: string, doing: string, error: unknown): WriteProblem {
  const why = isLossy(path) ? 'its name has bytes that are not UTF-8' : describeError(error);
  return { path, code: 'system', message: `could not ${doing}: ${why}` };
}
