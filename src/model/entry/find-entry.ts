import { posix } from 'node:path';
import type { TreeReader } from '../reader/index.ts';
import type { ModelFailure } from '../request.ts';

/** What PATH is, before any file is read. */
export type Entry =
  | { readonly type: 'file'; readonly path: string }
  /** A folder without a main file: perhaps of .htaccess files. */
  | { readonly type: 'folder'; readonly path: string };

/**
 * Where a main file lies in a server root, or in a system's root (`/`, a container's, a backup's). Debian's apache2.conf comes
 * first: an httpd.conf beside it is included by it.
 */
const MAIN_FILES = [
  'apache2.conf',
  'conf/httpd.conf',
  'httpd.conf',
  'conf/apache2.conf',
  'etc/apache2/apache2.conf',
  'etc/httpd/conf/httpd.conf',
  'etc/apache2/httpd.conf',
  'private/etc/apache2/httpd.conf',
  'usr/local/apache2/conf/httpd.conf',
  'usr/local/etc/apache22/httpd.conf',
  'etc/apache22/httpd.conf',
];

export function findEntry(path: string, reader: TreeReader): Entry | ModelFailure {
  const kind = reader.kindOf(path);
  if (kind === 'file') return { type: 'file', path };
  if (kind === 'folder') {
    const main = mainFileOf(path, reader);
    return main === null ? { type: 'folder', path } : { type: 'file', path: main };
  }
  if (kind === 'special') return notAFile(path);
  return { type: 'failure', code: 'missing', message: missingMessage(path, reader), path };
}

export function missingMessage(path: string, reader: TreeReader): string {
  return `${lostBytes(path) ?? deadLink(path, reader) ?? `${path} does not exist`}.`;
}

/** Where a link is that leads nowhere, or in a circle, as people say it; null if there is none. */
function deadLink(path: string, reader: TreeReader): string | null {
  const target = reader.readLink(path);
  return target === null
    ? null
    : `${path} is a symbolic link to ${target}, which leads nowhere. Copy what it should lead to, or correct the link`;
}

/** A main file in its usual place that is a link which leads nowhere. */
export function deadMainFile(folder: string, reader: TreeReader): string | null {
  const places = MAIN_FILES.map((file) => posix.join(folder, file));
  const link = places.find((place) => reader.kindOf(place) === null && reader.readLink(place) !== null);
  return link ?? null;
}

/**
 * Why a path that was typed is not found, where that is it: in the place of bytes that are not UTF-8 the runtime puts a character of
 * its own. Null else.
 */
export function lostBytes(path: string): string | null {
  if (!path.includes('\uFFFD')) return null;
  return `${path} can't be found: there are bytes in its name that are not UTF-8, and the command line loses them. Give the folder around it, or a symbolic link to it`;
}

/** The main file of a server whose root (or whole system) the folder is. */
export function mainFileOf(folder: string, reader: TreeReader): string | null {
  const found = MAIN_FILES.find((file) => reader.kindOf(posix.join(folder, file)) === 'file');
  return found === undefined ? null : posix.join(folder, found);
}

/** A folder that may hold the main file, for all that can be told: it may not be looked into. Null if there is none. */
export function closedFolder(folder: string, reader: TreeReader): string | null {
  const places = new Set(MAIN_FILES.map((file) => posix.join(folder, posix.dirname(file))));
  return (
    [...places].find((place) => reader.kindOf(place) === 'folder' && reader.list(place) === null) ?? null
  );
}

export function notAFile(path: string): ModelFailure {
  const message = `${path} is a device, pipe or socket, not a configuration file.`;
  return { type: 'failure', code: 'not-configuration', message, path };
}
