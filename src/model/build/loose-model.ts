import { posix, resolve } from 'node:path';
import { isLossy } from '../../text/index.ts';
import type { Snippets } from '../entry/find-snippets.ts';
import { givenEnvironment } from '../entry/server-options.ts';
import { readStartNames } from '../entry/start-names.ts';
import { createDefines } from '../guards/defines.ts';
import { buildFactsOf, createServerModules } from '../guards/server-modules.ts';
import type { HtaccessSearch } from '../htaccess/find-htaccess.ts';
import { readHtaccess } from '../htaccess/read-htaccess.ts';
import { MOST_FOLDERS, searchCut } from '../htaccess/search-server.ts';
import { resolveInclude } from '../include/resolve-include.ts';
import type { ParseCache } from '../parse-cache.ts';
import { placesInPlace } from '../paths/places.ts';
import { draftTopScope } from '../read/drafts.ts';
import { createFileTable } from '../read/file-table.ts';
import { readInto } from '../read/read-configuration.ts';
import type { Reading } from '../read/reading.ts';
import { startReading } from '../read/start-reading.ts';
import { MOST_LINES } from '../read/tree-size.ts';
import { welcomeHtaccess, welcomeIncluded } from '../read/surroundings.ts';
import type { FileContent, TreeReader } from '../reader/index.ts';
import { builtIn22Of } from '../request.ts';
import type { ModelRequest } from '../request.ts';
import type { ModelProblem, ServerModel } from '../types.ts';
import type { Unknown } from '../unknown.ts';
import { finishModel } from './finish-model.ts';
import type { Remains } from './take-apart.ts';

/** Files without their server: its modules and defines are not known, its Include lines not followed. */
export interface LooseRequest {
  readonly request: ModelRequest;
  readonly reader: TreeReader;
  readonly cache: ParseCache;
  /** Of a whole server. */
  readonly earlier: Remains;
}

/** The model of one file, or text, that is a part of some server's configuration. */
export function fragmentModel(content: FileContent, loose: LooseRequest): ServerModel {
  const root = loose.request.serverRoot ?? posix.dirname(content.realPath);
  return modelOfParts([content], root, content.realPath, loose);
}

/** The model of a folder's snippets, read as an Include line of all of them would be. */
export function snippetsModel(
  { contents, insides, passedOver, closed }: Snippets,
  folder: string,
  loose: LooseRequest,
): ServerModel {
  const model = modelOfParts(
    contents.length === 0 ? insides : contents,
    loose.request.serverRoot ?? folder,
    null,
    loose,
  );
  const unknowns = closed.length === 0 ? [] : [closedSnippets(closed, folder)];
  const problems = passedOver.length === 0 ? [] : [notInUse(passedOver, folder)];
  return {
    ...model,
    problems: [...model.problems, ...problems],
    unknowns: [...model.unknowns, ...unknowns],
  };
}

function notInUse(passedOver: readonly string[], path: string): ModelProblem {
  const message = `Not read, since they do not look like Apache configuration in use: ${named(passedOver)}. Give such a file as PATH to have it migrated.`;
  return { code: 'not-configuration', level: 'warning', message, path, offset: null };
}

function closedSnippets(closed: readonly string[], path: string): Unknown {
  const message = `This user may not read ${named(closed)}: what is in there is neither known nor migrated. Run the tool as a user who may, such as root.`;
  return {
    kind: 'context',
    path,
    offset: null,
    subject: named(closed),
    below: null,
    message,
    bearing: 'access',
  };
}

/** More paths are counted. */
const MOST_NAMED = 20;

export function named(paths: readonly string[]): string {
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : '';
  return `${paths.slice(0, MOST_NAMED).join(', ')}${more}`;
}

function modelOfParts(
  contents: readonly FileContent[],
  root: string,
  entry: string | null,
  loose: LooseRequest,
): ServerModel {
  const reading = startLoose(root, [root], loose);
  const files = contents.map((content) => reading.files.add(content, 'config'));
  const [first] = files;
  if (first === undefined) throw new Error('internal error: a part without files');
  const main = draftTopScope('server', first, [], null, reading.seq++);
  for (const file of files) readInto(main, file, reading);
  const place = { entry, serverRoot: root, statedRoot: root };
  const builtIn22 = builtIn22Of(loose.request);
  return finishModel(
    { kind: 'fragment', layout: 'fragment', ...place, main, htaccess: [], builtIn22 },
    reading,
  );
}

