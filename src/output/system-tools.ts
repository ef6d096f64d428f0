import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Copying } from './file-system.ts';
import { withFile } from './open-file.ts';

// Node knows neither extended attributes nor syncfs(2). What it lacks is asked of the system's own cp and sync, at fixed
// paths, with an empty environment and no shell; names go behind `--`.

/** What `--attributes-only` and `--parents` need: GNU's. Ubuntu has it by the first name where cp is another one. */
const CP = ['/usr/bin/gnucp', '/bin/cp', '/usr/bin/cp'];
const SYNC = ['/usr/bin/sync', '/bin/sync'];

/** Bytes; well below what the kernel takes for all arguments together (a quarter of the stack, usually 2 MB). */
const MOST_ARGUMENTS = 600_000;

/** As FileSystem.copyAttributes. Where there is no GNU cp it does nothing: owner and mode are set when a file is made. */
export function copyAttributes(copies: readonly Copying[]): void {
  if (copies.length === 0 || !hasGnuCopy()) return;
  copy(['-a', '--attributes-only', '--no-preserve=timestamps,links'], copies);
}

/** As FileSystem.copyWhole. Where there is no GNU cp: bytes, owner, mode and times. */
export function copyWhole(copies: readonly Copying[]): string | null {
  if (copies.length === 0) return null;
  // Named, and not only by -a, they are missed aloud.
  if (hasGnuCopy()) return copy(['-a', '--preserve=xattr', '--no-preserve=links', '--reflink=auto'], copies);
  for (const one of copies) copyPlainly(one);
  return null;
}

/** As FileSystem.syncFileSystem. */
export function syncFileSystem(path: string): boolean {
  const { status, problem } = runTool(SYNC, ['-f', '--', path]);
  if (status === 0) return true;
  if (problem === null || /invalid|unrecognized|usage/i.test(problem.message)) return false;
  throw problem;
}

let gnuCopy: boolean | null = null;
function hasGnuCopy(): boolean {
  // Others have the options, or coreutils in their name, and silently lose attributes (uutils 0.0.17).
  gnuCopy ??= runTool(CP, ['--version']).output.includes('GNU coreutils');
  return gnuCopy;
}

/** How `cp` is told where copies go: to a folder, or below one by the names that they have below another. */
interface Way {
  readonly words: readonly string[];
  readonly folder: string;
}

/** One process for all files whose places mirror their paths, one for each folder of those that keep their names, one for each other. */
function copy(options: readonly string[], copies: readonly Copying[]): string | null {
  const refusals: (string | null)[] = [];
  const batches = new Map<string, { readonly way: Way; readonly names: string[] }>();
  for (const { from, to } of copies) {
    const [way, name] = wayOf(from, to);
    if (way === null) refusals.push(copyBatch('/', [...options, '-T', '--', from, to]));
    else {
      const key = [...way.words, way.folder].join('\0');
      const batch = batches.get(key) ?? { way, names: [] };
      batch.names.push(name);
      batches.set(key, batch);
    }
  }
  for (const { way, names } of batches.values()) {
    for (const some of inPieces(names)) {
      refusals.push(copyBatch(way.folder, [...options, ...way.words, '--', ...some]));
    }
  }
  return refusals.find((refusal) => refusal !== null) ?? null;
}

function inPieces(paths: readonly string[]): string[][] {
  const pieces: string[][] = [];
  let size = MOST_ARGUMENTS;
  for (const path of paths) {
    size += argumentSize(path);
    if (size > MOST_ARGUMENTS) {
      pieces.push([]);
      size = argumentSize(path);
    }
    pieces.at(-1)!.push(path);
  }
  return pieces;
}

/** In UTF-8, with its end and the pointer to it. */
function argumentSize(path: string): number {
  return Buffer.byteLength(path) + 9;
}

/**
 * What libattr says, attr_copy_file(3), of a file that is copied but for its extended attributes: the file system has none, or a policy
 * keeps them for itself, as that of SELinux does its labels in containers.
 */
const REFUSED_ATTRIBUTES =
  /: setting attributes? .*: (?:Operation not (?:supported|permitted)|Permission denied)$/;

function copyBatch(folder: string, words: readonly string[]): string | null {
  const { status, errorLines, problem } = runTool(CP, words, folder);
  if (status === 0) return null;
  if (errorLines.length > 0 && errorLines.every((line) => REFUSED_ATTRIBUTES.test(line)))
    return errorLines[0]!;
  throw problem ?? new Error('cp could not be run');
}

