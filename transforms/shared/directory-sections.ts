// Which Directory sections say something about a folder (ap_directory_walk in server/request.c): those whose path is the folder
// or one above it, of the main server and of the virtual host that is asked.
import { decodePath, hasWildcard, linesNamed, resolvePath, scopesOf } from '../../src/model/index.ts';
import type { Occurrence, Scope, ServerModel } from '../../src/model/index.ts';
import { flatMap, groupBy, rememberWeakly } from '../../src/text/index.ts';
import type { OfFolder } from './folder-lookup.ts';
import { lookupByFolder, pathsTo } from './folder-lookup.ts';

/** The plain Directory sections of a tree, to be asked for folder by folder. A `<Directory ~>` is none: it comes after the .htaccess files. */
export interface DirectorySections {
  /** Of all servers, those of deeper paths last. */
  readonly over: (folder: string) => readonly Scope[];
  /** Of the main server and of this one. */
  readonly overOn: (folder: string, server: Scope) => readonly Scope[];
}

/** The folder that a path in the text names, as the model names folders. */
export function folderOf(model: ServerModel, written: string): string {
  return resolvePath(model.statedRoot, decodePath(written));
}

interface PlacedSection extends OfFolder {
  readonly scope: Scope;
}

export const directorySections = rememberWeakly((model: ServerModel): DirectorySections => {
  const sections = scopesOf(model, 'directory').flatMap((scope): PlacedSection[] => {
    const [written] = scope.args;
    const isRead = scope.on24 !== 'no' && scope.file.role !== 'htaccess' && written !== undefined;
    return isRead ? [{ scope, folder: folderOf(model, written), isPattern: hasWildcard(written) }] : [];
  });
  const ofServer = groupBy(sections, ({ scope }) => scope.server);
  const findOn = new Map([...ofServer].map(([server, own]) => [server, findOver(own)]));
  const findAny = findOver(sections);
  return {
    over: (folder) => pathsTo(folder).flatMap(findAny),
    overOn: (folder, server) => {
      const finders = (server === model.main ? [server] : [model.main, server]).map((each) =>
        findOn.get(each),
      );
      return flatMap(pathsTo(folder), (path) => flatMap(finders, (find) => find?.(path) ?? []));
    },
  };
});

/** The main server's sections for `/`: what they say holds in every folder, unless others say otherwise. */
export function sectionsOfRoot(model: ServerModel): Scope[] {
  return flatMap(model.main.items, (item) => {
    if (item.type !== 'scope' || item.kind !== 'directory' || item.on24 === 'no') return NONE;
    const [written] = item.args;
    return written !== undefined && folderOf(model, written) === '/' ? [item] : NONE;
  });
}

const NONE: readonly Scope[] = [];

/** The sections that match one path itself, patterns first. */
function findOver(sections: readonly PlacedSection[]): (path: string) => readonly Scope[] {
  const find = lookupByFolder(sections);
  return (path) => {
    const found = find(path);
    return found.length === 0 ? NONE : found.map(({ scope }) => scope);
  };
}

/** The lines of the scope itself, not of scopes in it, with one of the names. */
export function linesOf(scope: Scope, ...names: readonly string[]): Occurrence[] {
  return scope.items.flatMap((item) => {
    return item.type === 'occurrence' && names.includes(item.name) && item.on24 !== 'no' ? [item] : [];
  });
}

/** The lines of servers themselves, not of sections in them, with one of the names: server by server. */
export function linesOfServers(model: ServerModel, ...names: readonly string[]): Occurrence[] {
  const lines = linesNamed(model, (name) => names.includes(name)).filter(({ on24 }) => on24 !== 'no');
  const byScope = groupBy(lines, ({ scope }) => scope);
  return [model.main, ...model.virtualHosts].flatMap((server) => byScope.get(server) ?? []);
}
