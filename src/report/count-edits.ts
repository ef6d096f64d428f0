import type { PatchSet } from '../patch/index.ts';

export interface EditCounts {
  /** Files that change or are renamed. */
  readonly files: number;
  /** Files that are new. */
  readonly made: number;
  /** Of these, those that get another name. */
  readonly renamed: number;
  /** Symbolic links that are made or removed. */
  readonly links: number;
  /** Places in files, new names, new files, and links. */
  readonly edits: number;
  /** Transform id -> edits it had a part in, most first. */
  readonly byTransform: ReadonlyMap<string, number>;
  /** Path -> edits, a new name among them, most first; links by their own path. */
  readonly byPath: ReadonlyMap<string, number>;
}

export function countEdits(patchSet: PatchSet): EditCounts {
  const byAuthors = new Map<Authors, number>();
  const byPath = new Map<string, number>();
  let edits = 0;
  const count = (path: string, by: Authors) => {
    edits++;
    add(byPath, path);
    add(byAuthors, by);
  };
  for (const file of patchSet.files) {
    if (file.path !== file.newPath) count(file.path, file.renamedBy === undefined ? [] : [file.renamedBy]);
    for (const piece of file.pieces) if (piece.type === 'made') count(file.path, piece.by);
  }
  for (const link of patchSet.links) count(link.path, [link.by]);
  const made = patchSet.files.filter(({ madeLike }) => madeLike !== undefined).length;
  return {
    files: patchSet.files.length - made,
    made,
    renamed: patchSet.files.filter(({ path, newPath }) => path !== newPath).length,
    links: patchSet.links.length,
    edits,
    byTransform: mostFirst(countTransforms(byAuthors)),
    byPath: mostFirst(byPath),
  };
}

type Authors = readonly { readonly transform: string }[];

/** Most edits share few lists of their authors. */
function countTransforms(byAuthors: ReadonlyMap<Authors, number>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [authors, edits] of byAuthors) {
    for (const id of new Set(authors.map(({ transform }) => transform))) add(counts, id, edits);
  }
  return counts;
}

function add<Key>(counts: Map<Key, number>, key: Key, more = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + more);
}

function mostFirst(counts: ReadonlyMap<string, number>): Map<string, number> {
  return new Map([...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)));
}
