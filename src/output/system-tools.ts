import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Copying } from './file-system.ts';

// Node knows neither extended attributes nor syncfs(2). What it lacks is asked of the system's own cp and sync, at fixed
// paths, with an empty environment and no shell; names go behind `--` and are absolute.

/** What `--attributes-only` and `--parents` need; busybox has neither. */
const CP = ['/bin/cp', '/usr/bin/cp'];
const SYNC = ['/usr/bin/sync', '/bin/sync'];

/** Bytes; well below what the kernel takes for all arguments together (a quarter of the stack, usually 2 MB). */
const MOST_ARGUMENTS = 600_000;

/** As FileSystem.copyAttributes. Where there is no GNU cp it does nothing: owner and mode are set when a file is made. */
export function copyAttributes(copies: readonly Copying[]): void {
  if (copies.length === 0 || !hasGnuCopy()) return;
  copy(['-a', '--attributes-only', '--no-preserve=timestamps,links'], copies);
}

/** As FileSystem.copyWhole. Where there is no GNU cp: bytes, owner, mode and times. */
export function copyWhole(copies: readonly Copying[]): void {
  if (copies.length === 0) return;
  if (hasGnuCopy()) copy(['-a', '--no-preserve=links', '--reflink=auto'], copies);
  else for (const one of copies) copyPlainly(one);
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
  gnuCopy ??= runTool(CP, ['--version']).output.includes('coreutils');
  return gnuCopy;
}

/** One process for all files whose places mirror their paths, one for each folder of those that keep their names, one for each other. */
function copy(options: readonly string[], copies: readonly Copying[]): void {
  const batches = new Map<string, { readonly how: readonly string[]; readonly from: string[] }>();
  for (const { from, to } of copies) {
    const how = howTo(from, to);
    if (how === null) copyBatch([...options, '-T', '--', from, to]);
    else {
      const batch = batches.get(how.join('\0')) ?? { how, from: [] };
      batch.from.push(from);
      batches.set(how.join('\0'), batch);
    }
  }
  for (const { how, from } of batches.values()) {
    for (const some of inPieces(from)) copyBatch([...options, ...how, '--', ...some]);
  }
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

function copyBatch(words: readonly string[]): void {
  const { status, problem } = runTool(CP, words);
  if (status !== 0) throw problem ?? new Error('cp could not be run');
}

function howTo(from: string, to: string): string[] | null {
  if (to.endsWith(from) && to !== from) return ['--parents', '-t', to.slice(0, -from.length)];
  return basename(from) === basename(to) ? ['-t', dirname(to)] : null;
}

interface Ended {
  readonly status: number | null;
  readonly output: string;
  readonly problem: Error | null;
}

/** Runs the first of the programs that is there. Detached, so that a Ctrl+C on the terminal is not for it. */
function runTool(programs: readonly string[], words: readonly string[]): Ended {
  const program = programs.find((path) => fs.existsSync(path));
  if (program === undefined) return { status: null, output: '', problem: null };
  const options = {
    cwd: '/',
    env: { LC_ALL: 'C' },
    detached: true,
    encoding: 'latin1',
    maxBuffer: 1 << 24,
  } as const;
  const { status, signal, stdout, stderr, error } = spawnSync(program, words, options);
  if (error !== undefined) return { status: null, output: '', problem: error };
  const said =
    signal === null ? stderr.trim().split('\n')[0]! : `${basename(program)} was ended by ${signal}`;
  return { status, output: stdout, problem: status === 0 ? null : toolError(said) };
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

function toolError(said: string): Error {
  const code = ERRNO.find(([words]) => said.endsWith(words))?.[1];
  return Object.assign(new Error(said), code === undefined ? {} : { code });
}

function copyPlainly({ from, to }: Copying): void {
  const { mode, uid, gid, atime, mtime } = fs.lstatSync(from);
  if ((mode & fs.constants.S_IFMT) === fs.constants.S_IFLNK) {
    fs.symlinkSync(fs.readlinkSync(from), to);
    fs.lchownSync(to, uid, gid);
    return;
  }
  fs.copyFileSync(from, to, fs.constants.COPYFILE_EXCL);
  fs.chownSync(to, uid, gid);
  fs.chmodSync(to, mode & 0o7777);
  fs.utimesSync(to, atime, mtime);
}
