import { isUtf8 } from 'node:buffer';
import { posix } from 'node:path';

// oxlint-disable-next-line no-control-regex
const ASCII = /^[\x00-\x7f]*$/;

/** A path as the configuration's bytes have it, as the file system takes it: UTF-8 where it is valid. */
export function decodePath(bytes: string): string {
  return ASCII.test(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The same of one that may be the file system's already: taken for bytes, it is hardly ever UTF-8. */
export function decodeAnyPath(path: string): string {
  if (ASCII.test(path)) return path;
  const bytes = Buffer.from(path, 'latin1');
  return isUtf8(bytes) && bytes.toString('latin1') === path ? decodePath(path) : path;
}

/** What a path has nothing of that is as short as can be. (A name may begin with a dot.) */
const UNUSUAL = /\/(?:\/|\.|$)/;

/** Told by a look, as it can be of most absolute paths; another one may be as short as can be, too. */
export function isPlainlyShort(path: string): boolean {
  return path.startsWith('/') && !UNUSUAL.test(path);
}

/** Without `.`, `..`, doubled slashes and a slash at the end, as apr_filepath_merge makes a path. */
export function normalizePath(path: string): string {
  if (isPlainlyShort(path)) return path;
  const normal = posix.normalize(onDrive(path) ?? path);
  return normal.length > 1 && normal.endsWith('/') ? normal.slice(0, -1) : normal;
}

/** `c:\srv\www` of Windows as `C:/srv/www`: there both slashes are one, and both letters of a drive. Null: it begins with no drive. */
export function onDrive(path: string): string | null {
  if (!/^[A-Za-z]:[\\/]/.test(path)) return null;
  return path.charAt(0).toUpperCase() + path.slice(1).replaceAll('\\', '/');
}

/**
 * What is absolute on the Windows of that root, with forward slashes: `/www` and `\\www` lie on its drive, `\\\\server\\share` is the share
 * `//server/share` (apr_filepath_merge). Null: it is relative, or the root is of another system; or `/`, which is above all drives (dirsection,
 * server/core.c).
 */
export function absoluteOnWindows(root: string, path: string): string | null {
  const drive = onDrive(root)?.slice(0, 2);
  if (drive === undefined || path === '/') return null;
  if (!/^[\\/]/.test(path)) return onDrive(path);
  const plain = path.replaceAll('\\', '/');
  return /^\/\/[^/]/.test(plain) ? plain : `${drive}${plain}`;
}

/**
 * The path as the server completes it (ap_server_root_relative, server/config.c). A root that is no absolute path, such as a
 * template's `@@ServerRoot@@/conf`, is taken as it is, and a path that begins with the same word for an absolute one.
 */
export function resolvePath(root: string, path: string): string {
  const onWindows = absoluteOnWindows(root, path);
  if (onWindows !== null) return normalizePath(onWindows);
  const head = firstComponent(root);
  const isAbsolute =
    path.startsWith('/') || onDrive(path) !== null || (head !== '' && firstComponent(path) === head);
  return normalizePath(isAbsolute ? path : `${root}/${path}`);
}

function firstComponent(path: string): string {
  return path.slice(0, (path + '/').indexOf('/'));
}

/** Whether the path is the folder or something in it. */
export function isUnder(path: string, folder: string): boolean {
  // A drive of Windows is below the root, too.
  return path === folder || folder === '/' || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** Whether the path is one of the folders, or lies in one. These may be many: they are not gone through. @param folders without a slash at their ends */
export function isIn(path: string, folders: ReadonlySet<string>): boolean {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(at.lastIndexOf('/'), 0))) {
    if (folders.has(at)) return true;
  }
  return folders.has('/');
}

/** `path` with `to` in place of `from`, which it must be under. */
export function rebase(path: string, from: string, to: string): string {
  const rest = path.slice(from.length).replace(/^\//, '');
  if (rest === '') return to === '' ? '/' : to;
  return to.endsWith('/') ? to + rest : `${to}/${rest}`;
}
