import { closeSync, constants, fstatSync, openSync, readlinkSync, readSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import type { ReadFailure } from '../tree-reader.ts';

/** What is made of an open file. */
type Use<T> = (descriptor: number, stat: Stats) => T;

/** What was made of it, or why it was not opened. */
type Used<T> = T | { readonly failure: ReadFailure };

/** O_NONBLOCK: a pipe that has been put there since would wait for a writer. O_NOCTTY: a terminal would become ours. */
const READ = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

/** open(2): names a file and does not open it, so that a device can be told before. Node does not know it. */
const O_PATH = 0o10000000;

/** Linux with /proc: an open file has a name, which leads to it and no other, and tells where it lies. */
const HAS_NAMES = process.platform === 'linux' && hasNames();

/** Opens nothing but a regular file (or /dev/null), as ap_pcfg_openfile (server/util.c), and only what was looked at. */
export function withFile<T>(path: string, use: Use<T>): Used<T> {
  return withDescriptors((keep) => {
    const named = HAS_NAMES ? keep(openSync(path, O_PATH)) : null;
    const found = named === null ? statSync(path) : fstatSync(named);
    const failure = refusal(path, found);
    if (failure !== null) return { failure };
    const descriptor = keep(openSync(named === null ? path : nameOf(named), READ));
    // By its name it is the same file.
    return useFile(path, descriptor, named === null ? fstatSync(descriptor) : found, use);
  });
}

/** The same of what was seen to be a regular file, whose place nobody else can give to something else: with half of the calls. */
export function withFixedFile<T>(path: string, use: Use<T>): Used<T> {
  return withDescriptors((keep) => {
    const descriptor = keep(openSync(path, READ | constants.O_NOFOLLOW));
    return useFile(path, descriptor, fstatSync(descriptor), use);
  });
}

/** Where the open file lies; null: the system does not tell. */
export function placeOf(descriptor: number): string | null {
  return HAS_NAMES ? readlinkSync(nameOf(descriptor)) : null;
}

/**
 * The file from its beginning, up to so many bytes. In one call where it is as long as it says: less than was asked for is its end.
 * Files of /proc say 0, and may never end.
 */
export function readBytes(descriptor: number, stat: Stats, most: number): Buffer {
  if (!stat.isFile()) return Buffer.alloc(0);
  const size = Math.min(stat.size, most);
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

/** Closes all that is kept. */
function withDescriptors<T>(work: (keep: (descriptor: number) => number) => Used<T>): Used<T> {
  const open: number[] = [];
  const keep = (descriptor: number): number => {
    open.push(descriptor);
    return descriptor;
  };
  try {
    return work(keep);
  } catch (error) {
    return { failure: failureOf(error) };
  } finally {
    for (const descriptor of open) closeSync(descriptor);
  }
}

function useFile<T>(path: string, descriptor: number, stat: Stats, use: Use<T>): Used<T> {
  const failure = refusal(path, stat);
  return failure === null ? use(descriptor, stat) : { failure };
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

function nameOf(descriptor: number): string {
  return `/proc/self/fd/${descriptor}`;
}

function hasNames(): boolean {
  try {
    readlinkSync(nameOf(0));
    return true;
  } catch {
    return false;
  }
}
