import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PROGRAM } from './run-program.ts';

export interface Shown {
  readonly exitCode: number | null;
  /** All that the terminal showed, what was typed included. */
  readonly screen: string;
}

export interface TerminalRun {
  readonly folder: string;
  readonly columns?: number;
  /** Typed in this order, each when it is asked for; null, and what is missing: Ctrl-D. */
  readonly answers?: readonly (string | null)[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the built program on a pseudo-terminal (python3's, which every Debian has). */
export function runOnTerminal(
  words: readonly string[],
  { folder, columns = 80, answers = [], env = {} }: TerminalRun,
): Shown {
  const { PATH = '', XDG_STATE_HOME = '' } = process.env;
  const driver = join(import.meta.dirname, 'drive-terminal.py');
  const driven = [driver, String(columns), JSON.stringify(answers), process.execPath, PROGRAM, ...words];
  const { status, stdout, error } = spawnSync('python3', driven, {
    cwd: folder,
    env: { PATH, XDG_STATE_HOME, TERM: 'xterm', ...env },
    maxBuffer: 1 << 26,
  });
  if (error !== undefined) throw error;
  return { exitCode: status, screen: stdout.toString('utf8') };
}
