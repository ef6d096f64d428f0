// Which servers hand out which folders: DocumentRoot, the Alias family, and what UserDir and the like map names to.
import { isFilledIn, namesNoHostFolder, userFolders } from '../../src/model/index.ts';
import type { Occurrence, Scope, ServerModel } from '../../src/model/index.ts';
import { argumentValues } from '../../src/syntax/index.ts';
import { groupBy, rememberWeakly } from '../../src/text/index.ts';
import { folderOf, linesOfServers } from './directory-sections.ts';
import { lookupByFolder, pathsTo } from './folder-lookup.ts';

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
export const listServed = rememberWeakly((model: ServerModel): readonly ServedFolder[] =>
  linesOfServers(model, 'documentroot', 'alias', 'scriptalias').flatMap(
    (line) => readLine(model, line) ?? [],
  ),
);

/** The lines that serve a folder or one above it; the deepest last. */
export interface ServedFolders {
  /** Of all servers. */
  readonly over: (folder: string) => readonly ServedFolder[];
  readonly overOn: (folder: string, server: Scope) => readonly ServedFolder[];
}

export function servedFolders(model: ServerModel): ServedFolders {
  const all = [
    ...listServed(model).map((each) => ({ ...each, isPattern: false })),
    ...listServedPatterns(model).map((each) => ({ ...each, isPattern: true })),
  ];
  const findAny = lookupByFolder(all);
  const findOn = new Map(
    [...groupBy(all, ({ server }) => server)].map(([server, own]) => [server, lookupByFolder(own)]),
  );
  return {
    over: (folder) => pathsTo(folder).flatMap(findAny),
    overOn: (folder, server) => {
      const find = findOn.get(server);
      return find === undefined ? [] : pathsTo(folder).flatMap(find);
    },
  };
}

/** Every line of a server that maps addresses to folders by a pattern, as a Directory section would name these: `/home/*\/www`. */
export function listServedPatterns(model: ServerModel): ServedFolder[] {
  return linesOfServers(model, ...Object.keys(PATTERNS)).flatMap((line) => {
    const { args, name, scope: server } = line;
    const [index, pattern] = PATTERNS[name] ?? [0, () => null];
    const path = args[index] === undefined ? null : pattern(args[index]);
    if (path === null || !path.startsWith('/') || isFilledIn(path, line)) return [];
    return [{ server, line, folder: folderOf(model, path), written: path }];
  });
}

/** Which argument of a line names folders, and how. */
const PATTERNS: Readonly<Record<string, readonly [number, (written: string) => string | null]>> = {
  userdir: [0, (written) => userFolders(written) ?? null],
  virtualdocumentroot: [0, hostFolders],
  virtualdocumentrootip: [0, hostFolders],
  virtualscriptalias: [0, hostFolders],
  virtualscriptaliasip: [0, hostFolders],
};

/** `%1.-2` and the like never have a slash; `%%` is a percent sign. */
function hostFolders(written: string): string | null {
  return namesNoHostFolder([written])
    ? null
    : written.replace(/%%|%(?:-?\d+\+?(?:\.-?\d+\+?)?|p)/g, (part) => (part === '%%' ? '%' : '*'));
}

function readLine(model: ServerModel, line: Occurrence): ServedFolder | null {
  const index = line.name === 'documentroot' ? 0 : 1;
  const path = line.args[index];
  const written = argumentValues(line.node)[index];
  if (path === undefined || written === undefined || isFilledIn(path, line)) return null;
  return { server: line.scope, line, folder: folderOf(model, path), written };
}
