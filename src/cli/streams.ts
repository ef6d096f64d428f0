import { EXIT } from './exit-code.ts';

/** Standard output and error, made safe against a reader that goes away and a disk that is full. */
export interface Streams {
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
