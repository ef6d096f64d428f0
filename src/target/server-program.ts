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
interface Answer {
  readonly stdout: string;
  readonly status: number | null;
}

/** The error code of the system, `ETIMEDOUT` among them. */
interface NoAnswer {
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

/** What a server says about itself in answer to -V and -l. */
export interface ServerInfo {
  /** `Apache/2.4.71 (Debian)` -> `2.4.71`; null if this is no httpd's answer. */
  readonly version: string | null;
  /** The compiled-in server root; null if the answer has none. */
  readonly root: string | null;
  /** The file of media types that mod_mime reads by default, relative to the server root; null if the answer has none. */
  readonly typesFile: string | null;
  /** The main file that it reads if none is named: `apache2.conf` as Debian builds it; null if the answer has none. */
  readonly mainFile: string | null;
  /** The program that runs others as their owners; null if the answer has none. */
  readonly suexecProgram: string | null;
  /** Of the compiled-in modules, in the server's order: `mod_so.c`. */
  readonly sourceFiles: readonly string[];
}

/** Reads the output of `httpd -V` and of `httpd -l`; unknown lines are passed over. */
export function readServerInfo(versionOutput: string, listOutput: string): ServerInfo {
  return {
    version: /^Server version:\s+\S+?\/(\d+\.\d+\.\d+)/m.exec(versionOutput)?.[1] ?? null,
    root: /^\s*-D HTTPD_ROOT="([^"\n]*)"/m.exec(versionOutput)?.[1] ?? null,
    typesFile: /^\s*-D AP_TYPES_CONFIG_FILE="([^"\n]*)"/m.exec(versionOutput)?.[1] ?? null,
    mainFile: /^\s*-D SERVER_CONFIG_FILE="([^"\n]*)"/m.exec(versionOutput)?.[1] ?? null,
    suexecProgram: /^\s*-D SUEXEC_BIN="([^"\n]*)"/m.exec(versionOutput)?.[1] ?? null,
    sourceFiles: [...listOutput.matchAll(/^[ \t]+(\S+\.c)\r?$/gm)].flatMap((match) => match[1] ?? []),
  };
}
