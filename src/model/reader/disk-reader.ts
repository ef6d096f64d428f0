import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { readlinkSync, realpathSync, statSync } from 'node:fs';
import type { Dirent, Stats } from 'node:fs';
import { join } from 'node:path';
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
  return {
    readFile: remember(readFile),
    list: remember(list),
    realPath: remember(realPath),
    kindOf: remember(kindOf),
    readLink: remember(readLink),
  };
}

function readFile(path: string): FileRead {
  let descriptor: number | undefined;
  try {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = fstatSync(descriptor);
    const failure = refusal(path, stat);
    if (failure !== null) return { failure };
    const text = stat.isFile() ? readFileSync(descriptor, 'latin1') : '';
    return {
      text,
      realPath: realpathSync.native(path),
      stat: { mtimeMs: stat.mtimeMs, size: stat.size },
    };
  } catch (error) {
    return { failure: failureOf(error) };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** As ap_pcfg_openfile (server/util.c): regular files and /dev/null only. */
function refusal(path: string, stat: Stats): ReadFailure | null {
  if (stat.isDirectory()) return 'folder';
  if (!stat.isFile() && path !== '/dev/null') return 'special';
  return stat.size > MOST_BYTES ? 'too-large' : null;
}

function failureOf(error: unknown): ReadFailure {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
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

function realPath(path: string): string | null {
  return attempt(() => realpathSync.native(path));
}

function kindOf(path: string): 'file' | 'folder' | 'special' | null {
  const stat = attempt(() => statSync(path, { throwIfNoEntry: false })) ?? null;
  if (stat === null) return null;
  if (stat.isFile()) return 'file';
  return stat.isDirectory() ? 'folder' : 'special';
}

function readLink(path: string): string | null {
  return attempt(() => readlinkSync(path));
}

function attempt<T>(call: () => T): T | null {
  try {
    return call();
  } catch {
    return null;
  }
}
