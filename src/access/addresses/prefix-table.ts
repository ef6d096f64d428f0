import { groupBy } from '../../text/index.ts';
import { joinComponents, pathsTo } from '../sections/paths.ts';

/** Things that hold at a path and below it each. */
export interface PrefixTable<T> {
  readonly all: readonly T[];
  /** Those that hold at `path`, in the order of `all`. */
  around(path: readonly string[]): T[];
}

export function prefixTable<T>(all: readonly T[], pathOf: (item: T) => readonly string[]): PrefixTable<T> {
  const indicesAt = groupBy(all.keys(), (index) => joinComponents(pathOf(all[index]!)));
  return {
    all,
    around(path) {
      if (indicesAt.size === 0) return [];
      const found: number[] = [];
      for (const each of pathsTo(path)) {
        const there = indicesAt.get(each);
        if (there !== undefined) found.push(...there);
      }
      if (found.length > 1) found.sort((a, b) => a - b);
      return found.map((index) => all[index]!);
    },
  };
}
