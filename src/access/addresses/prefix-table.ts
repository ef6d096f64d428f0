import { groupBy } from '../../text/index.ts';
import { isPathAtOrBelow, pathsTo } from '../sections/paths.ts';

/** Things that hold at a path and below it each. */
export interface PrefixTable<T> {
  readonly all: readonly T[];
  /** Those that hold at `path`, as `joinComponents` writes it, in the order of `all`. */
  around(path: string): readonly T[];
}

/** Of no more each is asked: that takes less than looking up the path and all above it. */
const FEW = 8;

/** @param pathOf as `joinComponents` writes it */
export function prefixTable<T>(all: readonly T[], pathOf: (item: T) => string): PrefixTable<T> {
  if (all.length === 0) return { all, around: () => all };
  return all.length <= FEW ? shortTable(all, pathOf) : longTable(all, pathOf);
}

function shortTable<T>(all: readonly T[], pathOf: (item: T) => string): PrefixTable<T> {
  const paths = all.map(pathOf);
  return { all, around: (path) => all.filter((_, index) => isPathAtOrBelow(path, paths[index]!)) };
}

function longTable<T>(all: readonly T[], pathOf: (item: T) => string): PrefixTable<T> {
  const indicesAt = groupBy(all.keys(), (index) => pathOf(all[index]!));
  return {
    all,
    around(path) {
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