/** The model of .htaccess files below a folder, or of one alone; null if none of them can be read. */
export function htaccessModel(
  { found, cutAt, outside, unreadable }: HtaccessSearch,
  folder: string,
  loose: LooseRequest,
): ServerModel | null {
  const { serverRoot: root = folder, maxFolders = MOST_FOLDERS } = loose.request;
  // A file that was named itself is asked for wherever it leads.
  const asked = found.length === 1 && found[0]?.path === resolve(loose.request.path) ? found[0].path : folder;
  const folders = [loose.reader.realPath(asked) ?? asked];
  const reading = startLoose(root, folders, loose);
  const htaccess = readHtaccess(found, null, welcomeHtaccess(folders, false), reading);
  const first = htaccess[0];
  if (first === undefined) return null;
  reading.problems.push(...leadingOut(outside, folder));
  if (cutAt !== null) reading.unknowns.push(searchCut(cutAt, maxFolders, folder));
  const [lossy, closed] = [unreadable.filter(isLossy), unreadable.filter((each) => !isLossy(each))];
  if (closed.length > 0) reading.unknowns.push(closedFolders(closed, folder, CLOSED));
  if (lossy.length > 0) reading.unknowns.push(closedFolders(lossy, folder, LOSSY));
  const place = { entry: null, serverRoot: root, statedRoot: root };
  const main = first.scope.server;
  const builtIn22 = builtIn22Of(loose.request);
  return finishModel({ kind: 'htaccess', layout: 'fragment', ...place, main, htaccess, builtIn22 }, reading);
}

function leadingOut(links: readonly string[], folder: string): ModelProblem[] {
  return links.slice(0, MOST_NAMED).map((path, at) => {
    const more =
      at === MOST_NAMED - 1 && links.length > MOST_NAMED ? ` ${links.length - MOST_NAMED} more do.` : '';
    const message = `${path} leads out of ${folder}: it was not read. To have it migrated, give its target as PATH, too.${more}`;
    return { code: 'htaccess-outside', level: 'warning', message, path, offset: null };
  });
}

interface ClosedWords {
  readonly state: string;
  readonly remedy: string;
}

const CLOSED: ClosedWords = {
  state: 'not readable for this user',
  remedy: 'Run the tool as a user who may read it, such as root.',
};

const LOSSY: ClosedWords = {
  state: 'not to be opened by name, for there are bytes in it that are not UTF-8',
  remedy: 'Look for them by hand.',
};

function closedFolders(folders: readonly string[], path: string, { state, remedy }: ClosedWords): Unknown {
  const [first = ''] = folders;
  const isOne = folders.length === 1;
  const what = isOne ? `${first} is` : `${folders.length} folders are`;
  const message = `${what} ${state}${isOne ? '' : `: ${named(folders)}`}. .htaccess files there are neither known nor migrated, and 2.4 answers 500 to Order lines in them. ${remedy}`;
  return {
    kind: 'folder',
    path,
    offset: null,
    subject: named(folders),
    below: isOne ? first : null,
    folders,
    message,
    bearing: 'access',
  };
}

function startLoose(
  root: string,
  folders: readonly string[],
  { request, reader, cache }: LooseRequest,
): Reading {
  const places = placesInPlace(reader);
  const { target, maxLines: mostLines = MOST_LINES } = request;
  return startReading({
    places,
    files: createFileTable(places, cache, mostLines),
    welcome: welcomeIncluded(folders),
    mostLines,
    followsIncludes: false,
    resolveInclude: (path) => resolveInclude(path, places),
    root,
    defines: createDefines(readStartNames(request.defines ?? []), givenEnvironment(request)),
    modules: createServerModules({
      layout: 'fragment',
      isWhole: false,
      isWindows: null,
      build: buildFactsOf([]),
      builtIn22: builtIn22Of(request),
      target,
      isMigrated: false,
    }),
    version24: target?.version ?? null,
    readBy: request.readBy ?? '2.2',
    assumptions: request.assumptions,
  });
}
