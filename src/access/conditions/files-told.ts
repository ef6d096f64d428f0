import { posix } from 'node:path';
import { decodePath, fnmatch, hasWildcard } from '../../model/index.ts';
import type { OtherFile, Scope, ServerModel } from '../../model/index.ts';
import { rememberWeakly } from '../../text/index.ts';
import {
  addressMaps,
  BUILT_IN_ROOT,
  destinationsOf,
  folderLines,
  matchRegexText,
} from '../addresses/index.ts';
import type { AddressMap, FolderTest } from '../addresses/index.ts';
import { completePath, encodePath, isPathAtOrBelow } from '../folders/paths.ts';
import { analysisOf } from '../sections/analysis.ts';
import { limitedWork, orTooMuch } from '../work.ts';
import { patternsTellingFiles } from './condition-text.ts';

/**
 * Whether each file that the server can hand out meets the same of these conditions' patterns as the folder it lies in: then it does not matter
 * of which file, or of the folder, another file takes them over. False where not all such folders can be looked into.
 */
export function areFilesAsFolders(model: ServerModel, conditions: readonly string[]): boolean {
  return areAsFolders(filesHandedOut(model).paths, conditions);
}

/** The same of the files in the folders that one address leads to on these servers. */
export function areFilesAsFoldersAt(
  address: string,
  servers: readonly Scope[],
  model: ServerModel,
  conditions: readonly string[],
): boolean {
  return areAsFolders(filesBeside(address, servers, model), conditions);
}

function areAsFolders(paths: readonly string[] | null, conditions: readonly string[]): boolean {
  const patterns = patternsIn(conditions);
  const files = patterns === null ? null : paths?.filter((path) => !HIDDEN.test(path));
  if (patterns === null || !files) return false;
  const work = limitedWork();
  const meets = (pattern: string, path: string): string => matchRegexText(pattern, path, work);
  const isAlike = (pattern: string, path: string): boolean => {
    const answer = meets(pattern, path);
    return answer !== 'maybe' && answer === meets(pattern, path.slice(0, path.lastIndexOf('/') + 1));
  };
  return orTooMuch(() => patterns.every((pattern) => files.every((path) => isAlike(pattern, path))), false);
}

/** Whether none of the files that the server can hand out has a path that the wildcard matches; false where not all can be looked up. */
export function matchesNoFile(model: ServerModel, wildcard: string): boolean {
  const { paths } = filesHandedOut(model);
  return paths?.every((path) => !fnmatch(wildcard, path, { pathname: true })) === true;
}

function patternsIn(conditions: readonly string[]): readonly string[] | null {
  const found = new Set<string>();
  for (const condition of conditions) {
    const patterns = patternsTellingFiles(condition);
    if (patterns === null) return null;
    for (const pattern of patterns) found.add(pattern);
  }
  return [...found];
}

/** No page is made of these, and what httpd comes with keeps everybody out of them. */
const HIDDEN = /\/\.ht[^/]*$/i;

/** The files with one of these endings in the folders that addresses lead to, with their texts; null where that can't be told. */
export function filesEnding(model: ServerModel, endings: ReadonlySet<string>): readonly OtherFile[] | null {
  const folders = foldersHandedOut(model);
  if (folders === null) return null;
  const hasEnding = (name: string): boolean =>
    name
      .split('.')
      .slice(1)
      .some((part) => endings.has(part.toLowerCase()));
  const found: OtherFile[] = [];
  for (const folder of outermost(folders)) {
    const files = model.filesBelow(folder, hasEnding);
    if (files === null) return null;
    found.push(...files);
  }
  return found;
}

/** The paths of all files in the folders that addresses lead to, as sections write them; null where that can't be told. */
const filesHandedOut = rememberWeakly((model: ServerModel) => ({ paths: listFilesHandedOut(model) }));

function listFilesHandedOut(model: ServerModel): readonly string[] | null {
  const folders = foldersHandedOut(model);
  return folders === null ? null : filesIn(folders, model);
}

function filesIn(folders: ReadonlySet<string>, model: ServerModel): readonly string[] | null {
  const paths: string[] = [];
  for (const folder of outermost(folders)) {
    if (model.hasFile(folder) === 'yes') {
      paths.push(encodePath(decodePath(folder)));
      continue;
    }
    const collect = (_name: string, path: string): boolean => {
      paths.push(encodePath(path));
      return false;
    };
    if (model.filesBelow(folder, collect) === null) return null;
  }
  return paths;
}

