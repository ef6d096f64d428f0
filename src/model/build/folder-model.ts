import { posix } from 'node:path';
import { closedFolder, deadMainFile, folderOfMainName, mainFileOf, MAIN_NAMES } from '../entry/find-entry.ts';
import { findSnippets } from '../entry/find-snippets.ts';
import { readFailure } from '../entry/read-failure.ts';
import { DEFAULT_NAMES } from '../htaccess/access-file-names.ts';
import { findHtaccess } from '../htaccess/find-htaccess.ts';
import type { FoundHtaccess, HtaccessSearch } from '../htaccess/find-htaccess.ts';
import { MOST_FOLDERS } from '../htaccess/search-server.ts';
import { placesInPlace } from '../paths/places.ts';
import type { TreeReader } from '../reader/index.ts';
import type { ModelFailure } from '../request.ts';
import type { ModelProblem, ServerModel } from '../types.ts';
import { htaccessModel, named, snippetsModel } from './loose-model.ts';
import type { LooseRequest } from './loose-model.ts';

/** The model of a folder without a main file: of .htaccess files, or of snippets. */
export function modelOfFolder(path: string, loose: LooseRequest): ServerModel | ModelFailure {
  const { reader } = loose;
  if (reader.list(path) === null) return readFailure(path, 'unreadable', reader);
  // What lies beside a main file is no whole of its own, even if that can't be read.
  const dead = deadMainFile(path, reader);
  if (dead !== null)
    return readFailure(dead, reader.kindOf(dead) === 'special' ? 'special' : 'missing', reader);
  const { servers, ...search } = searchBelow(path, loose);
  const htaccess = htaccessModel(search, path, loose);
  if (htaccess !== null) return withOthersBelow(htaccess, servers, path, loose);
  const closed = closedFolder(path, reader);
  if (closed !== null) return readFailure(closed, 'unreadable', reader);
  return (
    modelOfSnippets(path, loose) ?? closedBelow(search, reader) ?? noConfiguration(path, servers, reader)
  );
}

interface SearchBelow extends HtaccessSearch {
  /** Main files of servers, which are none of this folder. */
  readonly servers: readonly string[];
}

function searchBelow(path: string, { reader, request }: LooseRequest): SearchBelow {
  const names = [...DEFAULT_NAMES, { names: MAIN_NAMES, hosts: null }];
  const { maxFolders = MOST_FOLDERS } = request;
  const search = findHtaccess([path], names, placesInPlace(reader), maxFolders, reader.realPath(path));
  const isMain = ({ path: file }: FoundHtaccess): boolean => MAIN_NAMES.includes(posix.basename(file));
  const servers = search.found.filter(isMain).map((file) => file.path);
  return { ...search, found: search.found.filter((file) => !isMain(file)), servers };
}

/** Says what else lies in a folder of .htaccess files, and is not read with them. */
function withOthersBelow(
  model: ServerModel,
  servers: readonly string[],
  path: string,
  loose: LooseRequest,
): ServerModel {
  const message = othersBelow(servers, path, loose);
  if (message === null) return model;
  const problem: ModelProblem = { code: 'servers-below', level: 'warning', message, path, offset: null };
  return { ...model, problems: [...model.problems, problem] };
}

/** So is configuration called that no web application has for itself. */
const NAME_OF_SNIPPET = /\.(?:conf|vhost)$/i;

function othersBelow(servers: readonly string[], path: string, loose: LooseRequest): string | null {
  if (servers.length > 0)
    return `Nothing but .htaccess files was read. These main files of servers lie below ${path}, too: ${named(servers)}. To have a server migrated, with the .htaccess files that it reads, give its main file.`;
  const snippets = findSnippets(path, loose.reader, loose.cache, NAME_OF_SNIPPET);
  const files = [...(snippets?.contents ?? []), ...(snippets?.insides ?? [])].map(({ realPath }) => realPath);
  return files.length === 0
    ? null
    : `Nothing but .htaccess files was read. These files below ${path} read like Apache configuration, too: ${named(files)}. Give the main file of their server, or each of them as PATH.`;
}

function modelOfSnippets(path: string, loose: LooseRequest): ServerModel | ModelFailure | null {
  const snippets = findSnippets(path, loose.reader, loose.cache);
  if (snippets === null) return null;
  const { contents, insides, closed } = snippets;
  if (contents.length + insides.length > 0) return snippetsModel(snippets, path, loose);
  return closed[0] === undefined ? null : readFailure(closed[0], 'unreadable', loose.reader);
}

/** Where no .htaccess file can be read: because there may be some, or are some, that this user may not read. */
function closedBelow({ found, unreadable }: HtaccessSearch, reader: TreeReader): ModelFailure | null {
  const [folder] = unreadable;
  if (folder !== undefined) return readFailure(folder, 'unreadable', reader);
  const file = found.find(({ path }) => 'failure' in reader.readFile(path));
  return file === undefined ? null : readFailure(file.path, 'unreadable', reader);
}

function noConfiguration(path: string, servers: readonly string[], reader: TreeReader): ModelFailure {
  const around = [posix.dirname(path), posix.dirname(posix.dirname(path))]
    .map((folder) => mainFileOf(folder, reader))
    .find((found) => found !== null);
  const folder = folderOfMainName(path, reader);
  const why = folder === null ? '' : ` ${folder} is a folder, and a server reads a file there.`;
  const message = `${path} holds no main configuration file (httpd.conf, apache2.conf) and no .htaccess file.${why} ${hint(around ?? null, servers)}`;
  return { type: 'failure', code: 'no-configuration', message, path };
}

function hint(around: string | null, servers: readonly string[]): string {
  if (servers.length > 0) return `Main files of servers lie below it: ${named(servers)}. Give these.`;
  return around === null
    ? "Give a server's main file, its ServerRoot, a folder of .htaccess files, or a single file."
    : `It seems to be a part of the server whose main file is ${around}: give that.`;
}
