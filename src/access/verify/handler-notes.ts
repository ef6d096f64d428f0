import { decodePath, hasWildcard, occurrencesOf } from '../../model/index.ts';
import type { Occurrence, ServerModel } from '../../model/index.ts';
import { indexNames } from '../folders/folder-around.ts';
import { folderPath, isPathAtOrBelow } from '../folders/paths.ts';
import { hasModule } from '../request/has-module.ts';
import type { TreeNote } from './tree-note.ts';

/**
 * Folders with an index page that 2.2 left to the handler of SetHandler (none, where no module has it: 404), and 2.4 answers with the page unless
 * DirectoryCheckHandler is on (`fixup_dir`, mod_dir.c of both). Folders that are not here are not known to have one: info.
 */
export function handlerNotes(before: ServerModel, after: ServerModel): TreeNote[] {
  const isSame = before.readBy === '2.4' || before.hasModule22('mod_dir.c') === 'no';
  if (isSame || !hasModule({ model: after, version: '2.4' }, 'dir')) return [];
  const live = (name: string) => occurrencesOf(after, name).filter(({ on24 }) => on24 !== 'no');
  const handlers = live('sethandler').filter(
    ({ args: [handler = 'none'] }) => handler.toLowerCase() !== 'none',
  );
  const kept = live('directorycheckhandler').filter(({ args: [word = ''] }) => word.toLowerCase() === 'on');
  const off = live('directoryindex').filter(({ args: [word = ''] }) => word.toLowerCase() === 'disabled');
  const names = indexNames(after);
  return handlers.flatMap((line): TreeNote[] => {
    const folder = folderOf(line);
    if (folder === null || [...kept, ...off].some((each) => covers(each, folder))) return [];
    const pages = after.filesBelow(folder, (name) => names.includes(name));
    if (pages?.length === 0) return [];
    const page = pages === null ? 'an index page, if there is one' : 'its index page';
    const message = `2.2 left requests for a folder here to the handler ${line.args[0]}, 2.4 sends ${page}: DirectoryCheckHandler On keeps that`;
    return [{ code: 'permission', level: pages === null ? 'info' : 'difference', message, place: line }];
  });
}

/** Whether the line is in force in the folder: said for the server, for the folder, or for one around it. */
function covers(line: Occurrence, folder: string): boolean {
  const own = folderOf(line);
  return line.scope === line.scope.server || (own !== null && isPathAtOrBelow(folder, own));
}

/** The folder whose section or .htaccess file the line stands in; null: it stands elsewhere, or that can't be told. */
function folderOf({ scope }: Occurrence): string | null {
  const [path = ''] = scope.args;
  if (scope.kind === 'htaccess') return path;
  return scope.kind === 'directory' && !hasWildcard(path) ? decodePath(folderPath(path)) : null;
}
