import type { PatchSet } from '../patch/index.ts';

export interface EditCounts {
  /** Files that change or are renamed. */
  readonly files: number;
  /** Of these, those that get another name. */
  readonly renamed: number;
  /** Symbolic links that are made or removed. */
  readonly links: number;
  /** Places in files, new names, and links. */
  readonly edits: number;
  /** Transform id -> edits it had a part in, most first. */
  readonly byTransform: ReadonlyMap<string, number>;
}

export function countEdits(patchSet: PatchSet): EditCounts {
  const byTransform = new Map<string, number>();
  let edits = 0;
  const count = (by: readonly { readonly transform: string }[]) => {
    edits++;
    for (const id of new Set(by.map((author) => author.transform))) {
      byTransform.set(id, (byTransform.get(id) ?? 0) + 1);
    }
  };
  for (const file of patchSet.files) {
    if (file.path !== file.newPath) count(file.renamedBy === undefined ? [] : [file.renamedBy]);
    for (const piece of file.pieces) if (piece.type === 'made') count(piece.by);
  }
  for (const link of patchSet.links) count([link.by]);
  const sorted = [...byTransform].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return {
    files: patchSet.files.length,
    renamed: patchSet.files.filter(({ path, newPath }) => path !== newPath).length,
    links: patchSet.links.length,
    edits,
    byTransform: new Map(sorted),
  };
}
