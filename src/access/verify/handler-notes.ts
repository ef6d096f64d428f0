import { decodePath, hasWildcard, linesNamed, occurrencesOf, scopesAround } from '../../model/index.ts';
import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { indexNames } from '../folders/folder-around.ts';
import { completePath, folderPath, isPathAtOrBelow } from '../folders/paths.ts';
import { handlerSetBy, isOfAddress } from '../questions/folder-handlers.ts';
import { hasModule } from '../request/has-module.ts';
import type { RequestTree } from '../request/request-tree.ts';
import { targetAt } from './address-folders.ts';
import type { TreeNote } from './tree-note.ts';

/**
 * Folders with an index page that 2.2 left to the handler of SetHandler, Dav or ScriptAlias (none, where no module has it: 404), and 2.4 answers
 * with the page unless DirectoryCheckHandler is on (`fixup_dir`, mod_dir.c of both). Folders that are not here are not known to have one: info.
 */
export function handlerNotes(before: ServerModel, tree: RequestTree): TreeNote[] {
  const { model: after } = tree;
  const isSame = before.readBy === '2.4' || before.hasModule22('mod_dir.c') === 'no';
  if (isSame || !hasModule({ model: after, version: '2.4' }, 'dir')) return [];
  const live = (name: string) => occurrencesOf(after, name).filter(({ on24 }) => on24 !== 'no');
  const kept = live('directorycheckhandler').filter(({ args: [word = ''] }) => word.toLowerCase() === 'on');
  const off = live('directoryindex').filter(({ args: [word = ''] }) => word.toLowerCase() === 'disabled');
  const names = indexNames(after);
  const handling = linesNamed(
    after,
    (name) => HANDLING.has(name),
    ({ on24 }) => on24 !== 'no',
  );
  return handling.flatMap((line): TreeNote[] => {
    if (!setsHandler(line) || [...kept, ...off].some((each) => covers(each, line))) return [];
    const folders = foldersOf(line, tree);
    const pages = folders.map((folder) => after.filesBelow(folder, (name) => names.includes(name)));
    const isSure = pages.some((each) => each !== null && each.length > 0);
    // Most folders of scripts have none.
    if (!isSure && (isScripts(line) || !pages.includes(null))) return [];
    const page = isSure ? 'its index page' : 'an index page, if there is one';
    const handler = isScripts(line) ? 'of scripts' : (line.args[0] ?? '');
    const message = `2.2 left requests for a folder here to the handler ${handler}, 2.4 sends ${page}: DirectoryCheckHandler On keeps that`;
    return [{ code: 'permission', level: isSure ? 'difference' : 'info', message, place: line }];
  });
}

const HANDLING: ReadonlySet<string> = new Set(['sethandler', 'dav', 'scriptalias']);

function setsHandler(line: Occurrence): boolean {
  if (isScripts(line)) return true;
  const handler = handlerSetBy(line);
  return handler !== null && !(line.scope.kind === 'location' && isOfAddress(handler));
}

function isScripts({ name }: Occurrence): boolean {
  return name === 'scriptalias';
}

/** Whether the line is in force where the other one is: said for a server or section around it, or for the folder, or one around that. */
function covers(line: Occurrence, other: Occurrence): boolean {
  if (scopesAround(other.scope).includes(line.scope)) return true;
  const [own, folder] = [folderOf(line.scope), folderOf(other.scope)];
  return own !== null && folder !== null && isPathAtOrBelow(folder, own);
}

/** The folders whose index pages may be sent in the place of the handler. */
function foldersOf(line: Occurrence, tree: RequestTree): string[] {
  const { scope } = line;
  const path = (text: string): string => decodePath(completePath(text, tree.model));
  if (isScripts(line)) return line.args[1] === undefined ? [] : [path(line.args[1])];
  switch (scope.kind) {
    case 'directory':
    case 'htaccess': {
      const folder = folderOf(scope);
      return folder === null ? servedBy(scope.server, tree) : [folder];
    }
    case 'location': {
      const target = targetAt(tree, scope.server, scope.args[0] ?? '/');
      return target.type === 'file' && tree.model.hasFolder(decodePath(target.path)) === 'yes'
        ? [decodePath(target.path)]
        : [];
    }
    case 'server':
    case 'virtualhost':
    case 'directorymatch':
    case 'locationmatch':
      return servedBy(scope.server, tree);
    default:
      return [];
  }
}

/** What the server's own lines serve; of the main server, what those of all do. */
function servedBy(server: Scope, { model }: RequestTree): string[] {
  const servers = server === model.main ? [model.main, ...model.virtualHosts] : [server];
  const lines = servers.flatMap(({ items }) =>
    items.flatMap((item) =>
      item.type === 'occurrence' && /^(?:documentroot|alias)$/.test(item.name) ? [item] : [],
    ),
  );
  return [...new Set(lines.map(({ args }) => decodePath(completePath(args.at(-1) ?? '', model))))];
}

/** The folder whose section or .htaccess file it is; null: another scope, or that can't be told. */
function folderOf({ kind, args: [path = ''] }: Scope): string | null {
  if (kind === 'htaccess') return path;
  return kind === 'directory' && !hasWildcard(path) ? decodePath(folderPath(path)) : null;
}
