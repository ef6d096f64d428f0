import { posix } from 'node:path';
import { isUnder } from '../paths/config-path.ts';
import type { TreeReader } from '../reader/index.ts';
import type { ModelFailure } from '../request.ts';
import { readFailure } from './read-failure.ts';

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
  'usr/local/etc/apache2/httpd.conf',
  // Slackware; Solaris; pkgsrc; cPanel; XAMPP and Bitnami, their own folders too; Blastwave and OpenCSW.
  'etc/httpd/httpd.conf',
  'etc/apache2/2.2/httpd.conf',
  'usr/pkg/etc/httpd/httpd.conf',
  'etc/apache/httpd.conf',
  'usr/local/apache/conf/httpd.conf',
  'opt/apache2/conf/httpd.conf',
  'opt/bitnami/apache2/conf/httpd.conf',
  'apache2/conf/httpd.conf',
  'apache/conf/httpd.conf',
  'opt/csw/apache2/etc/httpd.conf',
  'opt/lampp/etc/httpd.conf',
  'etc/httpd.conf',
];

/** What they are called. */
export const MAIN_NAMES: readonly string[] = ['apache2.conf', 'httpd.conf'];

export function findEntry(path: string, reader: TreeReader): Entry | ModelFailure {
  const kind = reader.kindOf(path);
  if (kind === 'file') return { type: 'file', path };
  if (kind === 'folder') {
    const main = mainFileOf(path, reader);
    return main === null ? { type: 'folder', path } : { type: 'file', path: main };
  }
  return readFailure(path, kind ?? 'missing', reader);
}

/** A main file in its usual place that is a link which leads nowhere, or a device, pipe or socket. */
export function deadMainFile(folder: string, reader: TreeReader): string | null {
  const places = MAIN_FILES.map((file) => posix.join(folder, file));
  const isDead = (place: string): boolean => {
    const kind = reader.kindOf(place);
    return kind === 'special' || (kind === null && reader.readLink(place) !== null);
  };
  return places.find(isDead) ?? null;
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

/** A folder in the place, and with the name, of a main file; null if there is none. */
export function folderOfMainName(folder: string, reader: TreeReader): string | null {
  const places = [folder, ...MAIN_FILES.map((file) => posix.join(folder, file))];
  const isNamed = (place: string) => MAIN_NAMES.includes(posix.basename(place));
  return places.find((place) => isNamed(place) && reader.kindOf(place) === 'folder') ?? null;
}

/** Folders of further servers of a system: Debian's instances (`etc/apache2-shop`, setup-instance), `etc/httpd-intern`. */
const INSTANCE = /^(?:apache2?|httpd)[-_.]./;

/**
 * Main files of other servers of the system, or of the folder, that was asked for: those that lie neither beside the one that is read nor in
 * folders around it or below it.
 */
export function otherMainFiles(folder: string, main: string, reader: TreeReader): string[] {
  const instances = (reader.list(posix.join(folder, 'etc')) ?? [])
    .filter(({ name }) => INSTANCE.test(name))
    .flatMap(({ name }) =>
      ['apache2.conf', 'conf/httpd.conf', 'httpd.conf'].map((file) => posix.join('etc', name, file)),
    );
  const home = posix.dirname(main);
  const seen = new Set([reader.realPath(main)]);
  return [...MAIN_FILES, ...instances]
    .map((file) => posix.join(folder, file))
    .filter((file) => {
      const own = posix.dirname(file);
      if (isUnder(own, home) || isUnder(home, own) || reader.kindOf(file) !== 'file') return false;
      const real = reader.realPath(file);
      return !seen.has(real) && seen.add(real);
    });
}
