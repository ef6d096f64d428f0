import { readSync, writeSync } from 'node:fs';

/** Asks on the terminal. Lines are read where they are asked for, by blocking: none is lost, whoever types ahead. */
export interface Asker {
  say(text: string): void;
  /** The answer without its line ending; null at the end of the input. */
  ask(prompt: string): string | null;
}

export function terminalAsker(): Asker {
  let rest = '';
  const say = (text: string) => {
    writeAll(2, text);
  };
  return {
    say,
    ask(prompt) {
      say(prompt);
      while (!rest.includes('\n')) {
        const more = readSome(0);
        if (more === '') {
          // Nobody typed the end of the line.
          say('\n');
          return null;
        }
        rest += more;
      }
      const end = rest.indexOf('\n');
      const line = rest.slice(0, end);
      rest = rest.slice(end + 1);
      return line.trim();
    },
  };
}

function readSome(descriptor: number): string {
  const bytes = Buffer.alloc(4096);
  for (;;) {
    try {
      return bytes.toString('utf8', 0, readSync(descriptor, bytes));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      // EIO: the terminal is gone. EAGAIN: whoever started this made it not wait.
      if (code === 'EAGAIN') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
      else return '';
    }
  }
}

function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}
