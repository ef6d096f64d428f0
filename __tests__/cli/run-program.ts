import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { askReadyProgram } from './ready-program.ts';

export const PROJECT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const PROGRAM = join(PROJECT, 'bin/httpd-codemod.js');

export interface Ran {
  readonly exitCode: number | null;
  /** One character per byte. */
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** The folder it is run in. */
  readonly folder: string;
  /** Standard input, one character per byte. */
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * What the built program says, in an environment without wishes about colours: in a process that is ready for it.
 * @param columns of the terminal that it believes to print on; null for a pipe
 */
export function runProgram(
  words: readonly string[],
  { folder, input = '', env = {} }: RunOptions,
  columns: number | null = null,
): Ran {
  return askReadyProgram({ words, folder, input, env: environment(env), columns });
}

/**
 * The same as a user would start it, in a process of its own, which takes ten times as long: for tests of what a process is, of how it starts and
 * ends, and of what it leaves behind.
 * @param asCommand as the command that is installed, not as an argument of Node
 */
export function startProgram(
  words: readonly string[],
  { folder, input = '', env = {} }: RunOptions,
  asCommand = false,
): Ran {
  const [command, own] = asCommand ? [PROGRAM, words] : [process.execPath, [PROGRAM, ...words]];
  const result = spawnSync(command, own, {
    cwd: folder,
    input: Buffer.from(input, 'latin1'),
    env: environment(env),
    maxBuffer: 1 << 28,
  });
  return {
    exitCode: result.status,
    stdout: result.stdout.toString('latin1'),
    stderr: result.stderr.toString('utf8'),
  };
}

function environment(env: Readonly<Record<string, string>>): Record<string, string> {
  const { PATH = '', XDG_STATE_HOME = '' } = process.env;
  return { PATH: `${dirname(process.execPath)}:${PATH}`, XDG_STATE_HOME, ...env };
}

/** These tests run what was built: of an old build they would say nothing (ALLOW_STALE_BUILD=1 if it is known to do). */
export function rejectStaleBuild(): void {
  if (process.env['ALLOW_STALE_BUILD'] === '1') return;
  const built = statSync(join(PROJECT, 'dist/cli.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const newer = ['src', 'transforms'].flatMap(sourcesIn).find((file) => statSync(file).mtimeMs > built);
  if (newer !== undefined) throw new Error(`${newer} is newer than dist: run npm run build first`);
}

function sourcesIn(folder: string): string[] {
  const names = readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts')).map((name) => join(PROJECT, folder, name));
}
