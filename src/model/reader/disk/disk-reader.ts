import { lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import type { Dirent, Stats } from 'node:fs';
import { basename, dirname, isAbsolute, join, normalize, resolve } from 'node:path';
import { isPlainPath, ListedKinds, compareNames } from '../tree-reader.ts';
import { placeOf, readBytes, withFile, withFixedFile } from './open-file.ts';
import { OwnFolders } from './own-folders.ts';
import { isLossy, remember } from '../../../text/index.ts';
import { NativePaths } from './native-paths.ts';
import type { EntryKind, FileRead, FolderEntry, TreeReader } from '../tree-reader.ts';

/** What a path leads to. */
type PlaceKind = Exclude<EntryKind, 'link'>;

/** The largest file that is read. Far bigger than any configuration seen (a blacklist of 435 KB). */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Reads the real file system, synchronously (for many small files the fastest way there is), each path once. Never opens a
 * device, pipe or socket, for opening alone can do something; and never what was put in a file's place while it looked.
 */
export function createDiskReader(): TreeReader {
  const listed = new ListedKinds();
  const own = new OwnFolders();
  const native = new NativePaths();
  const ownKind = remember((path: string) => {
    // What is not listed is looked for all the same: another case of its letters may lead to a file.
    const listedKind = listed.kindAt(path) ?? null;
    if (listedKind !== null) return listedKind;
    const stat = attempt(() => lstatSync(path, { throwIfNoEntry: false }));
    if (!stat) return isLossy(path) ? kindByListing(path) : null;
    listed.noteFound(path);
    const kind = entryKind(stat) ?? 'special';
    if (kind === 'folder') own.note(path, stat);
    return kind;
  });
  const kindByListing = (path: string): EntryKind | null =>
    entriesOf(dirname(path))?.find(({ name }) => name === basename(path))?.kind ?? null;
  const isUnnamed = (path: string): boolean => isLossy(path) && ownKind(path) !== null;
  const isLink = (path: string): boolean | null => {
    const kind = ownKind(path);
    return kind === null ? null : kind === 'link';
  };
  // What is no link is what it is itself.
  const kindOf = remember((path: string): PlaceKind | null => {
    const kind = ownKind(path);
    return kind === 'link' ? kindBehind(native.of(path) ?? path) : kind;
  });
  const target = remember((path: string) =>
    isLink(path) === true ? attempt(() => readlinkSync(path)) : null,
  );
  const entriesOf = remember((path: string) => {
    // Asked first, for an exception costs more than the question: many paths that are looked for do not exist.
    const entries = kindOf(path) === 'folder' ? list(path, native.of(path)) : null;
    if (entries !== null) listed.addFolder(path, entries);
    return entries;
  });
  const pointedTo = new Map<string, number>();
  const isLinkThere = (path: string): boolean | null => {
    // Where one link leads, others often do: a list tells of all of them.
    const count = (pointedTo.get(dirname(path)) ?? 0) + 1;
    pointedTo.set(dirname(path), count);
    if (count === 3) entriesOf(dirname(path));
    return isLink(path);
  };
  const known: Known = { isLink, isLinkThere, target, realPath: (path) => realPath(path) };
  const opened = new Set<string>();
  const realPath = remember((path: string): string | null => {
    if (opened.has(path)) return path;
    const byParent = realPathByParent(path, known);
    if (byParent !== null || (isPlainPath(path) && isLink(path) === null)) return byParent;
    return attempt(() => realpathSync.native(path));
  });
  // Asked once, so what it was before is still so.
  const realPathOf = (path: string, place: string | null): string | null => {
    if (path === place) opened.add(path);
    return realPath(path);
  };
  const isFixed = (real: string): boolean => own.has(dirname(real)) && ownKind(real) === 'file';
  return {
    readFile: remember((path) => {
      const real = isPlainPath(path) && isAbsolute(path) && isLink(path) !== null ? realPath(path) : null;
      const read = real !== null && isFixed(real) ? readFixed(path, real) : readFile(path, realPathOf);
      return 'failure' in read && read.failure === 'missing' && isUnnamed(path)
        ? { failure: 'unnamed' }
        : read;
    }),
    readStart: (path, most) => readStart(path, most),
    list: entriesOf,
    realPath,
    kindOf,
    readLink: target,
    permissionsOf(path) {
      const stat = attempt(() => statSync(path, { throwIfNoEntry: false }));
      return stat ? { mode: stat.mode & 0o777, owner: stat.uid, group: stat.gid } : null;
    },
    linkOwner(path) {
      const stat = attempt(() => lstatSync(path, { throwIfNoEntry: false }));
      return stat?.isSymbolicLink() === true ? stat.uid : null;
    },
  };
}

/** What nobody else can exchange, at its real path. */
function readFixed(path: string, real: string): FileRead {
  return withFixedFile<FileRead>(real, (descriptor, stat) => readPlaced(path, descriptor, stat, () => real));
}

/** @param realPath told where the file lies by the name that the system has for it, where that is known */
function readFile(path: string, realPath: (path: string, place: string | null) => string | null): FileRead {
  return withFile<FileRead>(path, (descriptor, stat) =>
    readPlaced(path, descriptor, stat, () => {
      const place = placeOf(descriptor);
      const real = realPath(path, place) ?? path;
      return (place === null ? isAt(real, stat) : place === real) ? real : null;
    }),
  );
}

/** @param realPath asked when the file has been read; null: the path has led elsewhere meanwhile */
function readPlaced(path: string, descriptor: number, stat: Stats, realPath: () => string | null): FileRead {
  if (stat.size > MOST_BYTES) return { failure: 'too-large' };
  const bytes = readBytes(descriptor, stat, MOST_BYTES + 1);
  if (bytes.length > MOST_BYTES) return { failure: 'too-large' };
  const real = realPath();
  if (real === null) return { failure: 'unreadable' };
  const { mtimeMs, size, uid: owner, nlink: names } = stat;
  // `ServerRoot .` makes paths that begin in the folder of the process.
  const full = path === real || normalize(path) !== path ? path : resolve(path);
  const origin = { owner, linkOwners: real === full ? [] : linkOwners(full), names };
  // There was a link, and it has just been taken away: whose it was nobody knows.
  const isUnknown = origin.linkOwners.length === 0 && real !== full && normalize(path) === path;
  if (isUnknown) return { failure: 'unreadable' };
  return { text: bytes.toString('latin1'), realPath: real, stat: { mtimeMs, size }, origin };
}

function readStart(path: string, most: number): string | null {
  const read = withFile(path, (descriptor, stat) => ({
    text: readBytes(descriptor, stat, most).toString('latin1', 0, most),
  }));
  return 'text' in read ? read.text : null;
}

/**
 * Whether that is the file at the path: its folders may have been exchanged for links meanwhile, and whoever exchanges them once more is not
 * noticed. Where the system has a name for an open file, that is asked instead.
 */
function isAt(real: string, { dev, ino }: Stats): boolean {
  const there = attempt(() => lstatSync(real));
  return there !== null && there.ino === ino && there.dev === dev;
}

/** Of the symbolic links among the folders of the path, and of the path itself. */
function linkOwners(path: string): number[] {
  const names = normalize(path).split('/');
  const ways = names.map((_, at) => names.slice(0, at + 1).join('/') || '/');
  return ways.flatMap((way) => {
    const stat = attempt(() => lstatSync(way));
    return stat?.isSymbolicLink() ? [stat.uid] : [];
  });
}

/** What a reader asks of paths, each once. */
interface Known {
  /** Null if nothing is there. */
  isLink(path: string): boolean | null;
  /** The same of what a link leads to. */
  isLinkThere(path: string): boolean | null;
  target(path: string): string | null;
  realPath(path: string): string | null;
}

/** The quick way for most paths: the folder's real path is known from the file before, and if the path is a link, so is its target's often. */
function realPathByParent(path: string, { isLink, isLinkThere, target, realPath }: Known): string | null {
  const folder = dirname(path);
  if (folder === path || !isPlainPath(path)) return null;
  const link = isLink(path);
  const parent = link === null ? null : realPath(folder);
  if (parent === null) return null;
  if (link === false) return parent === folder ? path : join(parent, basename(path));
  const way = target(path);
  // Behind a name `..` leads to the folder of what that name stands for: only the system knows. A loop ends there, too.
  const isPlain = way !== null && !way.startsWith('/') && !way.endsWith('/');
  if (
    !isPlain ||
    way
      .replace(/^(?:\.\.\/)+/, '')
      .split('/')
      .includes('..')
  )
    return null;
  const place = join(parent, way);
  return isLinkThere(place) === false ? realPath(place) : null;
}

function list(path: string, native: string | Buffer | null): readonly FolderEntry[] | null {
  const found = native === null ? null : attempt(() => readdirSync(native, { withFileTypes: true }));
  if (found === null) return null;
  const entries = found.map((entry) => ({ name: entry.name, kind: kindOfEntry(path, entry) }));
  return entries.toSorted((a, b) => compareNames(a.name, b.name));
}

function kindOfEntry(folder: string, entry: Dirent): EntryKind {
  const kind = entryKind(entry);
  if (kind !== null) return kind;
  // Some file systems name no kinds in a listing.
  const stat = attempt(() => lstatSync(join(folder, entry.name)));
  return (stat && entryKind(stat)) ?? 'special';
}

function entryKind(entry: Dirent | Stats): EntryKind | null {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  if (entry.isSymbolicLink()) return 'link';
  const special = entry.isFIFO() || entry.isSocket() || entry.isCharacterDevice() || entry.isBlockDevice();
  return special ? 'special' : null;
}

/** Of what a symbolic link leads to. */
function kindBehind(path: string | Buffer): PlaceKind | null {
  const stat = attempt(() => statSync(path, { throwIfNoEntry: false }));
  if (!stat) return null;
  if (stat.isFile()) return 'file';
  return stat.isDirectory() ? 'folder' : 'special';
}

function attempt<T>(call: () => T): T | null {
  try {
    return call();
  } catch {
    return null;
  }
}
