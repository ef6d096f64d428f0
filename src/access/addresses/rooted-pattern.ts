import type { ServerModel } from '../../model/index.ts';
import { linesNamed } from '../../model/index.ts';
import { branchesOf, patternTokens } from '../../pattern/index.ts';
import { lazy, remember, rememberWeakly } from '../../text/index.ts';
import {
  completePath,
  folderComponents,
  folderPath,
  joinComponents,
  pathComponents,
  pathsTo,
} from '../folders/paths.ts';

/**
 * What a pattern of a `<DirectoryMatch>` without `^` matches, where it is written for folders from the root: `/usr/share/doc` is found in
 * `/srv/www/usr/share/doc`, too, and nobody means that.
 */
export interface RootedPattern {
  /** What a path begins with that it is meant for: one of these. */
  readonly starts: readonly string[];
  /** The folders as they are meant, whole names. */
  readonly folders: readonly string[];
}

/** Null of a pattern that may be meant for folders anywhere, as `/private/docs`: no line of the server names what it begins with. */
export type RootedPatterns = (pattern: string) => RootedPattern | null;

export const rootedPatterns: (model: ServerModel) => RootedPatterns = rememberWeakly((model) => {
  if (model.kind !== 'server') return () => null;
  const isNamed = lazy(() => testNamed(model));
  return remember((pattern) => readRooted(pattern, isNamed()));
});

/** One name says nothing: `/private` is as often meant for a folder of a site. */
const LEAST_NAMES = 2;

type FolderTest = (folder: readonly string[]) => boolean;

/** Whether lines lead addresses to the folder, to one in it, or to one around it. */
function testNamed(model: ServerModel): FolderTest {
  const folders = namedFolders(model).filter((path) => pathComponents(path).length >= LEAST_NAMES);
  const [named, around] = [new Set(folders), new Set(folders.flatMap(pathsTo))];
  return (folder) => {
    if (folder.length < LEAST_NAMES) return false;
    const path = joinComponents(folder);
    return around.has(path) || pathsTo(path).some((each) => named.has(each));
  };
}

/** The folders, or files, that DocumentRoot and Alias lines lead addresses to. */
export function namedFolders(model: ServerModel): string[] {
  const lines = linesNamed(model, (name) => FOLDER_OF.has(name));
  const paths = new Set(lines.flatMap(({ name, args }) => args[FOLDER_OF.get(name)!] ?? []));
  return [...paths].map((path) => folderPath(completePath(path, model)));
}

/** Which argument the folder is. */
const FOLDER_OF: ReadonlyMap<string, number> = new Map([
  ['documentroot', 0],
  ['alias', 1],
  ['scriptalias', 1],
]);

function readRooted(pattern: string, isNamed: FolderTest): RootedPattern | null {
  const starts = startsOf(pattern);
  if (starts === null) return null;
  const folders = starts.map(({ meant }) => folderComponents(meant.slice(0, meant.lastIndexOf('/') + 1)));
  if (!folders.every(isNamed)) return null;
  return { starts: starts.map(({ text }) => text), folders: folders.map(joinComponents) };
}

/** What a match begins with: for certain, and with each `.` taken for the point of a name. */
interface Start {
  readonly text: string;
  readonly meant: string;
}

/** For each way to match. Null where one begins with something else than a path that is written out. */
function startsOf(pattern: string): Start[] | null {
  const found: Start[] = [];
  for (const branch of branchesOf(pattern)) {
    const group = leadingGroup(branch);
    const own = group === null ? ownStart(branch) : startsOf(group);
    if (own === null) return null;
    found.push(...(Array.isArray(own) ? own : [own]));
  }
  return found;
}

/** What stands in the group with which a branch begins, if it is there once. */
function leadingGroup(branch: string): string | null {
  const tokens = patternTokens(branch);
  if (!/^\((?:\?:)?$/.test(tokens[0] ?? '')) return null;
  let depth = 0;
  const end = tokens.findIndex((token) => {
    if (token.startsWith('(')) depth++;
    else if (token === ')') depth--;
    return depth === 0;
  });
  return end === -1 || isRepeat(tokens[end + 1]) ? null : tokens.slice(1, end).join('');
}

function ownStart(branch: string): Start | null {
  const tokens = patternTokens(branch);
  const isPlain = (token: string, at: number): boolean =>
    /^(?:[^\\^$.[\]|()?*+{}]|\\[^\w])$/.test(token) && !isRepeat(tokens[at + 1]);
  const isMeant = (token: string, at: number): boolean =>
    isPlain(token, at) || (token === '.' && !isRepeat(tokens[at + 1]));
  const textUpTo = (end: number): string =>
    tokens
      .slice(0, end === -1 ? tokens.length : end)
      .map((token) => token.replace(/^\\/, ''))
      .join('');
  const text = textUpTo(tokens.findIndex((token, at) => !isPlain(token, at)));
  const end = tokens.findIndex((token, at) => !isMeant(token, at));
  const meant = textUpTo(end);
  if (!text.startsWith('/')) return null;
  // The last name is a whole one where nothing, or the end of a path, follows.
  const isWhole = end === -1 || tokens[end] === '$';
  return { text, meant: isWhole ? `${meant}/` : meant };
}

function isRepeat(token: string | undefined): boolean {
  return token !== undefined && /^[?*+{]/.test(token);
}
