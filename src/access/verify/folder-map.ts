import { isAtOrBelow, joinComponents, pathComponents } from '../folders/paths.ts';
import type { AccessSection, Matcher } from '../sections/types.ts';

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
  place(section: AccessSection): readonly AccessSection[];
}

const SAME_PLACE: FolderMap = {
  pathOf: (path) => path,
  folderOf: (folder) => folder,
  place: (section) => [section],
};

/** @param pairs of all folders that both trees serve, those that are the same in both as well; no `after` twice */
export function folderMap(pairs: readonly FolderPair[]): FolderMap {
  const moved = pairs.filter(isMoved);
  if (moved.length === 0) return SAME_PLACE;
  const byAfter = new Map(pairs.map((pair) => [joinComponents(pair.after), pair]));
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
    pathOf(path) {
      const called = joinComponents(folderOf(pathComponents(path)));
      return path.endsWith('/') && called !== '/' ? `${called}/` : called;
    },
    place(section) {
      const { matcher } = section;
      if (!('path' in matcher) || matcher.type.startsWith('location')) {
        return [{ ...section, matcher: withFolders(matcher, moved) }];
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
    for (const folder of ancestors(pair.after).slice(1)) {
      const list = inside.get(folder);
      if (list === undefined) inside.set(folder, [pair]);
      else list.push(pair);
    }
  }
  return inside;
}

/** A pattern that writes a moved folder out. */
function withFolders(matcher: Matcher, moved: readonly FolderPair[]): Matcher {
  if (matcher.type !== 'directory-regex') return matcher;
  const pair = moved.find(({ after }) => after.length > 0 && matcher.pattern.includes(joinComponents(after)));
  if (pair === undefined) return matcher;
  const pattern = matcher.pattern.replace(joinComponents(pair.after), joinComponents(pair.before));
  return { ...matcher, pattern };
}
