import { spawn, spawnSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENGINE_FLAGS } from '../../src/cli/tune-engine.ts';
import type { Ran } from './run-program.ts';

export interface Request {
  readonly words: readonly string[];
  readonly folder: string;
  /** Standard input, one character per byte. */
  readonly input: string;
  readonly env: Readonly<Record<string, string>>;
  /** Of the terminal that it believes to print on; null for a pipe. */
  readonly columns: number | null;
}

/** Has the program run in a process that is ready for it (ready-program.mjs), and waits for what it says. */
export function askReadyProgram(request: Request): Ran {
  const { requests, answers } = readyProgram();
  writeSync(requests, `${JSON.stringify(request)}\n`);
  return JSON.parse(readLine(answers)) as Ran;
}

interface ReadyProgram {
  readonly requests: number;
  readonly answers: number;
}

/** One for all files of tests that a worker of jest runs: it ends with that. */
function readyProgram(): ReadyProgram {
  const kept = globalThis as { [READY]?: ReadyProgram };
  return (kept[READY] ??= startReadyProgram());
}
const READY = Symbol.for('httpd-codemod-ready-program');

/** Node can wait for no pipe to a child, but for one that has a name it can. */
function startReadyProgram(): ReadyProgram {
  const folder = mkdtempSync(join(tmpdir(), 'httpd-codemod-ready-'));
  const [requests, answers] = [join(folder, 'requests'), join(folder, 'answers')];
  spawnSync('mkfifo', [requests, answers]);
  const [asks, hears] = [openPipe(requests), openPipe(answers)];
  rmSync(folder, { recursive: true });
  const child = spawn(process.execPath, [...ENGINE_FLAGS, join(import.meta.dirname, 'ready-program.mjs')], {
    stdio: ['ignore', 'ignore', 'inherit', asks.out, hears.in],
  });
  child.unref();
  closeSync(asks.out);
  closeSync(hears.in);
  return { requests: asks.in, answers: hears.out };
}

/** Both ends. Opening one waits for the other, unless it is told not to. */
function openPipe(path: string): { readonly in: number; readonly out: number } {
  const first = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const end = openSync(path, 'w');
  const start = openSync(path, 'r');
  closeSync(first);
  return { in: end, out: start };
}

function readLine(fd: number): string {
  const pieces: Buffer[] = [];
  const piece = Buffer.alloc(1 << 16);
  for (;;) {
    const length = readSync(fd, piece);
    if (length === 0) throw new Error('the process in which the program was ready has ended: see above');
    pieces.push(Buffer.from(piece.subarray(0, length)));
    if (piece[length - 1] === 10) return Buffer.concat(pieces).toString('utf8');
  }
}
