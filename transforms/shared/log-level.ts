// LogLevel as 2.4 reads it (set_loglevel in server/core.c, ap_merge_log_config in server/config.c): a line with a bare level
// forgets the module levels before it, a virtual host with a bare level takes over none of the main server's.
import type { Occurrence, Scope } from '../../src/model/index.ts';
import { appendArgument } from '../../src/transform/index.ts';
import type { FileEdit } from '../../src/transform/index.ts';

const DEFAULT_LEVEL = 'warn';
/** From grave to chatty; trace1 to trace8 come after. */
const LEVELS = ['emerg', 'alert', 'crit', 'error', 'warn', 'notice', 'info', 'debug'];

/** How chatty a level of 2.2 is: 0 for emerg to 7 for debug; null for a word that is none. */
export function levelRank(level: string): number | null {
  const rank = LEVELS.indexOf(level.toLowerCase());
  return rank === -1 ? null : rank;
}

/** The level in force in a main server or virtual host, module levels aside. */
export function effectiveLogLevel(server: Scope): string {
  const own = bareLevels(server).at(-1);
  if (own !== undefined) return own;
  return server.parent === null ? DEFAULT_LEVEL : effectiveLogLevel(server.parent);
}

/** Whether a virtual host has a level of its own, and so takes over no module level. */
export function hasOwnLogLevel(server: Scope): boolean {
  return bareLevels(server).length > 0;
}

/**
 * Edits that put `module:level` behind the level on the LogLevel lines of the scope; null if the scope has no line that is
 * sure to be read. Every line from the last sure one on gets it, because each bare level forgets what was said before.
 */
export function addModuleLevel(scope: Scope, spec: string): FileEdit[] | null {
  const lines = logLevelLines(scope).filter((line) => bareLevel(line) !== null);
  const lastSure = lines.findLastIndex(({ on24 }) => on24 === 'yes');
  if (lastSure === -1) return null;
  return lines.slice(lastSure).flatMap((line) => appendArgument(line, spec));
}

function bareLevels(server: Scope): string[] {
  return logLevelLines(server).flatMap((line) => bareLevel(line) ?? []);
}

function bareLevel({ args }: Occurrence): string | null {
  return args.findLast((arg) => !arg.includes(':'))?.toLowerCase() ?? null;
}

function logLevelLines(scope: Scope): Occurrence[] {
  return scope.items.flatMap((item) => {
    return item.type === 'occurrence' && item.name === 'loglevel' && item.on24 !== 'no' ? [item] : [];
  });
}
