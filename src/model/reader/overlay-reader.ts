import type { TreeReader } from './tree-reader.ts';

/** The base with other texts in some of its files (real path -> text as Latin-1): what the tree is after some edits. */
export function overlayReader(base: TreeReader, edited: ReadonlyMap<string, string>): TreeReader {
  return {
    ...base,
    readFile(path) {
      const read = base.readFile(path);
      if ('failure' in read) return read;
      const text = edited.get(read.realPath);
      return text === undefined ? read : { ...read, text };
    },
  };
}
