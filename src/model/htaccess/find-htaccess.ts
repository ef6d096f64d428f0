import { posix } from 'node:path';
import { groupBy } from '../../text/index.ts';
import { isUnder } from '../paths/config-path.ts';
import type { Places } from '../paths/places.ts';
import type { FolderEntry } from '../reader/index.ts';
import type { Scope } from '../types.ts';
import type { AccessFileNames } from './access-file-names.ts';

/** A file that AccessFileName names, as the server names it. */
export interface FoundHtaccess {
  readonly path: string;
  readonly directory: string;
  /** The servers that read it; null for all. */
  readonly hosts: readonly Scope[] | null;
}

export interface HtaccessSearch {
  readonly found: readonly FoundHtaccess[];
  /** The folder at which the search was given up, because the bound was reached; null if it came to its end. */
  readonly cutAt: string | null;
  /** Links to folders that are not to be gone into. */
  readonly outside: readonly string[];
  /** Folders that this user can't look into. */
  readonly unreadable: readonly string[];
}

/**
 * Looks for the files of these names in the folders and in all below them; links to folders are followed, as the server does
 * with FollowSymLinks, but not round in circles. In a folder the first name that is there counts (ap_parse_htaccess,
 * server/config.c). At most `mostFolders` folders are looked at.
 * @param within a folder (real path) that no link may lead out of; null: they may lead anywhere
 */
export function findHtaccess(
  folders: Iterable<string>,
  names: readonly AccessFileNames[],
  places: Places,
  mostFolders: number,
  within: string | null = null,
): HtaccessSearch {
  const found: FoundHtaccess[] = [];
  const outside: string[] = [];
  const unreadable: string[] = [];
  const seen = new Set<string>();
  const starts = [...folders]
    .toSorted()
    .map((path) => ({ path, parent: null, real: null, isBehindLink: false }));
  const pending: Folder[] = starts.toReversed();
  const listsIn = listsByName(names);
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    if (seen.has(folder.path)) continue;
    if (seen.size >= mostFolders) return { found, cutAt: folder.path, outside, unreadable };
    seen.add(folder.path);
    const entries = places.list(folder.path);
    if (entries === null) {
      if (places.kindOf(folder.path) === 'folder') unreadable.push(folder.path);
      continue;
    }
    found.push(...firstPresent(folder.path, listsIn(entries), entries, places));
    for (const below of subfolders(folder, entries, places).toReversed()) {
      const isInside = within === null || below.real === null || isUnder(below.real, within);
      if (isInside) pending.push(below);
      else outside.push(below.path);
    }
  }
  return { found, cutAt: null, outside, unreadable };
}

/** Those of the folders themselves, and not of what is below them. */
export function findHtaccessOf(
  folders: Iterable<string>,
  names: readonly AccessFileNames[],
  places: Places,
): FoundHtaccess[] {
  const listsIn = listsByName(names);
  return [...folders].toSorted().flatMap((folder) => {
    const entries = places.list(folder) ?? [];
    return firstPresent(folder, listsIn(entries), entries, places);
  });
}

/** Of which lists a name may be there, in their order: thousands of hosts may each have a list of their own. */
function listsByName(
  lists: readonly AccessFileNames[],
): (entries: readonly FolderEntry[]) => readonly AccessFileNames[] {
  if (lists.length < FEW) return () => lists;
  const all = lists.flatMap(({ names }, at) => names.map((name) => ({ name, at })));
  const byName = groupBy(all, ({ name }) => name);
  const within = all.filter(({ name }) => name.includes('/'));
  return (entries) => {
    const found = entries.flatMap(({ name }) => byName.get(name) ?? []);
    const wanted = new Set([...within, ...found].map(({ at }) => at));
    return [...wanted].toSorted((a, b) => a - b).flatMap((at) => lists[at] ?? []);
  };
}

const FEW = 8;

interface Folder {
  readonly path: string;
  readonly parent: Folder | null;
  /** Links resolved; known below a link, and for the folders above one. */
  real: string | null;
  readonly isBehindLink: boolean;
}

/** What each server reads there: servers that look for other names may read other files. */
function firstPresent(
  folder: string,
  lists: readonly AccessFileNames[],
  entries: readonly FolderEntry[],
  places: Places,
): FoundHtaccess[] {
  const byPath = new Map<string, FoundHtaccess>();
  for (const { names, hosts } of lists) {
    const name = names.find((each) => isThere(each, folder, entries, places));
    if (name === undefined) continue;
    const path = posix.join(folder, name);
    const others = byPath.get(path)?.hosts ?? null;
    const all = others === null || hosts === null ? hosts : [...others, ...hosts];
    byPath.set(path, { path, directory: folder, hosts: all });
  }
  return [...byPath.values()];
}

/** A link that leads nowhere is no file (ENOENT in ap_parse_htaccess): the next name is looked for. A name may lead into a subfolder. */
function isThere(name: string, folder: string, entries: readonly FolderEntry[], places: Places): boolean {
  const path = posix.join(folder, name);
  if (name.includes('/')) return places.kindOf(path) === 'file';
  const entry = entries.find((each) => each.name === name);
  return (
    entry !== undefined && entry.kind !== 'folder' && (entry.kind !== 'link' || places.kindOf(path) !== null)
  );
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
