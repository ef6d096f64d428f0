import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { readlinkSync, readSync, realpathSync, statSync } from 'node:fs';
import type { Dirent, Stats } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { compareNames } from './compare-names.ts';
import { remember } from './remember.ts';
import type { EntryKind, FileRead, FolderEntry, ReadFailure, TreeReader } from './tree-reader.ts';

/** The largest file that is read. Bigger than any configuration seen (a blacklist of 435 KB), within V8's longest string. */
export const MOST_BYTES = 256 * 1024 * 1024;

/**
 * Reads the real file system, synchronously (for many small files the fastest way there is), each path once. Never opens a
 * device, pipe or socket for reading.
 */
export function createDiskReader(): TreeReader {
  const realPath = remember(
    (path: string): string | null =>
      realPathByParent(path, realPath) ?? attempt(() => realpathSync.native(path)),
  );
  return {
    readFile: remember((path) => readFile(path, realPath)),
    list: remember(list),
    realPath,
    kindOf: remember(kindOf),
    readLink: remember(readLink),
  };
}

function readFile(path: string, realPath: (path: string) => string | null): FileRead {
  let descriptor: number | undefined;
  try {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = fstatSync(descriptor);
    const failure = refusal(path, stat);
    if (failure !== null) return { failure };
    const text = stat.isFile() ? readText(descriptor, stat.size) : '';
    const { mtimeMs, size } = stat;
    return { text, realPath: realPath(path) ?? path, stat: { mtimeMs, size } };
  } catch (error) {
    return { failure: failureOf(error) };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** In one call where the file is as long as it says; files of /proc say 0. */
function readText(descriptor: number, size: number): string {
  const buffer = Buffer.allocUnsafe(size + 1);
  const length = size === 0 ? -1 : readSync(descriptor, buffer, 0, size + 1, 0);
  return length === size ? buffer.toString('latin1', 0, length) : readFileSync(descriptor, 'latin1');
}

/** The quick way for most paths: they are no links, and the folder's real path is known from the file before. */
function realPathByParent(path: string, realPath: (path: string) => string | null): string | null {
  const folder = dirname(path);
  if (folder === path || normalize(path) !== path || path.endsWith('/')) return null;
  const stat = attempt(() => lstatSync(path, { throwIfNoEntry: false }));
  const parent = !stat || stat.isSymbolicLink() ? null : realPath(folder);
  return parent === null ? null : join(parent, basename(path));
}

/** As ap_pcfg_openfile (server/util.c): regular files and /dev/null only. */
function refusal(path: string, stat: Stats): ReadFailure | null {
  if (stat.isDirectory()) return 'folder';
  if (!stat.isFile() && path !== '/dev/null') return 'special';
  return stat.size > MOST_BYTES ? 'too-large' : null;
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
  // Asked first, for an exception costs more than the question: many paths that are looked for do not exist.
  const found = kindOf(path) === 'folder' ? attempt(() => readdirSync(path, { withFileTypes: true })) : null;
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

function kindOf(path: string): 'file' | 'folder' | 'special' | null {
  const stat = attempt(() => statSync(path, { throwIfNoEntry: false })) ?? null;
  if (stat === null) return null;
  if (stat.isFile()) return 'file';
  return stat.isDirectory() ? 'folder' : 'special';
}

function readLink(path: string): string | null {
  const stat = attempt(() => lstatSync(path, { throwIfNoEntry: false }));
  return stat?.isSymbolicLink() ? attempt(() => readlinkSync(path)) : null;
}

function attempt<T>(call: () => T): T | null {
  try {
    return call();
  } catch {
    return null;
  }
}
