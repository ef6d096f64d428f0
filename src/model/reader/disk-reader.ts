import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync } from 'node:fs';
import { readlinkSync, readSync, realpathSync, statSync } from 'node:fs';
import type { Dirent, Stats } from 'node:fs';
import { basename, dirname, join, normalize, resolve } from 'node:path';
import { compareNames } from './compare-names.ts';
import { isPlainPath, ListedKinds } from './listed-kinds.ts';
import { remember } from './remember.ts';
import type { EntryKind, FileRead, FolderEntry, ReadFailure, TreeReader } from './tree-reader.ts';

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
  const ownKind = remember((path: string) => {
    // What is not listed is looked for all the same: another case of its letters may lead to a file.
    const told = listed.kindAt(path) ?? null;
    if (told !== null) return told;
    const stat = attempt(() => lstatSync(path, { throwIfNoEntry: false }));
    if (stat) listed.noteFound(path);
    return stat ? (entryKind(stat) ?? 'special') : null;
  });
  const isLink = (path: string): boolean | null => {
    const kind = ownKind(path);
    return kind === null ? null : kind === 'link';
  };
  // What is no link is what it is itself.
  const kindOf = remember((path: string): PlaceKind | null => {
    const kind = ownKind(path);
    return kind === 'link' ? kindBehind(path) : kind;
  });
  const target = remember((path: string) =>
    isLink(path) === true ? attempt(() => readlinkSync(path)) : null,
  );
  const known: Known = { isLink, target, realPath: (path) => realPath(path) };
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
  return {
    readFile: remember((path) => readFile(path, realPathOf)),
    readStart: (path, most) => readStart(path, most),
    // Asked first, for an exception costs more than the question: many paths that are looked for do not exist.
    list: remember((path) => {
      const entries = kindOf(path) === 'folder' ? list(path) : null;
      if (entries !== null) listed.addFolder(path, entries);
      return entries;
    }),
    realPath,
    kindOf,
    readLink: target,
  };
}

/** @param realPath told where the file lies by the name that the system has for it, where that is known */
function readFile(path: string, realPath: (path: string, place: string | null) => string | null): FileRead {
  return withFile<FileRead>(path, (descriptor, stat) => {
    if (stat.size > MOST_BYTES) return { failure: 'too-large' };
    const bytes = stat.isFile() ? readBytes(descriptor, stat.size, MOST_BYTES + 1) : Buffer.alloc(0);
    if (bytes.length > MOST_BYTES) return { failure: 'too-large' };
    const place = HAS_NAMES ? readlinkSync(nameOf(descriptor)) : null;
    const real = realPath(path, place) ?? path;
    if (place === null ? !isAt(real, stat) : place !== real) return { failure: 'unreadable' };
    const { mtimeMs, size, uid: owner, nlink: names } = stat;
    // `ServerRoot .` makes paths that begin in the folder of the process.
    const full = normalize(path) === path ? resolve(path) : path;
    const origin = { owner, linkOwners: real === full ? [] : linkOwners(full), names };
    // There was a link, and it has just been taken away: whose it was nobody knows.
    const isUnknown = origin.linkOwners.length === 0 && real !== full && normalize(path) === path;
    if (isUnknown) return { failure: 'unreadable' };
    return { text: bytes.toString('latin1'), realPath: real, stat: { mtimeMs, size }, origin };
  });
}

function readStart(path: string, most: number): string | null {
  const read = withFile(path, (descriptor, stat) => {
    const bytes = stat.isFile() ? readBytes(descriptor, Math.min(stat.size, most), most) : Buffer.alloc(0);
    return { text: bytes.toString('latin1', 0, most) };
  });
  return 'text' in read ? read.text : null;
}

