import { posix } from 'node:path';
import { isUnder } from '../paths/config-path.ts';
import type { Places } from '../paths/places.ts';
import type { FolderEntry } from '../reader/index.ts';

/** A file that AccessFileName names, as the server names it. */
export interface FoundHtaccess {
  readonly path: string;
  readonly directory: string;
}

export interface HtaccessSearch {
  readonly found: readonly FoundHtaccess[];
  /** The folder at which the search was given up, because the bound was reached; null if it came to its end. */
  readonly cutAt: string | null;
  /** Links to folders that are not to be gone into. */
  readonly outside: readonly string[];
}

/**
 * Looks for the files of these names in the folders and in all below them; links to folders are followed, as the server does
 * with FollowSymLinks, but not round in circles. In a folder the first name that is there counts (ap_parse_htaccess,
 * server/config.c). At most `mostFolders` folders are looked at.
 * @param within a folder (real path) that no link may lead out of; null: they may lead anywhere
 */
export function findHtaccess(
  folders: Iterable<string>,
  names: readonly string[],
  places: Places,
  mostFolders: number,
  within: string | null = null,
): HtaccessSearch {
  const found: FoundHtaccess[] = [];
  const outside: string[] = [];
  const seen = new Set<string>();
  const starts = [...folders]
    .toSorted()
    .map((path) => ({ path, parent: null, real: null, isBehindLink: false }));
  const pending: Folder[] = starts.toReversed();
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    if (seen.has(folder.path)) continue;
    if (seen.size >= mostFolders) return { found, cutAt: folder.path, outside };
    seen.add(folder.path);
    const entries = places.list(folder.path);
    if (entries === null) continue;
    const htaccess = firstPresent(folder.path, names, entries);
    if (htaccess !== null) found.push(htaccess);
    for (const below of subfolders(folder, entries, places).toReversed()) {
      const isInside = within === null || below.real === null || isUnder(below.real, within);
      if (isInside) pending.push(below);
      else outside.push(below.path);
    }
  }
  return { found, cutAt: null, outside };
}

/** Those of the folders themselves, and not of what is below them. */
export function findHtaccessOf(
  folders: Iterable<string>,
  names: readonly string[],
  places: Places,
): FoundHtaccess[] {
  return [...folders]
    .toSorted()
    .flatMap((folder) => firstPresent(folder, names, places.list(folder) ?? []) ?? []);
}

interface Folder {
  readonly path: string;
  readonly parent: Folder | null;
  /** Links resolved; known below a link, and for the folders above one. */
  real: string | null;
  readonly isBehindLink: boolean;
}

function firstPresent(
  folder: string,
  names: readonly string[],
  entries: readonly FolderEntry[],
): FoundHtaccess | null {
  const isFile = (name: string): boolean =>
    entries.some((entry) => entry.name === name && entry.kind !== 'folder');
  const name = names.find(isFile);
  return name === undefined ? null : { path: posix.join(folder, name), directory: folder };
}

function subfolders(folder: Folder, entries: readonly FolderEntry[], places: Places): Folder[] {
  const below: Folder[] = [];
  for (const { name, kind } of entries) {
    const isLink = kind === 'link';
    if (kind !== 'folder' && !isLink) continue;
    const path = posix.join(folder.path, name);
    const isBehindLink = isLink || folder.isBehindLink;
    const next: Folder = { path, parent: folder, real: null, isBehindLink };
    const isFolder = !isLink || places.kindOf(path) === 'folder';
    if (isFolder && !(isBehindLink && isCircle(next, places))) below.push(next);
  }
  return below;
}

/** Whether the folder is, by its real place, one that it is in: going on would never end. */
function isCircle(folder: Folder, places: Places): boolean {
  folder.real = places.realPath(folder.path);
  for (let at = folder.parent; at !== null; at = at.parent) {
    at.real ??= places.realPath(at.path);
    if (at.real === folder.real) return true;
  }
  return false;
}
