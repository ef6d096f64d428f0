import { groupBy } from '../../text/index.ts';
import { joinComponents, pathsTo } from '../sections/paths.ts';

/** Things that hold at a path and below it each. */
export interface PrefixTable<T> {
  readonly all: readonly T[];
  /** Those that hold at `path`, in the order of `all`. */
  around(path: readonly string[]): T[];
}

export function prefixTable<T>(all: readonly T[], pathOf: (item: T) => readonly string[]): PrefixTable<T> {
  const byPath = groupBy(all.entries(), ([, item]) => joinComponents(pathOf(item)));
  return {
    all,
    around(path) {
      const found = byPath.size === 0 ? [] : pathsTo(path).flatMap((each) => byPath.get(each) ?? []);
      return found.toSorted(([a], [b]) => a - b).map(([, item]) => item);
    },
  };
}
