import type { FilePatch, LinkPatch, PatchSet } from './types.ts';

/** The patch set of a migration: files whose bytes or name differ, links and folders, each in path order (by code unit, no locale). */
export function buildPatchSet(
  files: Iterable<FilePatch>,
  links: Iterable<LinkPatch> = [],
  folders: Iterable<string> = [],
): PatchSet {
  const changed = [...files].filter(isChange);
  const made = [...new Set(folders)].toSorted();
  return {
    files: changed.toSorted(byPath),
    links: [...links].toSorted(byPath),
    ...(made.length > 0 && { folders: made }),
  };
}

function isChange({ path, newPath, before, after, madeLike }: FilePatch): boolean {
  return before !== after || path !== newPath || madeLike !== undefined;
}

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  if (a.path === b.path) return 0;
  return a.path < b.path ? -1 : 1;
}
