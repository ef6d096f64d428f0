import { EXIT } from './exit-code.ts';
import { spawnSync } from 'node:child_process';

/** Standard output and error, made safe against a reader that goes away and a disk that is full. */
interface Streams {
  /** Resolves when the text is handed over, so that a large diff never piles up in memory. */
  out(text: string, encoding: 'latin1' | 'utf8'): Promise<void>;
  /** Whether nobody reads what is printed any more. */
  isClosed(): boolean;
  err(text: string): Promise<void>;
  /** The exit code: the given one, unless what was printed could not arrive. */
  finish(exitCode: number): Promise<number>;
}

export function openStreams(): Streams {
  let failure: string | null = null;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // EPIPE: the reader (head, less) has seen enough, which is not an error.
    if (error.code !== 'EPIPE') failure = error.code ?? error.message;
  });
  // Nobody is left to be told.
  process.stderr.on('error', () => {});
  return {
    out: (text, encoding) => write(process.stdout, text, encoding),
    isClosed: () => process.stdout.destroyed,
    err: (text) => write(process.stderr, text, 'utf8'),
    async finish(exitCode) {
      if (failure === null) return exitCode;
      await write(process.stderr, `httpd-codemod: standard output can't be written (${failure})\n`, 'utf8');
      return EXIT.badInput;
    },
  };
}

function write(stream: NodeJS.WriteStream, text: string, encoding: 'latin1' | 'utf8'): Promise<void> {
  if (text === '' || stream.destroyed) return Promise.resolve();
  // The callback is called on errors, too; the listener above has dealt with them by then.
  return new Promise((resolve) => stream.write(text, encoding, () => resolve()));
}

/**
 * Shows a long text of a terminal in the pager that the environment names (HTTPD_CODEMOD_PAGER, else PAGER; none by default), as long as
 * the reader wants. False where there is none, where the text fits the screen, or where the pager can't be started: then it is printed.
 */
export function showInPager(
  text: string,
  encoding: 'latin1' | 'utf8',
  environment: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  const pager = environment['HTTPD_CODEMOD_PAGER'] ?? environment['PAGER'] ?? '';
  if (process.stdout.isTTY !== true || pager === '' || pager === 'cat') return false;
  if (text.split('\n').length <= (process.stdout.rows || 24)) return false;
  // As git has it: less ends where all fits, keeps colours, and leaves the text on the screen.
  const env = { ...environment, LESS: environment['LESS'] ?? 'FRX' };
  const { status, error } = spawnSync('sh', ['-c', pager], {
    input: Buffer.from(text, encoding),
    stdio: ['pipe', 'inherit', 'inherit'],
    env,
  });
  // 126 and 127: the shell could not start it.
  return error === undefined && status !== 126 && status !== 127;
}

/** All of standard input, one character per byte. Says so on a terminal, where nothing would seem to happen. */
export async function readStandardInput(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Reading from the terminal; end with Ctrl-D.\n');
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('latin1');
}
