import { posix, resolve } from 'node:path';
import { isMpm, moduleFacts } from '../../catalog/index.ts';
import { lowerName } from '../../syntax/index.ts';
import type { TopLevel } from '../entry/top-level.ts';
import { createDefines } from '../guards/defines.ts';
import { buildFactsOf, createServerModules, identifierOf, isCompiledIn } from '../guards/server-modules.ts';
import type { BuildFacts } from '../guards/server-modules.ts';
import { neededModules } from '../guards/needed-modules.ts';
import { MOST_FOLDERS, searchServer } from '../htaccess/search-server.ts';
import { placesInPlace, placesOfCopy, mappedPlaces } from '../paths/places.ts';
import type { Places } from '../paths/places.ts';
import type { Relocation } from '../paths/relocation.ts';
import { namesOf, type TreeReader } from '../reader/index.ts';
import { draftTopScope } from '../read/drafts.ts';
import type { ScopeDraft } from '../read/drafts.ts';
import { createFileTable } from '../read/file-table.ts';
import type { Pieces } from '../read/pieces.ts';
import { readInto } from '../read/read-configuration.ts';
import type { Reading } from '../read/reading.ts';
import { startReading, findLoadFiles } from '../read/start-reading.ts';
import { MOST_LINES } from '../read/tree-size.ts';
import { welcomeIncluded } from '../read/surroundings.ts';
import { builtIn22Of } from '../request.ts';
import type { Build22, LayoutName, ModuleLine, Scope, ServerModel } from '../types.ts';
import { keepPieces } from './take-apart.ts';
import type { Remains } from './take-apart.ts';
import { finishModel } from './finish-model.ts';
import type { Ground } from './ground.ts';
import { isNegated, nameAsked } from '../guards/guard-test.ts';

/** The model of a whole server. */
export function serverModel(ground: Ground, earlier: Remains): ServerModel {
  const { build22 } = ground.request;
  const guess = { ...guessBuild(ground.layout, ground.topLevel), ...build22 };
  let { reading, main } = readServer(ground, guess, earlier.pieces);
  // Which modules are compiled in is told by the lines of the whole tree: where the guess was wrong, once more.
  const actual = { ...buildOf(reading, main, ground.layout), ...build22 };
  if (!isSameBuild(actual, guess)) ({ reading, main } = readServer(ground, actual, reading.pieces));
  const { mainFile, layout, place, request, options } = ground;
  const htaccess = searchServer(
    {
      main,
      root: reading.root,
      mostFolders: request.maxFolders ?? MOST_FOLDERS,
      ownFolders: ownFolders(ground),
      isCopy: place.relocations.length > 0,
      names: lastingNames(ground),
      searches: ground.cache.searches,
    },
    reading,
  );
  const { serverRoot, statedRoot } = place;
  const entry = mainFile.content.realPath;
  const usesLinks = request.target?.moduleStyle === 'debian-links';
  const loadFiles = usesLinks ? findLoadFiles(serverRoot, ground.reader, place.relocations) : [];
  const model = finishModel(
    {
      kind: 'server',
      layout,
      entry,
      serverRoot,
      statedRoot,
      main,
      htaccess,
      loadFiles,
      startedWith: options,
      build22: build22Of(actual),
      builtIn22: builtIn22Of(ground.request),
    },
    reading,
  );
  keepPieces(model, { main, pieces: reading.pieces }, earlier);
  return model;
}

function readServer(
  ground: Ground,
  build: BuildFacts,
  earlier: Pieces,
): { readonly reading: Reading; readonly main: ScopeDraft } {
  const { place, reader, cache, layout, options, mainFile, request } = ground;
  const { relocations } = place;
  const places = placesOf(reader, relocations, request.maps ?? []);
  const names = lastingNames(ground);
  const mostLines = request.maxLines ?? MOST_LINES;
  const files = createFileTable(places, cache, mostLines, earlier);
  const reading = startReading({
    places,
    files,
    followsIncludes: true,
    resolveInclude: (path) => cache.includes.resolve(path, places, names),
    root: place.statedRoot,
    defines: createDefines(options, options.environment),
    modules: createServerModules({
      layout,
      isWhole: true,
      isWindows: isWindowsPath(place.statedRoot),
      build,
      builtIn22: builtIn22Of(request),
      mpm22: options.mpm,
      target: request.target,
      isMigrated: request.isMigrated === true,
    }),
    version24: request.target?.version ?? null,
    readBy: request.readBy ?? '2.2',
    assumptions: request.assumptions,
    welcome: welcomeIncluded(ownFolders(ground)),
    earlier,
    mostLines,
  });
  reading.problems.push(...ground.problems);
  const file = files.add(mainFile.content, 'config');
  const main = draftTopScope('server', file, [], null, reading.seq++);
  readInto(main, file, reading);
  return { reading, main };
}

