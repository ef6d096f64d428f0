import { compareTrees } from '../../../src/access/index.ts';
import type { TreesComparison } from '../../../src/access/index.ts';
import { memoryTree, MODULES_22, MODULES_24 } from '../request/memory-tree.ts';
import type { MemoryTree } from '../request/memory-tree.ts';

/** What the first as 2.2 and the second as 2.4 do otherwise. */
export function compare(before: MemoryTree, after: MemoryTree): TreesComparison {
  // The reader is asked for served files only, which these trees do not have.
  return compareTrees(before.model, after.model, before.reader, { semantics: 'exact', mostExamples: 20 });
}

/** All that keeps two trees from being the same, in short. */
export function found({ differences, refused, notes }: TreesComparison): string[] {
  return [
    ...refused.map(({ message }) => message),
    ...differences.map(({ kind, difference, example }) => {
      const { before, after } = difference;
      const request = example?.request;
      return `${kind} ${before} -> ${after}: ${request === undefined ? 'no example' : `${request.method} ${request.path}`}`;
    }),
    ...notes.filter(({ level }) => level === 'difference').map(({ code }) => code),
  ];
}

/** The same for the texts of two configurations. */
export const both = (before: string, after: string) =>
  found(compare(memoryTree(MODULES_22 + before), memoryTree(MODULES_24 + after)));
