import { visible } from '../text/index.ts';
import { EXIT } from './exit-code.ts';
import type { ExitCode } from './exit-code.ts';

/** What a command leaves behind: main prints it and ends with the code. */
export interface Outcome {
  readonly exitCode: ExitCode;
  /** For standard output. */
  readonly output: string;
  /** `latin1`: each character is one byte, so that a diff or a file comes out byte for byte. */
  readonly encoding: 'latin1' | 'utf8';
  /** More of it, made while it is printed: what would be too much at once. */
  readonly chunks?: Iterable<string> | AsyncIterable<string>;
  /** To be done when all is printed. */
  readonly whenPrinted?: () => void;
  /** For standard error, behind the messages: what is known when all is printed. */
  readonly lastWords?: () => string;
  /** For standard error; ends with a line ending unless empty. */
  readonly messages: string;
}

/** The end of a command that only tells something. */
export function printed(output: string): Outcome {
  return { exitCode: EXIT.done, output, encoding: 'utf8', messages: '' };
}

/** The end of a command that could not begin, or left everything as it was: one clear sentence. */
export function badInput(message: string): Outcome {
  const messages = `httpd-codemod: ${visible(message)}\n`;
  return { exitCode: EXIT.badInput, output: '', encoding: 'utf8', messages };
}

/** The same, where the command line is what is wrong. */
export function badUsage(message: string): Outcome {
  return badInput(`${message}\nTry: httpd-codemod --help`);
}
