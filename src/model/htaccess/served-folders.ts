import { posix } from 'node:path';
import { decodePath, resolvePath } from '../paths/config-path.ts';
import type { Places } from '../paths/places.ts';
import type { Occurrence, Scope } from '../types.ts';
import { matchingFolders } from './matching-folders.ts';

/** Directives whose argument (by index) is a folder, or file, that addresses are mapped to. */
export const MAPPED: Readonly<Record<string, number>> = {
  documentroot: 0,
  alias: 1,
  scriptalias: 1,
  aliasmatch: 1,
  scriptaliasmatch: 1,
  virtualdocumentroot: 0,
  virtualscriptalias: 0,
  userdir: 0,
};

/**
 * The folders, as the server names them, that may hold .htaccess files which it reads: what addresses are mapped to, and what the
 * Directory sections speak of (mod_rewrite maps to anywhere). Home directories are taken to lie in /home. Not `/` itself: it is every server's outermost section, and below it is everything.
 */
export function servedFolders(
  items: readonly (Occurrence | Scope)[],
  root: string,
  places: Places,
): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const item of items) {
    if (item.on22 === 'no' && item.on24 === 'no') continue;
    const written = item.type === 'scope' ? item.args[0] : mappedPath(item);
    if (!written) continue;
    const path = resolvePath(root, decodePath(written));
    const isPattern = item.type === 'scope' || item.name === 'userdir';
    for (const folder of isPattern ? matchingFolders(path, places) : [path]) folders.add(folder);
  }
  folders.delete('/');
  return folders;
}

/** The folders that these are in, up to the root. */
export function foldersAround(folders: Iterable<string>): ReadonlySet<string> {
  const around = new Set<string>();
  for (const folder of folders) {
    for (let at = posix.dirname(folder); !around.has(at); at = posix.dirname(at)) around.add(at);
  }
  return around;
}

function mappedPath({ name, args }: Occurrence): string | undefined {
  const index = MAPPED[name];
  const path = index === undefined ? undefined : args[index];
  if (path !== undefined && name === 'userdir') return userFolders(path);
  if (path === undefined || !(name.endsWith('match') || name.startsWith('virtual'))) return path;
  // What comes before the first part of the address that is put in: `/home/$1/www`, `/srv/%0`.
  const variable = path.search(/[$%]/);
  return variable === -1 ? path : path.slice(0, path.lastIndexOf('/', variable));
}

/**
 * The pattern of folders that a word of UserDir maps names to, as a Directory section would have it; undefined where it is off, or leads
 * to another server. Home directories are taken to lie in /home.
 */
export function userFolders(written: string): string | undefined {
  if (/^(?:disabled?|enabled)$/i.test(written) || written.includes(':')) return undefined;
  if (!written.startsWith('/')) return `/home/*/${written}`;
  return written.includes('*') ? written : `${written.replace(/\/$/, '')}/*`;
}
