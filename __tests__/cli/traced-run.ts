import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAM } from './run-program.ts';

const STRACE = '/usr/bin/strace';

/** Whether there is strace, and it may trace here. In CI it must be there (.ci/run installs it); some sandboxes forbid it all the same. */
export function canTrace(): boolean {
  if (!existsSync(STRACE)) {
    if (process.env['CI'] === 'true') throw new Error('strace is missing: .ci/run installs it');
    console.warn('SKIPPED: there is no strace, so the program is not stopped at its system calls');
    return false;
  }
  if (spawnSync(STRACE, ['-f', '-o', '/dev/null', '/bin/true']).status === 0) return true;
  console.warn('SKIPPED: strace may not trace here, so the program is not stopped at its system calls');
  return false;
}

/** One of the system calls that change files, by its number among those of its name. */
export interface Point {
  readonly call: string;
  readonly number: number;
}

const CALLS =
  'link,linkat,rename,renameat,renameat2,symlink,symlinkat,unlink,unlinkat,mkdir,mkdirat,rmdir,' +
  'fsync,fdatasync,syncfs,fchmod,fchmodat,chmod,fchown,fchownat,chown,lchown,ftruncate,utimensat,openat';

export interface Traced {
  readonly folder: string;
  readonly state: string;
  readonly words: readonly string[];
}

/** Runs the program and returns the calls that its main thread made, from the first that changes something. */
export function tracePoints({ folder, state, words }: Traced): Point[] {
  const log = join(folder, '..', 'trace.log');
  spawnSync(STRACE, ['-f', '--seccomp-bpf', '-o', log, '-e', `trace=${CALLS}`, ...command(words)], {
    cwd: folder,
    env: environment(state),
  });
  const lines = readFileSync(log, 'latin1').split('\n');
  rmSync(log);
  return pointsOf(lines);
}

function pointsOf(lines: readonly string[]): Point[] {
  const main = lines[0]!.split(' ')[0]!;
  const counts = new Map<string, number>();
  return lines.flatMap((line): Point[] => {
    const [, pid, call] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
    if (pid !== main || call === undefined) return [];
    const number = (counts.get(call) ?? 0) + 1;
    counts.set(call, number);
    return call === 'openat' && !line.includes('O_CREAT') ? [] : [{ call, number }];
  });
}

/** The program with something done to it at one point: `signal=KILL`, `error=EIO`. Its exit code, null if it was killed. */
export function runWithFault(
  { folder, state, words }: Traced,
  { call, number }: Point,
  fault: string,
): number | null {
  const inject = `inject=${call}:${fault}:when=${number}`;
  const { status } = spawnSync(
    STRACE,
    ['-f', '--seccomp-bpf', '-o', '/dev/null', '-e', inject, ...command(words)],
    { cwd: folder, env: environment(state) },
  );
  // strace ends as what it traces did.
  return status === 137 ? null : status;
}

function command(words: readonly string[]): string[] {
  return [process.execPath, PROGRAM, ...words];
}

function environment(state: string): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', XDG_STATE_HOME: state, UV_USE_IO_URING: '0' };
}
