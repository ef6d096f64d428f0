import { spawnSync } from 'node:child_process';
import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

/** A program that answers as httpd does: the binary itself, or a command that leads to one (`docker exec web httpd`, apache2ctl). */
export interface ServerProgram {
  /** As it is called in messages: the real path of the binary, or the command as it was given. */
  readonly name: string;
  readonly words: readonly [string, ...string[]];
  /** The real path of the binary; null where the words lead elsewhere, into a container or another machine. */
  readonly binary: string | null;
}

/** What the program printed; its exit code counts for nothing (-V ends with 1 where no MPM is compiled in), but for -t. */
export interface Answer {
  readonly stdout: string;
  readonly status: number | null;
}

/** The error code of the system, `ETIMEDOUT` among them. */
export interface NoAnswer {
  readonly code: string;
}

/** The program of that path or name; else the words of a command. Null if there is none. */
export function findProgram(given: string): ServerProgram | null {
  const path = locate(given);
  if (path !== null) return { name: path, words: [path], binary: path };
  const [first = '', ...rest] = given.trim().split(/\s+/);
  const program = rest.length > 0 ? locate(first) : null;
  return program === null ? null : { name: given.trim(), words: [program, ...rest], binary: null };
}

/** The real path of the binary, or null if there is none. */
function locate(binary: string): string | null {
  if (binary === '') return null;
  const inPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, binary));
  const candidates = /[/\\]/.test(binary) ? [resolve(binary)] : inPath;
  for (const candidate of candidates) {
    try {
      accessSync(candidate, constants.F_OK);
      return realpathSync(candidate);
    } catch {
      // Not here: the next folder of PATH.
    }
  }
  return null;
}

/** Runs the program with the words behind it, with none of this process's environment but the search paths. */
export function askProgram(
  { words: [program, ...first] }: ServerProgram,
  more: readonly string[],
  timeout: number,
): Answer | NoAnswer {
  const { PATH, LD_LIBRARY_PATH } = process.env;
  const env = { LC_ALL: 'C', ...(PATH && { PATH }), ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }) };
  const { error, stdout, status } = spawnSync(program, [...first, ...more], {
    encoding: 'latin1',
    env,
    timeout,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (error) return { code: (error as NodeJS.ErrnoException).code ?? error.message };
  return { stdout, status };
}
