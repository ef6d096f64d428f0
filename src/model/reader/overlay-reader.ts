import { resolve } from 'node:path';
import type { TreeReader } from './tree-reader.ts';

/**
 * The base with other texts in some of its files (real path -> text as Latin-1): what the tree is after some edits. Those of `made` are
 * not in the base.
 */
export function overlayReader(
  base: TreeReader,
  edited: ReadonlyMap<string, string>,
  made: ReadonlySet<string> = new Set(),
): TreeReader {
  const newText = (path: string): string | null => {
    if (made.size === 0) return null;
    const full = resolve(path);
    return made.has(full) ? (edited.get(full) ?? '') : null;
  };
  return {
    ...base,
    readFile(path) {
      const text = newText(path);
      if (text !== null) return { text, realPath: resolve(path), stat: null };
      const read = base.readFile(path);
      if ('failure' in read) return read;
      const own = edited.get(read.realPath);
      return own === undefined ? read : { ...read, text: own };
    },
    readStart: (path, most) => newText(path)?.slice(0, most) ?? base.readStart(path, most),
    kindOf: (path) => (newText(path) === null ? base.kindOf(path) : 'file'),
  };
}
