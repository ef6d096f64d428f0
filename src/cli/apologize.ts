import { NotEnoughMemory } from '../text/index.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { badInput } from './outcome.ts';
import type { Outcome } from './outcome.ts';

/**
 * The end of a command that failed by an error of the program itself: what to report, on one line. `state` says what has
 * become of the files. The stack comes only with HTTPD_CODEMOD_DEBUG=1: it helps nobody else.
 */
export function apologize(error: unknown, state = 'nothing was written'): Outcome {
  return badInput(apologyFor(error, state));
}

/** The same as a sentence, or several. */
export function apologyFor(error: unknown, state = 'nothing was written'): string {
  if (error instanceof NotEnoughMemory) return `${error.message}; ${state}`;
  const reason = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ');
  // process.cwd(), which yargs asks for when it is loaded.
  if (reason.includes('uv_cwd')) return 'the current folder is gone; change to another one and try again';
  const program = `httpd-codemod ${packageJson.version}, Node ${process.versions.node}`;
  const sorry = `sorry, this is an error of the program, not of your files; ${state}. Please report: ${reason} (${program})`;
  return `${sorry}${detailsOf(error)}`;
}

function detailsOf(error: unknown): string {
  if (process.env['HTTPD_CODEMOD_DEBUG'] !== '1') return '; HTTPD_CODEMOD_DEBUG=1 adds details';
  return error instanceof Error && error.stack !== undefined ? `\n${error.stack}` : '';
}
