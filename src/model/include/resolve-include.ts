import { posix } from 'node:path';
import { plainTags } from '../../syntax/index.ts';
import { fnmatch, hasWildcard } from '../fnmatch.ts';
import type { Places } from '../paths/places.ts';
import { isLossy } from '../../text/index.ts';
import type { FolderEntry } from '../reader/index.ts';

/** What an Include line leads to. */
export interface IncludeTarget {
  /** The files as the server names them, in reading order. One that a plain path names need not exist. */
  readonly paths: readonly string[];
  /** What kept (some of) them from being found; `no-match` for a wildcard that fits nothing. */
  readonly failure:
    'no-match' | 'missing' | 'outside' | 'unreadable' | 'unnamed' | 'cycle' | 'too-deep' | null;
}

/** Folders in folders that are followed: AP_MAX_INCLUDE_DIR_DEPTH of server/config.c. */
const DEEPEST_FOLDER = 128;
/** Files that one Include line may lead to: more than any server has, few enough to end. */
const MOST_FILES = 100_000;

/**
 * Resolves an absolute path as ap_process_fnmatch_configs of 2.4 does; 2.2 does the same for what it takes (a wildcard in the last
 * component only). A folder stands for all that is in it, hidden files and subfolders too; a wildcard matches no name that
 * begins with a period. Names are sorted as strcmp does.
 */
export function resolveInclude(path: string, places: Places): IncludeTarget {
  const search: Search = { places, paths: [], failure: null };
  if (isWild(path)) expandWildcards(componentsOf(path), search);
  else addPath(path, [], search);
  const isEmptyMatch = search.paths.length === 0 && isWild(path);
  return { paths: search.paths, failure: search.failure ?? (isEmptyMatch ? 'no-match' : null) };
}

interface Search {
  readonly places: Places;
  readonly paths: string[];
  failure: IncludeTarget['failure'];
}

/** The tags of a template, as in its ServerRoot, stand for some path: what looks like wildcards in them is none. */
function isWild(path: string): boolean {
  return hasWildcard(plainTags(path));
}

function componentsOf(path: string): string[] {
  let at = 0;
  return plainTags(path)
    .split('/')
    .map(({ length }) => {
      const start = at;
      at += length + 1;
      return path.slice(start, start + length);
    });
}

function expandWildcards(components: readonly string[], search: Search): void {
  const wild = components.findIndex(isWild);
  if (wild === -1) {
    addPath(components.join('/'), [], search);
    return;
  }
  const above = components.slice(0, wild);
  const folder = above.join('/') || '/';
  const rest = components.slice(wild + 1);
  for (const entry of listFolder(folder, search)) {
    if (!fnmatch(toBytes(components[wild] ?? ''), toBytes(entry.name), { period: true })) continue;
    // Only a real folder is gone into on the way: a link to one is passed over (ap_dir_fnmatch, server/util.c).
    if (rest.length === 0) addEntry(folder, entry, [], search);
    else if (entry.kind === 'folder') expandWildcards([...above, entry.name, ...rest], search);
  }
}

function listFolder(folder: string, search: Search): readonly FolderEntry[] {
  const entries = search.places.list(folder);
  if (entries !== null) return entries;
  const kind = search.places.kindOf(folder);
  const closed = isLossy(folder) ? 'unnamed' : 'unreadable';
  search.failure ??= kind === 'outside' ? 'outside' : kind === 'folder' ? closed : 'missing';
  return [];
}

/** @param around real paths of the folders that are being gone through */
function addPath(path: string, around: readonly string[], search: Search): void {
  if (search.places.kindOf(path) !== 'folder') addFile(path, search);
  else addFolder(path, around, search);
}

function addEntry(folder: string, entry: FolderEntry, around: readonly string[], search: Search): void {
  const path = posix.join(folder, entry.name);
  if (entry.kind === 'file' || entry.kind === 'special') addFile(path, search);
  else addPath(path, around, search);
}

function addFolder(path: string, around: readonly string[], search: Search): void {
  const real = search.places.realPath(path) ?? path;
  if (around.includes(real)) search.failure ??= 'cycle';
  else if (around.length >= DEEPEST_FOLDER) search.failure ??= 'too-deep';
  if (around.includes(real) || around.length >= DEEPEST_FOLDER) return;
  for (const entry of listFolder(path, search)) addEntry(path, entry, [...around, real], search);
}

function addFile(path: string, search: Search): void {
  if (search.paths.length >= MOST_FILES) search.failure ??= 'too-deep';
  else search.paths.push(path);
}

/** The server compares bytes: a `?` is one byte of a UTF-8 name, and of one in Latin-1, of which nobody knows which byte it was. */
function toBytes(name: string): string {
  // oxlint-disable-next-line no-control-regex
  if (/^[\x00-\x7f]*$/.test(name)) return name;
  return name.replaceAll(/[^\uFFFD]+/g, (some) => Buffer.from(some, 'utf8').toString('latin1'));
}

/** What Include lines lead to, for the models that are made of the same tree after an edit: it asks for names only, not for what files say. */
export class IncludeMemory {
  private names: object | null = null;
  private readonly known = new Map<string, IncludeTarget>();

  clear(): void {
    this.names = null;
    this.known.clear();
  }

  /** @param names the same object: the same files, folders and links; null: what lies where is not to be relied on */
  resolve(path: string, places: Places, names: object | null): IncludeTarget {
    if (names === null) return resolveInclude(path, places);
    if (names !== this.names) this.clear();
    this.names = names;
    const target = this.known.get(path) ?? resolveInclude(path, places);
    this.known.set(path, target);
    return target;
  }
}
