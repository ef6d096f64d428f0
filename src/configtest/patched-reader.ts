import { basename, dirname, join, resolve } from 'node:path';
import type { FolderEntry, TreeReader } from '../model/index.ts';
import type { PatchSet } from '../patch/index.ts';

/** Something that is there only after the patch set was written. */
type Made =
  | { readonly type: 'link'; readonly target: string }
  | { readonly type: 'file'; readonly text: string; readonly stat: { mtimeMs: number; size: number } | null };

/** A link chain longer than this is a loop (as MAXSYMLINKS of Linux). */
const MOST_LINKS = 40;

/** The file system as it will be when the patch set is written: with its texts, new names and links. */
export function patchedReader(base: TreeReader, patchSet: PatchSet): TreeReader {
  const texts = new Map(patchSet.files.map(({ path, after }) => [path, after]));
  const { made, gone } = changedNames(patchSet);
  const proper = (path: string): string =>
    join(base.realPath(dirname(path)) ?? dirname(path), basename(path));
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
  return {
    readFile(path) {
      const place = settle(path);
      if (place === null) return { failure: 'missing' };
      const own = made.get(place);
      if (own?.type === 'file') return { text: own.text, realPath: place, stat: own.stat };
      const read = base.readFile(place);
      if ('failure' in read) return read;
      return { ...read, text: texts.get(read.realPath) ?? read.text };
    },
    readStart(path, most) {
      const place = settle(path);
      const own = place === null ? undefined : made.get(place);
      if (own?.type === 'file') return own.text.slice(0, most);
      return place === null ? null : (texts.get(place)?.slice(0, most) ?? base.readStart(place, most));
    },
    list(path) {
      const folder = settle(path);
      const entries = folder === null ? null : base.list(folder);
      return entries === null || folder === null ? null : changeEntries(folder, entries, made, gone);
    },
    realPath(path) {
      const place = settle(path);
      if (place === null) return null;
      return made.has(place) ? place : base.realPath(place);
    },
    kindOf(path) {
      const place = settle(path);
      if (place === null) return null;
      return made.has(place) ? 'file' : base.kindOf(place);
    },
    readLink: (path) => ownLink(proper(resolve(path))),
  };
}

interface ChangedNames {
  readonly made: ReadonlyMap<string, Made>;
  readonly gone: ReadonlySet<string>;
}

function changedNames({ files, links }: PatchSet): ChangedNames {
  const renamed = files.filter(({ path, newPath }) => path !== newPath);
  const made = new Map<string, Made>(
    renamed.map(({ newPath, after, stat }) => [newPath, { type: 'file', text: after, stat }]),
  );
  for (const link of links) if (link.type === 'link') made.set(link.path, link);
  const removed = links.filter(({ type }) => type === 'unlink').map(({ path }) => path);
  return { made, gone: new Set([...renamed.map(({ path }) => path), ...removed]) };
}

function changeEntries(
  folder: string,
  entries: readonly FolderEntry[],
  made: ReadonlyMap<string, Made>,
  gone: ReadonlySet<string>,
): FolderEntry[] {
  const added = [...made].filter(([path]) => dirname(path) === folder);
  const isOld = ({ name }: FolderEntry) => gone.has(join(folder, name)) || made.has(join(folder, name));
  const all = [
    ...entries.filter((entry) => !isOld(entry)),
    ...added.map(([path, { type }]) => ({ name: basename(path), kind: type })),
  ];
  return all.toSorted((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
}
