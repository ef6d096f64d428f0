import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
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

/** Runs the program and returns the calls of its main thread that change something. */
export function tracePoints(traced: Traced): Point[] {
  const calls = callsOf(traced, CALLS);
  return calls.flatMap(({ point, line }) =>
    point.call === 'openat' && !line.includes('O_CREAT') ? [] : [point],
  );
}

/** The same for all calls that are made by a path: from the first that names the folder, and from when folders are held open. */
export function tracePathPoints(traced: Traced): { readonly reading: Point[]; readonly writing: Point[] } {
  const calls = callsOf(traced, '%file');
  const points = calls.map(({ point }) => point);
  const first = calls.findIndex(({ line }) => line.includes(`"${traced.folder}`));
  const held = calls.findIndex(({ line }) => /"\/proc\/self\/fd\/\d+\/\w/.test(line));
  return { reading: points.slice(first, held), writing: points.slice(held) };
}

function callsOf({ folder, state, words }: Traced, calls: string): { point: Point; line: string }[] {
  const log = join(folder, '..', 'trace.log');
  spawnSync(STRACE, ['-f', '--seccomp-bpf', '-o', log, '-e', `trace=${calls}`, ...command(words)], {
    cwd: folder,
    env: environment(state),
  });
  const lines = readFileSync(log, 'latin1').split('\n');
  rmSync(log);
  const main = lines[0]!.split(' ')[0]!;
  const counts = new Map<string, number>();
  return lines.flatMap((line) => {
    const [, pid, call] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
    if (pid !== main || call === undefined) return [];
    const number = (counts.get(call) ?? 0) + 1;
    counts.set(call, number);
    return [{ point: { call, number }, line }];
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

/** The program with every call of that name failing from that one on. */
export function runFailingFrom({ folder, state, words }: Traced, { call, number }: Point) {
  const inject = `inject=${call}:error=EIO:when=${number}+`;
  const { status, stderr } = spawnSync(STRACE, ['-f', '-o', '/dev/null', '-e', inject, ...command(words)], {
    cwd: folder,
    env: environment(state),
    encoding: 'utf8',
  });
  return { exitCode: status, stderr };
}

/**
 * The program, stopped (SIGSTOP) right behind each of these calls in turn, while something is done about it. How it ended, and how
 * often it stood still, and all that was printed, the trace included.
 */
export async function runWithPauses(
  { folder, state, words }: Traced,
  points: readonly Point[],
  meanwhile: (pause: number) => void,
): Promise<{ readonly exitCode: number | null; readonly pauses: number; readonly printed: string }> {
  const pausing = points.flatMap(({ call, number }) => [
    '-e',
    `inject=${call}:signal=SIGSTOP:when=${number}`,
  ]);
  // execve: the first line is the main thread's, and tells its number.
  const calls = ['execve', ...points.map(({ call }) => call)].join();
  // Not with --seccomp-bpf: of strace 6.1 no signal comes then where calls are chosen.
  const strace = spawn(
    STRACE,
    ['-f', '-o', '|exec cat >&2', '-e', `trace=${calls}`, ...pausing, ...command(words)],
    { cwd: folder, env: environment(state), stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = new Promise<number | null>((resolve) => strace.once('exit', resolve));
  let pauses = 0;
  let main: string | null = null;
  let printed = '';
  strace.stdout.on('data', (bytes: Buffer) => (printed += bytes.toString('latin1')));
  for await (const line of createInterface({ input: strace.stderr })) {
    printed += line;
    const pid = line.split(' ')[0]!;
    main ??= pid;
    if (!line.includes('--- stopped by SIGSTOP')) continue;
    if (pid === main) meanwhile(pauses++);
    // Threads say so, too; a child that counts as far as that is woken.
    if (pid === main || !existsSync(`/proc/${main}/task/${pid}`)) process.kill(Number(pid), 'SIGCONT');
  }
  return { exitCode: await ended, pauses, printed };
}

function command(words: readonly string[]): string[] {
  return [process.execPath, PROGRAM, ...words];
}

function environment(state: string): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', XDG_STATE_HOME: state, UV_USE_IO_URING: '0' };
}
