import { posix } from 'node:path';
import type { TopLevel } from './top-level.ts';

/** What a single file is: a whole server's main file, a .htaccess file, or a part of a configuration. */
export type SortOfFile = 'server' | 'htaccess' | 'fragment';

/** Also httpd-2.2.conf, apache2.conf.dpkg-dist, httpd.conf.rpmsave; not httpd-vhosts.conf. */
const MAIN_NAME = /^(?:httpd|apache)[-\d.]*\.conf(?:[.~-]|$)/i;
/** Also htaccess_rewrite.tpl, of which a program makes one. */
const HTACCESS_NAME = /(?:^|[._-])ht(?:access|acl)(?![a-z\d])/i;
/** Any one of these says that a file with a main file's name is one: Debian's httpd.conf has none of them. */
const OF_A_MAIN_FILE = [
  'listen',
  'port',
  'loadmodule',
  'include',
  'includeoptional',
  'documentroot',
  'pidfile',
  'user',
];
/** Directives that may not stand outside of a section in a server's own files. */
const OF_A_FOLDER = ['order', 'allow', 'deny', 'require', 'satisfy'];
const OF_A_SERVER = [
  'virtualhost',
  'directory',
  'directorymatch',
  'location',
  'locationmatch',
  'proxy',
  'proxymatch',
];

/** Whether a file of this name says what a folder's .htaccess file does. */
export function isHtaccessName(name: string): boolean {
  return HTACCESS_NAME.test(name);
}

export function sortOfFile(path: string, { names, sections }: TopLevel): SortOfFile {
  const name = posix.basename(path);
  const hasAny = (wanted: readonly string[]) => wanted.some((each) => names.has(each));
  const hasServerSection = OF_A_SERVER.some((each) => sections.has(each));
  if (isHtaccessName(name) && !hasServerSection) return 'htaccess';
  if (names.has('serverroot')) return 'server';
  if (MAIN_NAME.test(name) && hasAny(OF_A_MAIN_FILE)) return 'server';
  // Debian's main file under another name: its ServerRoot is the build's, its Listen lines are in ports.conf.
  if (names.has('pidfile') && names.has('include')) return 'server';
  if (names.has('listen') && hasAny(['user', 'pidfile', 'documentroot'])) return 'server';
  return hasAny(OF_A_FOLDER) && !hasServerSection ? 'htaccess' : 'fragment';
}
