import { isAtOrBelow, joinComponents, pathComponents } from '../folders/paths.ts';
import type { AccessSection } from '../sections/types.ts';
import { append } from '../../text/index.ts';

/** A folder of the second tree, and the one of the first that serves the same addresses. */
export interface FolderPair {
  readonly after: readonly string[];
  readonly before: readonly string[];
}

/** Puts the sections of the second tree where the first would have them. */
export interface FolderMap {
  /** A path of the second tree, as text, in terms of the first; a slash at its end is kept. */
  pathOf(path: string): string;
  folderOf(folder: readonly string[]): readonly string[];
  /** A pattern, or an expression with patterns, in which folders of the second tree are written out. */
  patternOf(text: string): string;
  place(section: AccessSection): readonly AccessSection[];
}

const SAME_PLACE: FolderMap = {
  pathOf: (path) => path,
  folderOf: (folder) => folder,
  patternOf: (text) => text,
  place: (section) => [section],
};

/** @param pairs of all folders that both trees serve, those that are the same in both as well; no `after` twice */
export function folderMap(pairs: readonly FolderPair[]): FolderMap {
  const moved = pairs.filter(isMoved);
  if (moved.length === 0) return SAME_PLACE;
  const byAfter = new Map(pairs.map((pair) => [joinComponents(pair.after), pair]));
  const patternOf = exchanger(moved);
  const inside = pairsInside(moved);
  const left = new Set(moved.map(({ before }) => joinComponents(before)));
  const placesOf = (path: readonly string[]): readonly (readonly string[])[] => {
    const pair = nearest(path, byAfter);
    const place = pair === null ? path : [...pair.before, ...path.slice(pair.after.length)];
    const above = inside.get(joinComponents(path));
    // Nothing leads any more to the folder that was served here.
    const isLeft = ancestors(place).some(
      (folder) => left.has(folder) && depthOf(folder) > (pair?.before.length ?? -1),
    );
    if (isLeft && above === undefined) return [];
    if (pair !== null) return [place];
    // What is above a moved folder is in force in it, wherever that folder was.
    const missed = (above ?? []).filter(({ before }) => !isAtOrBelow(before, path));
    return [path, ...missed.map(({ before }) => before)];
  };
  const folderOf = (folder: readonly string[]) => placesOf(folder)[0] ?? folder;
  return {
    folderOf,
    patternOf,
    pathOf(path) {
      const called = joinComponents(folderOf(pathComponents(path)));
      return path.endsWith('/') && called !== '/' ? `${called}/` : called;
    },
    place(section) {
      const { matcher } = section;
      if (!('path' in matcher) || matcher.type.startsWith('location')) {
        if (matcher.type !== 'directory-regex') return [section];
        return [{ ...section, matcher: { ...matcher, pattern: patternOf(matcher.pattern) } }];
      }
      const places = placesOf(matcher.path);
      // No server accepts a folder inside another section (core.c, dirsection), so no such pair needs to be made.
      const own = section.parent === null ? places : places.slice(0, 1);
      return own.map((path) => ({ ...section, matcher: { ...matcher, path } }));
    },
  };
}

function isMoved({ before, after }: FolderPair): boolean {
  return joinComponents(before) !== joinComponents(after);
}

/** The pair of the deepest folder that the path is in. */
function nearest(path: readonly string[], byAfter: ReadonlyMap<string, FolderPair>): FolderPair | null {
  const folder = ancestors(path).find((each) => byAfter.has(each));
  return folder === undefined ? null : (byAfter.get(folder) ?? null);
}

function depthOf(folder: string): number {
  return pathComponents(folder).length;
}

/** The path itself and what it is in, deepest first. */
function ancestors(path: readonly string[]): string[] {
  return Array.from({ length: path.length + 1 }, (_, up) => joinComponents(path.slice(0, path.length - up)));
}

function pairsInside(pairs: readonly FolderPair[]): Map<string, FolderPair[]> {
  const inside = new Map<string, FolderPair[]>();
  for (const pair of pairs) {
    for (const folder of ancestors(pair.after).slice(1)) append(inside, folder, pair);
  }
  return inside;
}

/**
 * Puts the folders of the first tree in the place of those of the second, in patterns that write them out; and the other way round, for what
 * speaks of a folder as it was says nothing of what is served now.
 */
function exchanger(moved: readonly FolderPair[]): (text: string) => string {
  const others = new Map<string, string>();
  const named = moved.filter(({ before, after }) => before.length > 0 && after.length > 0);
  for (const { before, after } of named) others.set(joinComponents(before), joinComponents(after));
  for (const { before, after } of named) others.set(joinComponents(after), joinComponents(before));
  if (others.size === 0) return (text) => text;
  let longest = 0;
  for (const { length } of others.keys()) longest = Math.max(longest, length);
  return (text) =>
    text.replace(PATH_IN_PATTERN, (path, at: number) => {
      // Each character may have a backslash before it.
      for (let end = Math.min(path.length, 2 * longest); end > 1; end--) {
        const folder = path.slice(0, end).replace(/\\(?=\W)/g, '');
        const other = /^[\w-]/.test(path.slice(end, end + 1)) ? undefined : others.get(folder);
        if (other === undefined) continue;
        // All that is in a folder around the other one: that is in force there, whatever it is called.
        const isAround = other.startsWith(`${folder}/`) && WHOLE.test(text.slice(at + end));
        return (isAround ? path.slice(0, end) : other) + path.slice(end);
      }
      return path;
    });
}

/** Where a folder may be written out, and what comes behind it. */
const PATH_IN_PATTERN = /\\?\/[^\s|()"'#]*/g;

/** What stands behind a folder where a pattern is for all that is in it. */
const WHOLE = /^\/?(?:\(\/\|\$\))?(?:$|[#|"'])/;
