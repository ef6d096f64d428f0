import { writeSync } from 'node:fs';
import type { Terminal } from '../terminal.ts';

/** One line on standard error that says what is going on; it is gone when the work is done. */
export interface Progress {
  /** Something was done: `text` says what, if it is time to say anything. */
  tick(text: () => string): void;
  done(): void;
}

/** Before this many ms, work is not worth a word; after it, the line changes at most every `EVERY` ms. */
const PATIENCE = 1000;
const EVERY = 100;
const ERASE = '\r\u001b[2K';

/** `write` must be synchronous: the work leaves no pause in which a stream could be served. */
export function startProgress(write: (text: string) => void, now: () => number): Progress {
  const start = now();
  let last = start;
  let isShown = false;
  return {
    tick(text) {
      const time = now();
      if (time - start < PATIENCE || time - last < EVERY) return;
      last = time;
      isShown = true;
      write(`${ERASE}${text()}`);
    },
    done() {
      if (isShown) write(ERASE);
      isShown = false;
    },
  };
}

/** On this process's standard error, where somebody watches it. */
export function terminalProgress({ err }: Terminal, isQuiet: boolean): Progress {
  if (isQuiet || !err.isTerminal) return SILENT;
  return startProgress(
    (text) => writeSync(process.stderr.fd, text),
    () => performance.now(),
  );
}

/** For output that nobody watches. */
const SILENT: Progress = { tick() {}, done() {} };