function wayOf(from: string, to: string): [Way | null, string] {
  const length = isHeld(from) || isHeld(to) ? 0 : commonEnd(from, to);
  if (length > 0) {
    const words = ['--parents', '-t', to.slice(0, -length)];
    return [{ words, folder: from.slice(0, -length) }, from.slice(-length)];
  }
  return basename(from) === basename(to) ? [{ words: ['-t', dirname(to)], folder: '/' }, from] : [null, from];
}

/** Length of the longest end, of whole names, that two different paths have in common. */
function commonEnd(one: string, other: string): number {
  let length = 0;
  for (let at = 1; at < Math.min(one.length, other.length); at++) {
    if (one.at(-at) !== other.at(-at)) break;
    if (one.at(-at - 1) === '/' && other.at(-at - 1) === '/') length = at;
  }
  return length;
}

const HELD = /^\/proc\/self\/fd\/(\d+)(?=\/|$)/;

/** Whether a path leads through a folder that this process holds open (`inHeld`). */
function isHeld(path: string): boolean {
  return HELD.test(path);
}

/** Paths through open folders as another process has them, which gets those folders as its files from number 3 on. */
function handDown(words: readonly string[]): { readonly words: string[]; readonly folders: number[] } {
  const folders: number[] = [];
  const handed = words.map((word) =>
    word.replace(HELD, (_, fd: string) => {
      if (!folders.includes(Number(fd))) folders.push(Number(fd));
      return `/proc/self/fd/${3 + folders.indexOf(Number(fd))}`;
    }),
  );
  return { words: handed, folders };
}

interface Ended {
  readonly status: number | null;
  readonly output: string;
  /** Lines of its standard error. */
  readonly errorLines: readonly string[];
  readonly problem: Error | null;
}

/** Runs the first of the programs that is there. Detached, so that a Ctrl+C on the terminal is not for it. */
function runTool(programs: readonly string[], words: readonly string[], folder = '/'): Ended {
  const program = programs.find((path) => fs.existsSync(path));
  if (program === undefined) return { status: null, output: '', errorLines: [], problem: null };
  const handed = handDown(words);
  const options = {
    cwd: folder,
    stdio: ['ignore' as const, 'pipe' as const, 'pipe' as const, ...handed.folders],
    env: { LC_ALL: 'C' },
    detached: true,
    encoding: 'latin1' as const,
    maxBuffer: 1 << 24,
  };
  const { status, signal, stdout, stderr, error } = spawnSync(program, handed.words, options);
  if (error !== undefined) return { status: null, output: '', errorLines: [], problem: error };
  const errorLines = stderr.trim().split('\n');
  const cause = signal === null ? errorLines[0]! : `${basename(program)} was ended by ${signal}`;
  return { status, output: stdout, errorLines, problem: status === 0 ? null : toolError(cause) };
}

/** What the C library says (strerror) as the errno name that Node's own calls throw. */
const ERRNO: readonly (readonly [string, string])[] = [
  ['No space left on device', 'ENOSPC'],
  ['Disk quota exceeded', 'EDQUOT'],
  ['Input/output error', 'EIO'],
  ['Permission denied', 'EACCES'],
  ['Operation not permitted', 'EPERM'],
  ['Read-only file system', 'EROFS'],
  ['Too many open files', 'EMFILE'],
  ['No such file or directory', 'ENOENT'],
];

function toolError(cause: string): Error {
  const code = ERRNO.find(([words]) => cause.endsWith(words))?.[1];
  return Object.assign(new Error(cause), code === undefined ? {} : { code });
}

function copyPlainly({ from, to }: Copying): void {
  const { mode, uid, gid, atime, mtime } = fs.lstatSync(from);
  if ((mode & fs.constants.S_IFMT) === fs.constants.S_IFLNK) {
    fs.symlinkSync(fs.readlinkSync(from), to);
    fs.lchownSync(to, uid, gid);
    return;
  }
  withFile(from, (_, name) => fs.copyFileSync(name, to, fs.constants.COPYFILE_EXCL));
  fs.lchownSync(to, uid, gid);
  withFile(to, (fd) => fs.fchmodSync(fd, mode & 0o7777));
  fs.lutimesSync(to, atime, mtime);
}
