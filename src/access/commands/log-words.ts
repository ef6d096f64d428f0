import type { Checks, Command } from './types.ts';
import { isOpen } from './types.ts';
import { byVersion } from './word-lists.ts';

/** What mod_log_config says of the words of its lines; which letters a format may have its modules tell (modules/loggers/mod_log_config.c). */
export const LOG_CHECKS: Checks = {
  customlog: logError,
  globallog: byVersion(null, logError),
  logformat: ({ args: [format = ''] }) => formatError(format),
};

function logError(command: Command): string | null {
  const [, format = '', condition] = command.args;
  return conditionError(condition, command.version) ?? formatError(format);
}

function conditionError(condition: string | undefined, version: Command['version']): string | null {
  if (condition === undefined || isOpen(condition)) return null;
  if (/^env=/i.test(condition)) {
    return /^env=!?$/i.test(condition) ? 'missing environment variable name' : null;
  }
  if (version === '2.4' && /^expr=/i.test(condition))
    return condition.length > 5 ? null : 'missing condition';
  return 'error in condition clause';
}

/** `parse_log_item`: a `%` at the end of the text, with or without what may stand before the letter. */
function formatError(format: string): string | null {
  if (isOpen(format)) return null;
  const rest = format.replace(/%(?:%|(?:[!<>,\d]|\{[^}]*\})*(?:\^..|[^%!<>,{\d]))/gs, '');
  return rest.includes('%') ? 'Ran off end of LogFormat parsing args to some directive' : null;
}
