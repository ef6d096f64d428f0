import { posix, resolve } from 'node:path';
import type { Document } from '../../syntax/index.ts';
import { findEntry } from '../entry/find-entry.ts';
import { isBinary } from '../entry/is-binary.ts';
import { readFailure } from '../entry/read-failure.ts';
import { sortOfEntry } from '../entry/sort-of-entry.ts';
import type { SortOfFile } from '../entry/sort-of-file.ts';
import { topLevelOf } from '../entry/top-level.ts';
import { createParseCache } from '../parse-cache.ts';
import type { ParseCache } from '../parse-cache.ts';
import { linesOf, MOST_LINES } from '../read/tree-size.ts';
import { createMemoryReader } from '../reader/index.ts';
import type { FileContent, TreeReader } from '../reader/index.ts';
import type { ModelFailure, ModelRequest } from '../request.ts';
import type { ServerModel } from '../types.ts';
import { modelOfFolder } from './folder-model.ts';
import { surveyGround } from './ground.ts';
import { fragmentModel, htaccessModel } from './loose-model.ts';
import type { LooseRequest } from './loose-model.ts';
import { otherProgram } from '../entry/other-program.ts';
import type { OtherProgram } from '../entry/other-program.ts';
import { inPart } from '../../text/index.ts';
import { serverModel } from './server-model.ts';
import { nothing } from './take-apart.ts';
import type { Remains } from './take-apart.ts';

/**
 * The model of what `request.path` leads to, or why there is none. Never throws, whatever the input.
 * @param earlier what is left of a model that nobody asks any more (`takeApart`): what did not change is not read again
 */
export function buildModel(
  request: ModelRequest,
  reader: TreeReader,
  cache: ParseCache = createParseCache(request.template),
  earlier: Remains = nothing(),
): ServerModel | ModelFailure {
  if (request.text !== undefined) return modelOfText(request, request.text, cache);
  const path = resolve(request.path);
  const entry = findEntry(path, reader);
  if ('code' in entry) return entry;
  const loose: LooseRequest = { request, reader, cache, earlier };
  if (entry.type === 'folder') return modelOfFolder(path, loose);
  const content = reader.readFile(entry.path);
  if ('failure' in content) return readFailure(entry.path, content.failure, reader);
  if (isBinary(content.text)) return binaryFailure(entry.path);
  return modelOfFile(entry.path, content, entry.path !== path, loose);
}

export function isModelFailure(result: ServerModel | ModelFailure): result is ModelFailure {
  return 'code' in result;
}

/** Whether the file is no part of a server but what one starts from: told without reading what it includes. */
export function isServerEntry(
  path: string,
  request: ModelRequest,
  reader: TreeReader,
  cache: ParseCache,
): boolean {
  const content = reader.readFile(path);
  if ('failure' in content || isBinary(content.text)) return false;
  const opened = openEntry(path, content, request.kind, { request, reader, cache });
  return !('code' in opened) && opened.sort === 'server';
}

interface OpenedEntry {
  readonly document: Document;
  readonly sort: SortOfFile;
}

/** @param given what the file is said to be */
function openEntry(
  path: string,
  { text, realPath }: FileContent,
  given: SortOfFile | undefined,
  { request, reader, cache }: Omit<LooseRequest, 'earlier'>,
): OpenedEntry | ModelFailure {
  if (linesOf(text) > (request.maxLines ?? MOST_LINES)) return readFailure(path, 'too-many-lines', reader);
  const document = cache.parse({ path: realPath, text });
  return { document, sort: sortOfEntry(path, topLevelOf(document), reader, cache, given) };
}

/** @param isMain it was found in the folder that was asked for, where a server's main file lies */
function modelOfFile(
  path: string,
  content: FileContent,
  isMain: boolean,
  loose: LooseRequest,
): ServerModel | ModelFailure {
  const { request, reader, cache, earlier } = loose;
  const opened = openEntry(path, content, isMain ? 'server' : request.kind, loose);
  if ('code' in opened) return opened;
  const { document, sort } = opened;
  // What is said to be a server's, or a part of one, is read as that: so is what was asked before.
  const other = isMain || request.kind !== undefined ? null : otherProgram(document);
  if (other !== null) return otherFailure(path, other);
  if (sort === 'server') {
    return serverModel(surveyGround(request, { path, content, document }, reader, cache), earlier);
  }
  if (sort === 'fragment') return fragmentModel(content, loose);
  const directory = posix.dirname(path);
  const search = { found: [{ path, directory, hosts: null }], cutAt: null, outside: [], unreadable: [] };
  return htaccessModel(search, directory, loose) ?? readFailure(path, 'unreadable', reader);
}

/** A text without a file is read as if it were the only file there is. */
function modelOfText(request: ModelRequest, text: string, cache: ParseCache): ServerModel | ModelFailure {
  if (isBinary(text)) return binaryFailure(request.path);
  const name = posix.resolve('/', request.path);
  const only = createMemoryReader({ [name]: text });
  const content: FileContent = { text, realPath: request.path, stat: null };
  const isText = (path: string): boolean =>
    posix.resolve('/', path) === name || path === resolve(request.path);
  const reader: TreeReader = {
    ...only,
    // What the text includes lies elsewhere: it is the only file there is.
    readFile: (path) => (isText(path) ? content : only.readFile(path)),
    realPath: () => request.path,
  };
  return modelOfFile(request.path, content, false, { request, reader, cache, earlier: nothing() });
}

function binaryFailure(path: string): ModelFailure {
  const message = `${path} holds binary data (or UTF-16), not Apache configuration.`;
  return { type: 'failure', code: 'not-configuration', message, path };
}

/** More of what shows it is not named. */
const MOST_MARKS = 3;

function otherFailure(path: string, { program, marks }: OtherProgram): ModelFailure {
  const shown = marks.slice(0, MOST_MARKS).map((mark) => inPart(mark));
  const message = `${path} looks like a configuration file of ${program} (${shown.join(', ')}), not of Apache httpd: nothing of it is migrated.`;
  return { type: 'failure', code: 'not-configuration', message, path };
}
