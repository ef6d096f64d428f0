import { posix } from 'node:path';
import { fnmatch, hasWildcard, occurrencesOf } from '../../model/index.ts';
import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { matchesNoFile } from '../conditions/files-told.ts';
import { linesAsking, wildcardsOfFiles } from '../conditions/index.ts';

/**
 * The `Require expr` lines that take a `<Directory>` with a wildcard to meet files, too, where FollowSymLinks may be off: a walk that looks at
 * each file finds that it is no folder, and no section meets it (`ap_directory_walk`, server/request.c).
 */
export function linesOfStoppedWalks(model: ServerModel): Occurrence[] {
  return linesAsking(model, (condition) => mayStopWalks(model, condition));
}

/** Whether a condition asks for such files in a folder where FollowSymLinks may be off. Not where no file is there that its wildcard matches. */
export function mayStopWalks(model: ServerModel, condition: string): boolean {
  const wildcards = wildcardsOfFiles(condition);
  if (wildcards.length === 0) return false;
  const lines = occurrencesOf(model, 'options').filter(turnsLinksOff);
  return wildcards.some((wildcard) => {
    const parent = posix.dirname(wildcard);
    return lines.some((line) => mayHoldIn(line.scope, parent)) && !matchesNoFile(model, wildcard);
  });
}

function turnsLinksOff({ args }: Occurrence): boolean {
  const words = args.map((word) => word.toLowerCase());
  const isRelative = words.length > 0 && words.every((word) => /^[-+]/.test(word));
  return isRelative
    ? words.includes('-followsymlinks') || words.includes('+symlinksifownermatch')
    : !words.some((word) => /^\+?(?:followsymlinks|all)$/.test(word));
}

/** Whether what a scope says may be in force in a folder that the wildcard matches, while folders are walked: patterns, files and addresses come later. */
function mayHoldIn({ kind, file, args }: Scope, wildcard: string): boolean {
  if (kind === 'server' || kind === 'virtualhost') return true;
  if (kind !== 'directory' && kind !== 'htaccess') return false;
  const folder = kind === 'htaccess' ? posix.dirname(file.path) : (args[0] ?? '');
  if (hasWildcard(folder) || !folder.startsWith('/')) return true;
  const [stated, asked] = [folder, wildcard].map((path) => posix.normalize(path).split('/').filter(Boolean));
  return stated!.length <= asked!.length && stated!.every((name, i) => fnmatch(asked![i]!, name));
}
