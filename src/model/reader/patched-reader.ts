import { basename, dirname, join, resolve } from 'node:path';
import type { PatchSet } from '../../patch/index.ts';
import type { FolderEntry, TreeReader } from './tree-reader.ts';
import { compareNames } from './tree-reader.ts';

/**
 * The base with other texts in some of its files (real path -> text as Latin-1): what the tree is after some edits. Those of `made` are
 * not in the base.
 */
function overlayReader(
  base: TreeReader,
  edited: ReadonlyMap<string, string>,
  made: ReadonlySet<string> = new Set(),
): TreeReader {
  const newText = (path: string): string | null => {
    if (made.size === 0) return null;
    const full = resolve(path);
    return made.has(full) ? (edited.get(full) ?? '') : null;
  };
  return {
    ...base,
    readFile(path) {
      const text = newText(path);
      if (text !== null) return { text, realPath: resolve(path), stat: null };
      const read = base.readFile(path);
      if ('failure' in read) return read;
      const own = edited.get(read.realPath);
      return own === undefined ? read : { ...read, text: own };
    },
    readStart: (path, most) => newText(path)?.slice(0, most) ?? base.readStart(path, most),
    kindOf: (path) => (newText(path) === null ? base.kindOf(path) : 'file'),
  };
}

/** What is there only after the patch set was written: a link, a folder, a file that had another name or is new. */
type Made =
  | { readonly type: 'link'; readonly target: string }
  | { readonly type: 'folder' }
  | { readonly type: 'file'; readonly oldPath: string };

/** A link chain longer than this is a loop (as MAXSYMLINKS of Linux). */
const MOST_LINKS = 40;

/** The file system as it will be when the patch set is written: with its texts, new names and links. */
export function patchedReader(base: TreeReader, patchSet: PatchSet): TreeReader {
  const texts = new Map<string, string>();
  const made = new Set<string>();
  for (const { path, before, after, madeLike } of patchSet.files) {
    if (before !== after) texts.set(path, after);
    if (madeLike !== undefined) made.add(path);
  }
  const changed = overlayReader(base, texts, made);
  const names = changedNames(patchSet);
  if (names.made.size > 0 || names.gone.size > 0) return renamingReader(changed, names);
  basesOf.set(changed, namesOf(base));
  return changed;
}

const basesOf = new WeakMap<TreeReader, TreeReader>();

/** The reader whose files, folders and links have the same names and places as those of this one: itself, or what it puts other texts in. */
export function namesOf(reader: TreeReader): TreeReader {
  return basesOf.get(reader) ?? reader;
}

interface ChangedNames {
  readonly made: ReadonlyMap<string, Made>;
  readonly gone: ReadonlySet<string>;
}

function changedNames({ files, links, folders = [] }: PatchSet): ChangedNames {
  const renamed = files.filter(({ path, newPath }) => path !== newPath);
  const named = files.filter(({ path, newPath, madeLike }) => path !== newPath || madeLike !== undefined);
  const made = new Map<string, Made>(
    named.map(({ path, newPath }) => [newPath, { type: 'file', oldPath: path }]),
  );
  for (const path of folders) made.set(path, { type: 'folder' });
  for (const link of links) if (link.type === 'link') made.set(link.path, link);
  const removed = links.filter(({ type }) => type === 'unlink').map(({ path }) => path);
  return { made, gone: new Set([...renamed.map(({ path }) => path), ...removed]) };
}

function renamingReader(base: TreeReader, { made, gone }: ChangedNames): TreeReader {
  /** A folder that is not there yet lies in one that is. */
  const realFolder = (path: string): string =>
    base.realPath(path) ?? (path === dirname(path) ? path : join(realFolder(dirname(path)), basename(path)));
  const proper = (path: string): string => join(realFolder(dirname(path)), basename(path));
  const ownLink = (path: string): string | null => {
    const own = made.get(path);
    if (own !== undefined) return own.type === 'link' ? own.target : null;
    return gone.has(path) ? null : base.readLink(path);
  };
  /** Where a path leads, links followed; null if that is nowhere. */
  const settle = (path: string): string | null => {
    let at = proper(resolve(path));
    for (let links = 0; links < MOST_LINKS; links++) {
      const target = ownLink(at);
      if (target === null) return gone.has(at) && !made.has(at) ? null : at;
      at = proper(resolve(dirname(at), target));
    }
    return null;
  };
  /** What the base calls the file that is there; null for none. */
  const oldPlace = (path: string): string | null => {
    const place = settle(path);
    const own = place === null ? undefined : made.get(place);
    return own?.type === 'file' ? own.oldPath : place;
  };
  return {
    readFile(path) {
      const place = settle(path);
      const old = oldPlace(path);
      if (place === null || old === null) return { failure: 'missing' };
      const read = base.readFile(old);
      return 'failure' in read || place === old ? read : { ...read, realPath: place, formerPath: old };
    },
    readStart(path, most) {
      const old = oldPlace(path);
      return old === null ? null : base.readStart(old, most);
    },
    list(path) {
      const folder = settle(path);
      if (folder === null) return null;
      const entries = made.get(folder)?.type === 'folder' ? [] : base.list(folder);
      return entries === null ? null : changeEntries(folder, entries, { made, gone });
    },
    realPath(path) {
      const place = settle(path);
      return place === null || made.has(place) ? place : base.realPath(place);
    },
    kindOf(path) {
      if (made.get(settle(path) ?? '')?.type === 'folder') return 'folder';
      const old = oldPlace(path);
      return old === null ? null : base.kindOf(old);
    },
    readLink: (path) => ownLink(proper(resolve(path))),
  };
}

function changeEntries(
  folder: string,
  entries: readonly FolderEntry[],
  { made, gone }: ChangedNames,
): FolderEntry[] {
  const added = [...made].filter(([path]) => dirname(path) === folder);
  const isOld = ({ name }: FolderEntry) => gone.has(join(folder, name)) || made.has(join(folder, name));
  const all = [
    ...entries.filter((entry) => !isOld(entry)),
    ...added.map(([path, { type }]) => ({ name: basename(path), kind: type })),
  ];
  return all.toSorted((a, b) => compareNames(a.name, b.name));
}
