import { rememberWeakly } from '../../text/index.ts';
import type { FolderTest } from '../addresses/index.ts';
import { matchDirectoryWildcard } from '../addresses/index.ts';
import { pathComponents, plainPath } from '../folders/paths.ts';
import type { FlowEvent } from './flow.ts';
import type { SectionIndex } from './section-index.ts';

/**
 * The folders that have rules of their own on any server, .htaccess files included. Every server tells all of them
 * apart, so that a condition on a folder means the same on each. All as `joinComponents` writes them.
 */
export interface FolderTable {
  readonly all: readonly string[];
  /** With the root. */
  readonly regions: ReadonlySet<string>;
  /** Those whose path, with a slash at its end, begins with the text. */
  beginningWith(start: string): readonly string[];
  /** The folder, if it has rules, and those below it, outer ones first. */
  inside(folder: string): readonly string[];
  /** Those that may be meant; the root stands before all, too. */
  meantBy(test: FolderTest): readonly string[];
  /** The deepest one that a folder is in; the root where there is none. */
  regionOf(path: string): string;
  /** All that a folder is in, the root first. */
  regionsAround(path: string): string[];
}

/** Made once for all walks over the sections. */
export const folderTable = rememberWeakly(({ servers, allHtaccess }: SectionIndex): FolderTable => {
  const regions = new Set<string>();
  const add = ({ path, section: { matcher } }: FlowEvent): void => {
    if (path !== null && matcher.type !== 'location') regions.add(path);
  };
  servers.forEach((events) => events.forEach(add));
  for (const { plain } of allHtaccess) plain.forEach(add);
  // With a slash behind each a folder's inner ones follow it directly.
  const sorted = [...regions]
    .map((path) => ({ key: slashed(path), path }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  regions.add('/');
  const all = sorted.map(({ path }) => path);
  const beginsWith = (start: string, at: number): boolean => sorted[at]?.key.startsWith(start) === true;
  const beginningWith = (start: string): readonly string[] => {
    const first = firstFrom(sorted, start);
    let end = first;
    while (beginsWith(start, end)) end++;
    return first === end ? NO_FOLDERS : all.slice(first, end);
  };
  const regionOf = (path: string): string => {
    let key = path;
    while (key !== '' && !regions.has(key)) key = key.slice(0, key.lastIndexOf('/'));
    return key === '' ? '/' : key;
  };
  const regionsAround = (path: string): string[] => {
    const chain: string[] = [];
    for (let at = regionOf(path); at !== '/'; at = regionOf(at.slice(0, at.lastIndexOf('/')))) chain.push(at);
    chain.push('/');
    return chain.toReversed();
  };
  /** The innermost one around all that begins with the text. */
  const around = (start: string): string => regionOf(plainPath(start.slice(0, start.lastIndexOf('/') + 1)));
  const addNear = (start: string, indices: Set<number>): void => {
    const key = slashed(around(start));
    const outer = firstFrom(sorted, key);
    if (sorted[outer]?.key === key) indices.add(outer);
    for (let at = firstFrom(sorted, start); beginsWith(start, at); at++) indices.add(at);
  };
  return {
    all,
    regions,
    beginningWith,
    inside: (folder) => beginningWith(slashed(folder)),
    meantBy(test) {
      if (test.type === 'any') return withRoot(all);
      if (test.type === 'wildcards') {
        const isMeant = (folder: string): boolean => {
          const components = pathComponents(folder);
          return test.patterns.some(
            (pattern) => matchDirectoryWildcard(pattern, components, regions) !== 'never',
          );
        };
        return withRoot(all).filter(isMeant);
      }
      const { starts } = test;
      const isRoot = starts.some((start) => start === '/' || around(start) === '/');
      const indices = new Set<number>();
      for (const start of starts) addNear(start, indices);
      const meant = [...indices].toSorted((a, b) => a - b).map((at) => all[at]!);
      return isRoot ? withRoot(meant) : meant;
    },
    regionOf,
    regionsAround,
  };
});

const NO_FOLDERS: readonly string[] = [];

/** It comes first, if it is among them. */
function withRoot(folders: readonly string[]): readonly string[] {
  return folders[0] === '/' ? folders : ['/', ...folders];
}

function slashed(key: string): string {
  return key === '/' ? key : `${key}/`;
}

/** Index of the first entry whose key is not before `start`. */
function firstFrom(sorted: readonly { readonly key: string }[], start: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.key ?? '') < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
