import { joinComponents } from '../sections/paths.ts';
import type { SectionIndex } from './section-index.ts';

/**
 * The folders that have rules of their own on any server, .htaccess files included. Every server tells all of them
 * apart, so that a condition on a folder means the same on each.
 */
export interface FolderTable {
  readonly all: readonly (readonly string[])[];
  /** As text, with the root. */
  readonly regions: ReadonlySet<string>;
  /** Those whose path, with a slash at its end, begins with the text. */
  beginningWith(start: string): (readonly string[])[];
  /** The deepest one that a folder is in; the root where there is none. */
  regionOf(folder: readonly string[]): string;
}

export function folderTable({ servers, htaccess }: SectionIndex): FolderTable {
  const found = new Map<string, readonly string[]>();
  for (const { byPath } of [...servers.values(), htaccess]) {
    for (const [key, [first]] of byPath) {
      if (first !== undefined && 'path' in first.section.matcher) found.set(key, first.section.matcher.path);
    }
  }
  // With a slash behind each a folder's inner ones follow it directly.
  const sorted = [...found]
    .map(([key, path]) => ({ key: slashed(key), path }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const regions = new Set(['/', ...found.keys()]);
  return {
    all: sorted.map(({ path }) => path),
    regions,
    beginningWith(start) {
      const first = firstFrom(sorted, start);
      let end = first;
      while (sorted[end]?.key.startsWith(start) === true) end++;
      return sorted.slice(first, end).map(({ path }) => path);
    },
    regionOf(folder) {
      let key = joinComponents(folder);
      while (key !== '' && !regions.has(key)) key = key.slice(0, key.lastIndexOf('/'));
      return key === '' ? '/' : key;
    },
  };
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
