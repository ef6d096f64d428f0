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
  const lines = occurrencesOf(model, 'options');
  return wildcards.some((wildcard) => {
    const parent = componentsOf(posix.dirname(wildcard));
    const settled = Math.max(...lines.map((line) => depthOfSettling(line, parent, model)));
    const mayBeOff = lines.some(
      (line) => turnsLinksOff(line) && depthOf(line.scope) >= settled && mayHoldIn(line.scope, parent),
    );
    return mayBeOff && !matchesNoFile(model, wildcard);
  });
}

/** Of relative words the last of a kind counts, and with SymLinksIfOwnerMatch the owners are looked up, whatever else is said. */
function turnsLinksOff({ args }: Occurrence): boolean {
  const words = args.map((word) => word.toLowerCase());
  if (words.some((word) => /^(?:-followsymlinks|-all|\+?symlinksifownermatch)$/.test(word))) return true;
  return !words.every(isRelative) && !words.some((word) => /^\+?(?:followsymlinks|all)$/.test(word));
}

function isRelative(word: string): boolean {
  return /^[-+]/.test(word);
}

/** How deep a section lies whose line turns links on in the folder, whatever is said above it, on each virtual host; -1 of other lines. */
function depthOfSettling(line: Occurrence, folder: readonly string[], model: ServerModel): number {
  const { scope, args, on22, on24 } = line;
  const isCertain = on22 === 'yes' && on24 === 'yes' && scope.server === model.main;
  if (!isCertain || turnsLinksOff(line) || args.some(isRelative)) return -1;
  return scope.kind === 'directory' && isAbove(scope, folder) ? depthOf(scope) : -1;
}

/** Whether a section with a path written out is met in each folder that is meant. */
function isAbove(section: Scope, folder: readonly string[]): boolean {
  const path = section.args[0] ?? '';
  if (section.args.length !== 1 || !path.startsWith('/') || hasWildcard(path)) return false;
  return componentsOf(path).every((name, i) => name === folder[i]);
}

/** Sections are met from the outermost folder to the innermost one, a .htaccess file after the sections of its folder. */
function depthOf(scope: Scope): number {
  return scope.kind === 'directory' || scope.kind === 'htaccess' ? componentsOf(folderOf(scope)).length : -1;
}

/** Whether what a scope says may be in force in a folder that is meant, while folders are walked: patterns, files and addresses come later. */
function mayHoldIn(scope: Scope, folder: readonly string[]): boolean {
  if (scope.kind === 'server' || scope.kind === 'virtualhost') return true;
  if (scope.kind !== 'directory' && scope.kind !== 'htaccess') return false;
  const path = folderOf(scope);
  if (!path.startsWith('/')) return true;
  const stated = componentsOf(path);
  return stated.length <= folder.length && stated.every((name, i) => mayBeSame(name, folder[i]!));
}

/** Of two wildcards it is not asked what both match. */
function mayBeSame(stated: string, asked: string): boolean {
  return fnmatch(asked, stated) || (hasWildcard(stated) && (hasWildcard(asked) || fnmatch(stated, asked)));
}

function folderOf({ kind, file, args }: Scope): string {
  return kind === 'htaccess' ? posix.dirname(file.path) : (args[0] ?? '');
}

function componentsOf(path: string): readonly string[] {
  return posix.normalize(path).split('/').filter(Boolean);
}
