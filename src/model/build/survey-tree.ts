import { resolve } from 'node:path';
import { findEntry } from '../entry/find-entry.ts';
import { sortOfEntry } from '../entry/sort-of-entry.ts';
import { isBinary } from '../entry/is-binary.ts';
import { isUsualEntry } from '../entry/layouts.ts';
import { serversBeside } from '../entry/servers-beside.ts';
import { topLevelOf, type TopLevel } from '../entry/top-level.ts';
import { type Directive, lowerName } from '../../syntax/index.ts';
import { createParseCache } from '../parse-cache.ts';
import type { TreeReader } from '../reader/index.ts';
import type { ModelRequest } from '../request.ts';
import type { LayoutName } from '../types.ts';
import { surveyGround } from './ground.ts';

/** What a tree shows of the system that it is from, before anything but its main file is read. */
export interface TreeSurvey {
  readonly layout: LayoutName;
  /** The main file. */
  readonly entry: string;
  /** Whether the main file is where a package or a build puts it: the configuration of this machine's own server, and no copy. */
  readonly isInstalled: boolean;
  /** Whether paths begin with a drive, or a DLL is loaded; or mod_isapi is loaded, and nothing shows a Unix. */
  readonly isForWindows: boolean;
}

/** Of a part of a server that of the server beside it. Null where there is none, for .htaccess files and for what can't be read. */
export function surveyTree(request: ModelRequest, reader: TreeReader): TreeSurvey | null {
  if (request.text !== undefined) return null;
  const path = resolve(request.path);
  const own = surveyServer({ ...request, path }, reader);
  if (own !== null || reader.kindOf(path) === null) return own;
  const [server] = serversBeside(path, reader, createParseCache());
  return server === undefined ? null : surveyServer({ ...request, path: server }, reader);
}

function surveyServer(request: ModelRequest, reader: TreeReader): TreeSurvey | null {
  const { path } = request;
  const found = findEntry(path, reader);
  if ('code' in found || found.type === 'folder') return null;
  const entry = found.path;
  const content = reader.readFile(entry);
  if ('failure' in content || isBinary(content.text)) return null;
  const cache = createParseCache();
  const document = cache.parse({ path: content.realPath, text: content.text });
  const topLevel = topLevelOf(document);
  if (entry === path && sortOfEntry(path, topLevel, reader, cache) !== 'server') return null;
  const { layout, place } = surveyGround(request, { path: entry, content, document }, reader, cache);
  return {
    layout,
    entry,
    isInstalled: place.relocations.length === 0 && isUsualEntry(entry),
    isForWindows: isForWindows(topLevel),
  };
}

const DRIVE = /^[A-Za-z]:[\\/]/;
/** These name files; `SetEnvIf Request_URI "\.dll"` and `AddHandler x .dll` name what is asked for. */
const LOADING = new Set(['loadmodule', 'loadfile']);
/** Folders of every Unix, and modules that are built for no other system (config.m4 of each). */
const OF_UNIX = /^\/(?:bin|etc|home|lib|opt|srv|tmp|usr|var)\/|^(?:cgid|suexec|unixd)_module$/;
/** The stock configuration has User and Group for them, on Windows too, in guards. */
const STOCK_USER = 'daemon';

/** mod_isapi is built for Windows; a Unix has it where it was asked for (`--enable-isapi`). */
function isForWindows({ directives }: TopLevel): boolean {
  const words = directives.flatMap((node) => node.args.map(({ value }) => value));
  if (words.some((word) => DRIVE.test(word)) || directives.some(loadsDll)) return true;
  if (!words.some((word) => /^isapi_module$/i.test(word))) return false;
  const users = directives.filter((node) => /^(?:user|group)$/.test(lowerName(node)));
  const hasOwnUser = users.some(({ args }) => args[0] !== undefined && args[0].value !== STOCK_USER);
  return !hasOwnUser && !words.some((word) => OF_UNIX.test(word));
}

function loadsDll(node: Directive): boolean {
  return LOADING.has(lowerName(node)) && node.args.some(({ value }) => /\.dll$/i.test(value));
}