/** Stands for what lies where (SearchMemory); null in a copy, where paths lead elsewhere. */
function lastingNames({ place: { relocations }, request: { maps = [] }, reader }: Ground): object | null {
  return relocations.length + maps.length > 0 ? null : namesOf(reader);
}

function placesOf(
  reader: TreeReader,
  relocations: readonly Relocation[],
  maps: readonly Relocation[],
): Places {
  if (relocations.length > 0) return placesOfCopy(reader, [...relocations, ...maps]);
  const inPlace = placesInPlace(reader);
  return maps.length === 0 ? inPlace : mappedPlaces(inPlace, placesOfCopy(reader, maps), maps);
}

/** Where the server's own configuration lies, real paths: the folders of ServerRoot and of the main file, and of the copy. */
function ownFolders({ place, mainFile, reader, request }: Ground): string[] {
  const folders = [place.serverRoot, posix.dirname(mainFile.path), resolve(request.path)];
  const copied = [...place.relocations, ...(request.maps ?? [])].map(({ to }) => to);
  return [...folders, ...copied].filter((path) => path !== '/').map((path) => reader.realPath(path) ?? path);
}

/** A template's root, such as `@@ServerRoot@@`, may stand for either. */
function isWindowsPath(root: string): boolean | null {
  if (root.startsWith('/')) return false;
  return /^[A-Za-z]:/.test(root) ? true : null;
}

/** Packages load all modules by LoadModule lines, often in other files; a build from source most often has them in the main file. */
function guessBuild(layout: LayoutName, { directives }: TopLevel): BuildFacts {
  if (layout !== 'upstream') return { isShared: true, loadsModules: true, needed: [], mpms: [] };
  const lines = directives.filter((node) => lowerName(node) === 'loadmodule');
  return buildFactsOf(lines.flatMap((node) => node.args[0]?.value ?? []));
}

function build22Of({ isShared, loadsModules, needed }: BuildFacts): Build22 {
  return { isShared, loadsModules, needed };
}

function buildOf({ moduleLines }: Reading, main: Scope, layout: LayoutName): BuildFacts {
  const live = moduleLines.filter(({ occurrence }) => occurrence.on22 !== 'no');
  const sure = live.filter((line) => isMpm(line.identifier) || !isFallback(line));
  const loaded = new Set(live.map(({ identifier }) => identifier));
  const isKnown = (identifier: string): boolean => loaded.has(identifier) || isCompiledIn(identifier, layout);
  // In 2.4 directives are of other modules.
  const isOf24 = [...loaded].some((identifier) => moduleFacts(identifier)?.in22 === false);
  return {
    ...buildFactsOf(sure.map(({ identifier }) => identifier)),
    needed: isOf24 ? [] : neededModules(main, isKnown),
  };
}

/** `<IfModule !mod_x.c>` around the LoadModule of that module: it says that the module may be compiled in. */
function isFallback({ identifier, occurrence }: ModuleLine): boolean {
  return occurrence.guards.some(
    (guard) => guard.kind === 'ifmodule' && isNegated(guard) && identifierOf(nameAsked(guard)) === identifier,
  );
}

function isSameBuild(a: BuildFacts, b: BuildFacts): boolean {
  return (
    a.isShared === b.isShared &&
    a.loadsModules === b.loadsModules &&
    [...a.mpms, '', ...a.needed].join(' ') === [...b.mpms, '', ...b.needed].join(' ')
  );
}
