import { posix } from 'node:path';
import {
  expandedRules,
  handlerSetBy,
  hasFlag,
  hasRulesForFiles,
  isOfAddress,
} from '../../src/access/index.ts';
import type { ExpandedRule } from '../../src/access/index.ts';
import type { Occurrence, Scope, ServerModel } from '../../src/model/index.ts';
import { liveModuleLines } from '../../src/needs/index.ts';
import { branchesOf, compilePattern, patternTokens } from '../../src/pattern/index.ts';
import type { TargetProfile } from '../../src/target/index.ts';
import { findDirectives } from '../../src/transform/index.ts';
import { folderOf } from './directory-sections.ts';
import type { ServedFolder } from './served-folders.ts';
import { listServed } from './served-folders.ts';

// Lines by which requests for a folder go to a handler, or to a proxied server, where 2.4 would look for an index page first.

/** The ScriptAlias lines of folders in which an index page would be answered differently than the folder. */
export function scriptLines(model: ServerModel, target: TargetProfile): Occurrence[] {
  const lines = ['ScriptAlias', 'ScriptAliasMatch'].flatMap((name) => findDirectives(model, name));
  const read = lines.filter(({ on22 }) => on22 !== 'no');
  if (read.length === 0) return [];
  const names = indexPages(model);
  const places = read.flatMap(({ args }) => args.slice(0, 2));
  if (mayAnswerOtherwise(model, names, places, target)) return read;
  const folders = new Map(listServed(model).map(({ line, folder }) => [line, folder]));
  return read.filter((line) => {
    if (leadsElsewhere(line)) return true;
    const folder = folders.get(line) ?? folderOfMatch(line, model);
    return (model.filesBelow(folder, (name) => names.includes(name)) ?? []).length > 0;
  });
}

/** Whether a pattern may lead an index page, which is asked about below the address of its folder, to another place than below the folder. */
function leadsElsewhere({ name, args: [pattern = '', path = ''] }: Occurrence): boolean {
  return name === 'scriptaliasmatch' && !(/\(\.\*\)\$?$/.test(pattern) && /[$]\d$/.test(path));
}

/**
 * Whether looking for an index page may be answered in the place of the folder though none lies there: it may lie elsewhere, have access rules of
 * its own, or be asked about with the rules for GET whatever the method is (keep-index-checks).
 */
function mayAnswerOtherwise(
  model: ServerModel,
  names: readonly string[],
  places: readonly string[],
  target: TargetProfile,
): boolean {
  return (
    names.some((name) => name.includes('/')) ||
    hasRulesForFiles(model, names, places) ||
    target.builtin.has(ASKS_AGAIN) ||
    liveModuleLines(model).some(({ identifier }) => identifier === ASKS_AGAIN)
  );
}

const ASKS_AGAIN = 'allowmethods_module';

/** What index pages are called: by default, if no line says it. */
function indexPages(model: ServerModel): readonly string[] {
  const names = findDirectives(model, 'DirectoryIndex').flatMap(({ args }) => args);
  return names.length === 0 ? ['index.html'] : [...new Set(names)];
}

/** The folder at or below which every script of a ScriptAliasMatch lies. */
function folderOfMatch({ args: [, path = ''] }: Occurrence, model: ServerModel): string {
  return folderOf(model, path.replace(/[/][^/]*[$].*$/s, ''));
}

/** The lines of a handler that may meet a folder with an index page. */
export function handlerLines(model: ServerModel, target: TargetProfile): Occurrence[] {
  const leadsToFolder = addressesOfFolders(model);
  const lines = findDirectives(model, 'SetHandler', 'Dav').filter((line) =>
    mayMeetFolders(line, leadsToFolder),
  );
  const names = indexPages(model);
  const places = lines.flatMap(({ scope }) => scope.args.slice(0, 1));
  if (lines.length === 0 || mayAnswerOtherwise(model, names, places, target)) return lines;
  return lines.filter(({ scope }) => {
    const path = scope.args[0] ?? '';
    if (scope.kind !== 'directory' || /[*?[\]]/.test(path)) return true;
    const folder = folderOf(model, path);
    const isFile = model.hasFile(folder) === 'yes';
    return !isFile && model.filesBelow(folder, (name) => names.includes(name))?.length !== 0;
  });
}

