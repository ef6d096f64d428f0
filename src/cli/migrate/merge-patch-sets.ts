import { buildPatchSet } from '../../patch/index.ts';
import type { FilePatch, LinkPatch, PatchSet } from '../../patch/index.ts';

/** One patch set of several trees', or the path of a file that two of them would change in different ways. */
export function mergePatchSets(patchSets: readonly PatchSet[]): PatchSet | { readonly conflict: string } {
  const files = new Map<string, FilePatch>();
  for (const file of patchSets.flatMap((patchSet) => patchSet.files)) {
    const other = files.get(file.path);
    if (other !== undefined && (other.after !== file.after || other.newPath !== file.newPath)) {
      return { conflict: file.path };
    }
    files.set(file.path, file);
  }
  const links = new Map<string, LinkPatch>();
  for (const link of patchSets.flatMap((patchSet) => patchSet.links)) {
    links.set(`${link.type} ${link.path} ${link.target ?? ''}`, link);
  }
  const folders = new Set(patchSets.flatMap((patchSet) => patchSet.folders ?? []));
  return buildPatchSet(files.values(), links.values(), folders);
}