/** Opens nothing but a regular file (or /dev/null), as ap_pcfg_openfile (server/util.c), and only what was looked at. */
function withFile<T>(
  path: string,
  use: (descriptor: number, stat: Stats) => T,
): T | { readonly failure: ReadFailure } {
  const open: number[] = [];
  try {
    const named = HAS_NAMES ? keep(open, openSync(path, O_PATH)) : null;
    const found = named === null ? statSync(path) : fstatSync(named);
    const failure = refusal(path, found);
    if (failure !== null) return { failure };
    // O_NONBLOCK: a pipe that has been put there since would wait for a writer. O_NOCTTY: a terminal would become ours.
    const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;
    const descriptor = keep(open, openSync(named === null ? path : nameOf(named), flags));
    // By its name it is the same file.
    const stat = named === null ? fstatSync(descriptor) : found;
    const late = refusal(path, stat);
    return late === null ? use(descriptor, stat) : { failure: late };
  } catch (error) {
    return { failure: failureOf(error) };
  } finally {
    for (const descriptor of open) closeSync(descriptor);
  }
}

/** open(2): names a file and does not open it, so that a device can be told before. Node does not know it. */
const O_PATH = 0o10000000;

/** Linux with /proc: an open file has a name, which leads to it and no other, and tells where it lies. */
const HAS_NAMES = process.platform === 'linux' && attempt(() => readlinkSync('/proc/self/fd/0')) !== null;

function nameOf(descriptor: number): string {
  return `/proc/self/fd/${descriptor}`;
}

function keep(open: number[], descriptor: number): number {
  open.push(descriptor);
  return descriptor;
}

/**
 * Whether that is the file at the path: its folders may have been exchanged for links meanwhile, and whoever exchanges them once more is not
 * noticed. Where the system has a name for an open file, that is asked instead.
 */
function isAt(real: string, { dev, ino }: Stats): boolean {
  const there = attempt(() => lstatSync(real));
  return there !== null && there.ino === ino && there.dev === dev;
}

/** In one call where the file is as long as it says: less than was asked for is its end. Files of /proc say 0, and may never end. */
function readBytes(descriptor: number, size: number, most: number): Buffer {
  let buffer = Buffer.allocUnsafe(Math.min(size + 1, most));
  let length = 0;
  for (;;) {
    const got = readSync(descriptor, buffer, length, buffer.length - length, null);
    length += got;
    const isEnd = got === 0 || (length === size && length < buffer.length);
    if (isEnd || length === most) return buffer.subarray(0, length);
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(length * 2 + 4096, most));
  }
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
  target(path: string): string | null;
  realPath(path: string): string | null;
}

/** The quick way for most paths: the folder's real path is known from the file before, and if the path is a link, so is its target's often. */
function realPathByParent(path: string, { isLink, target, realPath }: Known): string | null {
  const folder = dirname(path);
  if (folder === path || !isPlainPath(path)) return null;
  const link = isLink(path);
  const parent = link === null ? null : realPath(folder);
  if (parent === null) return null;
  if (link === false) return join(parent, basename(path));
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
  return isLink(place) === false ? realPath(place) : null;
}

function refusal(path: string, stat: Stats): ReadFailure | null {
  if (stat.isDirectory()) return 'folder';
  return stat.isFile() || path === '/dev/null' ? null : 'special';
}

function failureOf(error: unknown): ReadFailure {
  const code = (error as { readonly code?: unknown } | null)?.code;
  if (code === 'EISDIR') return 'folder';
  // ENXIO: a socket, or a pipe that nobody reads.
  if (code === 'ENXIO' || code === 'ENODEV') return 'special';
  const absent = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'];
  return typeof code === 'string' && absent.includes(code) ? 'missing' : 'unreadable';
}

function list(path: string): readonly FolderEntry[] | null {
  const found = attempt(() => readdirSync(path, { withFileTypes: true }));
  if (found === null) return null;
  const entries = found.map((entry) => ({ name: entry.name, kind: kindOfEntry(path, entry) }));
  return entries.toSorted((a, b) => compareNames(a.name, b.name));
}

function kindOfEntry(folder: string, entry: Dirent): EntryKind {
  const told = entryKind(entry);
  if (told !== null) return told;
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
function kindBehind(path: string): PlaceKind | null {
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
