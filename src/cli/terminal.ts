import { fstatSync } from 'node:fs';
import type { TerminalOptions } from './command.ts';

/** What the two output streams are, and what may be sent to them. */
export interface Terminal {
  readonly out: {
    readonly isTerminal: boolean;
    /** A file that is kept, no pipe. */
    readonly isFile: boolean;
    readonly color: boolean;
    /** As of `err`. */
    readonly width: number;
  };
  /** `width`: columns to wrap at; 0 if it is no terminal. */
  readonly err: { readonly isTerminal: boolean; readonly color: boolean; readonly width: number };
}

const WIDEST = 110;
const NARROWEST = 40;

export function describeTerminal(options: TerminalOptions): Terminal {
  const isTerminal = { out: process.stdout.isTTY === true, err: process.stderr.isTTY === true };
  const color = (isTty: boolean) => wantsColor(options.color, isTty, process.env);
  const widthOf = (isTty: boolean, { columns }: { columns?: number }) =>
    isTty ? Math.max(NARROWEST, Math.min(WIDEST, columns || 80)) : 0;
  return {
    out: {
      isTerminal: isTerminal.out,
      isFile: isFile(process.stdout.fd),
      color: color(isTerminal.out),
      width: widthOf(isTerminal.out, process.stdout),
    },
    err: {
      isTerminal: isTerminal.err,
      color: color(isTerminal.err),
      width: widthOf(isTerminal.err, process.stderr),
    },
  };
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}

/** The option decides, then NO_COLOR (https://no-color.org), then FORCE_COLOR, then what the stream is. */
function wantsColor(
  option: boolean | null,
  isTerminal: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  if (option !== null) return option;
  if ((environment['NO_COLOR'] ?? '') !== '') return false;
  const force = environment['FORCE_COLOR'];
  if (force !== undefined) return force !== '0' && force !== 'false';
  return isTerminal && environment['TERM'] !== 'dumb';
}
