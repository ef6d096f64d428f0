import { lowerName } from '../../syntax/index.ts';
import type { Document } from '../../syntax/index.ts';
import { detectLayout } from '../entry/detect-layout.ts';
import { otherMainFiles } from '../entry/find-entry.ts';
import { placeTree } from '../entry/place-tree.ts';
import type { TreePlace } from '../entry/place-tree.ts';
import { listedModules } from '../entry/listed-modules.ts';
import { givenEnvironment, serverOptions } from '../entry/server-options.ts';
import { modulesOfSuse, startProblems } from '../entry/start-flags.ts';
import { statedRootOf } from '../entry/stated-root.ts';
import type { StatedRoot } from '../entry/stated-root.ts';
import { topLevelOf } from '../entry/top-level.ts';
import type { TopLevel } from '../entry/top-level.ts';
import { expandVariables } from '../guards/defines.ts';
import type { ParseCache } from '../parse-cache.ts';
import { decodePath } from '../paths/config-path.ts';
import type { FileContent, TreeReader } from '../reader/index.ts';
import type { ModelRequest } from '../request.ts';
import type { LayoutName, ModelProblem, ServerOptions } from '../types.ts';

/** The main file of a server. */
export interface MainFile {
  /** As it was named. */
  readonly path: string;
  readonly content: FileContent;
  readonly document: Document;
}

/** What is found out about a server before its configuration is read. */
export interface Ground {
  readonly request: ModelRequest;
  readonly reader: TreeReader;
  readonly cache: ParseCache;
  readonly mainFile: MainFile;
  readonly topLevel: TopLevel;
  readonly layout: LayoutName;
  readonly options: ServerOptions;
  readonly place: TreePlace;
  readonly problems: readonly ModelProblem[];
}

export function surveyGround(
  request: ModelRequest,
  mainFile: MainFile,
  reader: TreeReader,
  cache: ParseCache,
): Ground {
  const entry = mainFile.path;
  const topLevel = topLevelOf(mainFile.document);
  const serverRoot = fixedRootOf(topLevel, givenEnvironment(request))?.path ?? null;
  const layout = detectLayout({ entry, topLevel, serverRoot }, reader);
  const options = serverOptions(request, entry, layout, reader);
  const stated = fixedRootOf(topLevel, options.environment);
  const includes = includePaths(topLevel, options.environment);
  const givenRoot = request.serverRoot ?? null;
  const isRelative = stated === null && statedRootOf(topLevel, options.environment) !== null;
  const statedRoot = stated?.path ?? null;
  const place = placeTree({ entry, statedRoot, isRelative, givenRoot, layout, includes }, reader);
  const listed = listedModules(request, mainFile, topLevel, reader);
  const problems = [
    ...relocationProblems(place, mainFile, layout, stated?.offset ?? null),
    ...(listed === null ? [] : [listed.problem]),
    ...besideProblems(request, mainFile, reader),
    ...startProblems(
      { entry, layout, realPath: mainFile.content.realPath, statedRoot: place.statedRoot },
      reader,
    ),
  ];
  const builtIn22 = request.builtIn22 ?? listed?.builtIn22 ?? modulesOfSuse({ entry, layout }, reader);
  const known = { ...request, builtIn22 };
  return { request: known, reader, cache, mainFile, topLevel, layout, options, place, problems };
}

/** Of a folder that was asked for, a copy of a system most often, one server is read. */
function besideProblems(
  { path }: ModelRequest,
  { path: main, content }: MainFile,
  reader: TreeReader,
): ModelProblem[] {
  const others = path === main ? [] : otherMainFiles(path, main, reader);
  if (others.length === 0) return [];
  const message = `Main files of other servers lie in ${path}, too: ${others.join(', ')}. They are not read with this one: give each by itself.`;
  return [{ code: 'servers-below', level: 'warning', message, path: content.realPath, offset: null }];
}

/** A relative ServerRoot (`.`) is meant from wherever the server was started: where the tree lies is told by what it includes. */
function fixedRootOf(topLevel: TopLevel, environment: ReadonlyMap<string, string>): StatedRoot | null {
  const stated = statedRootOf(topLevel, environment);
  return stated !== null && /^\.{1,2}(?:\/|$)/.test(stated.path) ? null : stated;
}

function includePaths({ directives }: TopLevel, environment: ReadonlyMap<string, string>): string[] {
  return directives
    .filter((node) => lowerName(node) === 'include' || lowerName(node) === 'includeoptional')
    .flatMap((node) => node.args[0]?.value ?? [])
    .map((path) => decodePath(expandVariables(path, (name) => environment.get(name))));
}

function relocationProblems(
  { relocations, statedRoot }: TreePlace,
  { path, content }: MainFile,
  layout: LayoutName,
  offset: number | null,
): ModelProblem[] {
  if (relocations.length === 0) return [];
  const stated = offset === null ? `The ServerRoot of this layout (${layout})` : 'ServerRoot';
  const folders = relocations.map(({ from, to }) => `what it names below ${from} is looked for below ${to}`);
  const message =
    `${stated} is ${statedRoot}, but the main file is ${path}: it is read as a copy of that server. ` +
    `In it, ${folders.join(', ')}; nothing else is read or changed.`;
  return [{ code: 'relocated-tree', level: 'info', message, path: content.realPath, offset }];
}