/** The rules of sections and .htaccess files by which a request for a folder may be proxied. */
export function proxyingRules(model: ServerModel): Occurrence[] {
  return expandedRules(model)
    .filter((rule) => hasFlag(rule, 'P', 'proxy') && mayFitFolder(rule))
    .map(({ line }) => line)
    .filter(({ scope }) => scope !== scope.server && isForFolders(scope));
}

/** What a rule of a section is matched against is empty for a folder, or ends with a slash. */
function mayFitFolder({ pattern }: ExpandedRule): boolean {
  if (pattern.startsWith('!')) return true;
  return branchesOf(pattern).some((branch) => !branch.endsWith('$') || !endsInLetter(branch.slice(0, -1)));
}

/** Whether all that matches up to the end of the pattern ends in a character that is no slash. */
function endsInLetter(pattern: string): boolean {
  return branchesOf(pattern).every((branch) => {
    const tokens = patternTokens(branch);
    const last = tokens.at(-1) ?? '';
    if (last !== ')') return /^(?:\w|\\\.)$/.test(last);
    const open = tokens.lastIndexOf('(');
    const inner = tokens.slice(open + 1, -1);
    return open >= 0 && !inner.some((token) => token.startsWith('(')) && endsInLetter(inner.join(''));
  });
}

const NO_FOLDERS: ReadonlySet<Scope['kind']> = new Set(['proxy', 'proxymatch', 'other']);

/** For a folder the name that sections for files are asked about is empty: what comes after the last slash (ap_file_walk in server/request.c). */
function isForFolders({ kind, args: [name = ''] }: Scope): boolean {
  if (kind === 'files') return /^\*+$/.test(name);
  if (kind === 'filesmatch') return compilePattern(name)?.test('') ?? true;
  return !NO_FOLDERS.has(kind);
}

function mayMeetFolders(
  { name, args, scope, on22 }: Occurrence,
  leadsToFolder: (address: string) => boolean,
): boolean {
  const handler = handlerSetBy({ name, args });
  if (on22 === 'no' || handler === null || !isForFolders(scope)) return false;
  const isAddress = scope.kind === 'location' && scope.args[0] !== '/';
  return !(isAddress && isOfAddress(handler)) || leadsToFolder(scope.args[0] ?? '');
}

/** Whether some server has a folder at the address: found out once for each, for many hosts have the same. */
function addressesOfFolders(model: ServerModel): (address: string) => boolean {
  let served: ReadonlyMap<string, ReadonlySet<string>> | null = null;
  const known = new Map<string, boolean>();
  return (address) => {
    let isFolder = known.get(address);
    if (isFolder === undefined) {
      served ??= foldersByPrefix(listServed(model));
      isFolder = [...served].some(([prefix, folders]) => {
        const rest = restBehind(prefix, address);
        const isThere = (folder: string): boolean =>
          model.hasFolder(posix.join(folder, rest ?? '')) === 'yes';
        return rest !== null && [...folders].some(isThere);
      });
      known.set(address, isFolder);
    }
    return isFolder;
  };
}

/** Under the start of an address each folder that stands for it on some server: once, for many hosts may share it. */
function foldersByPrefix(served: readonly ServedFolder[]): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  for (const { line, folder } of served) {
    const prefix = line.name === 'documentroot' ? '/' : (line.args[0] ?? '');
    const own = folders.get(prefix);
    if (own === undefined) folders.set(prefix, new Set([folder]));
    else own.add(folder);
  }
  return folders;
}

/** What is left of an address that the prefix leads; null for others. */
function restBehind(prefix: string, address: string): string | null {
  const rest = address.slice(prefix.length);
  const isIn = address.startsWith(prefix) && (prefix.endsWith('/') || rest === '' || rest.startsWith('/'));
  return isIn ? rest : null;
}
