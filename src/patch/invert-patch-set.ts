import type { LinkPatch, PatchSet } from './types.ts';

/** What takes a written patch set back. A link whose target was not known when it was removed can't be made again. */
export function invertPatchSet({ files, links }: PatchSet): PatchSet {
  return {
    files: files.map(({ path, newPath, before, after }) => {
      const replaces = { start: 0, end: after.length };
      return {
        path: newPath,
        newPath: path,
        before: after,
        pieces: [{ type: 'made', text: before, replaces, by: [] }],
        after: before,
        stat: null,
      };
    }),
    links: links.flatMap((link): LinkPatch[] => {
      const { path, target, by } = link;
      if (link.type === 'link') return [{ ...link, type: 'unlink' }];
      return target === undefined ? [] : [{ type: 'link', path, target, by }];
    }),
  };
}