/** The paths of the files in the folders in which what an address leads to lies; null where that can't be told. */
function filesBeside(
  address: string,
  servers: readonly Scope[],
  model: ServerModel,
): readonly string[] | null {
  const { worlds } = analysisOf(model);
  if (worlds === null) return null;
  const filesOn = (map: AddressMap): readonly string[] | null => {
    const handedOut = new Set(folderLines(map).map(({ to }) => trimSlash(to)));
    // A rule in a folder takes the path of the DocumentRoot off what it makes.
    if (isPathAtOrBelow(address, map.lines.root)) return null;
    const destinations = orTooMuch(() => destinationsOf(map, address, limitedWork()), null);
    if (destinations === null) return null;
    const found = destinations.map((to) => {
      if (to.type === 'file') return filesAround(to.path, model, handedOut);
      if (to.type !== 'anywhere') return [];
      const folders = foldersOf(to.leadsTo, model);
      return folders === null ? null : filesIn(new Set(folders), model);
    });
    return joined(found);
  };
  const lists = worlds.flatMap((world) => {
    const maps = addressMaps(model, world);
    return servers.map((server) => filesOn(maps.mapOf(server)));
  });
  return joined(lists);
}

/**
 * Those right in the folder of a file, whatever follows its name, or in the folder that the path itself is; none where nothing is there. Null where what
 * a line leads to is not there: this may be a copy without it.
 */
function filesAround(
  path: string,
  model: ServerModel,
  handedOut: ReadonlySet<string>,
): readonly string[] | null {
  let at = trimSlash(path);
  for (; model.hasFile(at) === 'no' && model.hasFolder(at) === 'no'; at = posix.dirname(at))
    if (at === '/' || handedOut.has(at)) return null;
  const isFile = model.hasFile(at) === 'yes';
  if (!isFile && model.hasFolder(at) !== 'yes') return null;
  if (!isFile && at !== trimSlash(path)) return [];
  const folder = isFile ? posix.dirname(at) : at;
  const files = model.itemsIn(folder)?.filter(({ kind }) => kind !== 'folder');
  return files?.map(({ name }) => posix.join(folder, encodePath(name))) ?? null;
}

function outermost(folders: ReadonlySet<string>): readonly string[] {
  const isInOther = (folder: string): boolean => {
    for (let at = posix.dirname(folder); at !== folder; folder = at, at = posix.dirname(at))
      if (folders.has(at)) return true;
    return false;
  };
  return [...folders].filter((folder) => !isInOther(folder));
}

function foldersHandedOut(model: ServerModel): ReadonlySet<string> | null {
  const { worlds } = analysisOf(model);
  if (worlds === null) return null;
  const builtIn = completePath(BUILT_IN_ROOT, model);
  const found = new Set<string>();
  for (const world of worlds) {
    const maps = addressMaps(model, world);
    for (const server of [model.main, ...model.virtualHosts]) {
      const map = maps.mapOf(server);
      for (const { to } of folderLines(map)) {
        const folder = trimSlash(to);
        const isNowhere = to === '!' || (folder === builtIn && model.hasFolder(folder) === 'no');
        if (!isNowhere) found.add(folder);
      }
      for (const { leadsTo } of map.opaque) {
        const folders = foldersOf(leadsTo, model);
        if (folders === null) return null;
        for (const folder of folders) found.add(folder);
      }
    }
  }
  return found;
}

function trimSlash(path: string): string {
  return path.replace(/(?<=.)\/+$/, '');
}

/** The folders that such a line leads to, and all below them; null where they may be any. */
function foldersOf(test: FolderTest, model: ServerModel): readonly string[] | null {
  switch (test.type) {
    case 'any':
      return null;
    case 'near':
      return joined(test.starts.map((start) => foldersNear(start, model)));
    case 'wildcards':
      return joined(test.patterns.map((pattern) => foldersMatching(pattern, model)));
  }
}

function joined(lists: readonly (readonly string[] | null)[]): readonly string[] | null {
  return lists.every((list) => list !== null) ? lists.flat() : null;
}

/** The folder around all whose paths begin so. `/index.php` is an address where `/` has nothing of that name. */
function foldersNear(start: string, model: ServerModel): readonly string[] | null {
  const around = start.slice(0, start.lastIndexOf('/'));
  if (around !== '') return [around];
  return model.itemsIn('/')?.some(({ name }) => name.startsWith(start.slice(1))) === false ? [] : null;
}

function foldersMatching(pattern: readonly string[], model: ServerModel): readonly string[] | null {
  let found: readonly string[] = ['/'];
  for (const part of pattern) {
    const next: string[] = [];
    for (const folder of found) {
      if (hasWildcard(part)) {
        const items = model.itemsIn(folder);
        if (items === null) return null;
        const names = items.filter(({ name, kind }) => kind !== 'file' && fnmatch(part, name));
        next.push(...names.map(({ name }) => posix.join(folder, name)));
      } else next.push(posix.join(folder, part));
    }
    found = next.filter((folder) => model.hasFolder(folder) !== 'no');
  }
  return found;
}
