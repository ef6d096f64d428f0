import type { FilePatch, LinkPatch, PatchSet } from './types.ts';

/** The patch set of a migration: files whose bytes or name differ, and links, each in path order (by code unit, no locale). */
export function buildPatchSet(files: Iterable<FilePatch>, links: Iterable<LinkPatch> = []): PatchSet {
  const changed = [...files].filter((file) => file.before !== file.after || file.path !== file.newPath);
  return { files: changed.toSorted(byPath), links: [...links].toSorted(byPath) };
}

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  if (a.path === b.path) return 0;
  return a.path < b.path ? -1 : 1;
}
