// Which servers hand out which folders: DocumentRoot and the Alias family of each.
import type { Occurrence, Scope, ServerModel } from '../../src/model/index.ts';
import { groupBy } from '../../src/transform/index.ts';
import { folderOf, linesOf, pathsTo } from './directory-sections.ts';

/** A line that maps addresses to a folder. */
export interface ServedFolder {
  readonly server: Scope;
  readonly line: Occurrence;
  /** As the model names folders. */
  readonly folder: string;
  /** As written in the line, quotes taken off, variables left in. */
  readonly written: string;
}

/** Every line of a server that maps addresses to a folder of known name. */
export function listServed(model: ServerModel): ServedFolder[] {
  return [model.main, ...model.virtualHosts].flatMap((server) =>
    linesOf(server, 'documentroot', 'alias', 'scriptalias').flatMap(
      (line) => readLine(model, server, line) ?? [],
    ),
  );
}

/** Of a folder all lines that serve it or one above it; the deepest last. */
export type FindServed = (folder: string) => readonly ServedFolder[];

export function servedFolders(model: ServerModel): FindServed {
  const byFolder = groupBy(listServed(model), ({ folder }) => folder);
  return (folder) => pathsTo(folder).flatMap((path) => byFolder.get(path) ?? []);
}

function readLine(model: ServerModel, server: Scope, line: Occurrence): ServedFolder | null {
  const index = line.name === 'documentroot' ? 0 : 1;
  const path = line.args[index];
  const written = line.node.args[index]?.value;
  if (path === undefined || written === undefined || path.includes('${')) return null;
  return { server, line, folder: folderOf(model, path), written };
}
