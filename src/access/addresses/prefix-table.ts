import { groupBy } from '../../text/index.ts';
import { isPathAtOrBelow, pathsTo } from '../sections/paths.ts';

/** Things that hold at a path and below it each. Paths are as `joinComponents` writes them. */
export interface PrefixTable<T> {
  readonly all: readonly T[];
  /** Of each of them. */
  readonly paths: readonly string[];
  /** Those that hold at `path`, in the order of `all`. */
  around(path: string): readonly T[];
}

/** Of no more each is asked: that takes less than looking up the path and all above it. */
const FEW = 8;

export function prefixTable<T>(all: readonly T[], pathOf: (item: T) => string): PrefixTable<T> {
  const paths = all.map(pathOf);
  const around = all.length <= FEW ? aroundInFew(all, paths) : aroundInMany(all, paths);
  return { all, paths, around };
}

function aroundInFew<T>(all: readonly T[], paths: readonly string[]): PrefixTable<T>['around'] {
  return (path) => {
    const first = paths.findIndex((each) => isPathAtOrBelow(path, each));
    if (first === -1) return [];
    // Made with one item, as most are: a list that is begun empty has room for many.
    const found = [all[first]!];
    for (let index = first + 1; index < paths.length; index++) {
      if (isPathAtOrBelow(path, paths[index]!)) found.push(all[index]!);
    }
    return found;
  };
}

function aroundInMany<T>(all: readonly T[], paths: readonly string[]): PrefixTable<T>['around'] {
  const indicesAt = groupBy(all.keys(), (index) => paths[index]!);
  return (path) => {
    const found: number[] = [];
    for (const each of pathsTo(path)) {
      const there = indicesAt.get(each);
      if (there !== undefined) found.push(...there);
    }
    if (found.length > 1) found.sort((a, b) => a - b);
    return found.map((index) => all[index]!);
  };
}
