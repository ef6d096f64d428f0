import packageJson from '../../package.json' with { type: 'json' };
import { badInput } from './outcome.ts';
import type { Outcome } from './outcome.ts';

/**
 * The end of a command that failed by an error of the program itself: what to report, on one line. The stack comes only
 * with HTTPD_CODEMOD_DEBUG=1: it helps nobody else.
 */
export function apologize(error: unknown): Outcome {
  const reason = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ');
  const program = `httpd-codemod ${packageJson.version}, Node ${process.versions.node}`;
  const hint = 'HTTPD_CODEMOD_DEBUG=1 adds the details that a report needs';
  const sorry = `sorry, this is an error of the program, not of your files; nothing was written. ${reason} (${program}; ${hint})`;
  const stack =
    process.env['HTTPD_CODEMOD_DEBUG'] === '1' && error instanceof Error ? `\n${error.stack ?? ''}` : '';
  return badInput(sorry + stack);
}
