import { isUnder, rebase } from './config-path.ts';

/** Of a copied tree: paths below `from`, as the configuration names them, lie below `to`. */
export interface Relocation {
  readonly from: string;
  readonly to: string;
}

/**
 * Where a path that the configuration names may lie in the copy, likeliest first; [] if it is not of the tree that was copied.
 * A path into the copy itself stays. If the folder of the server lies in that of the copy, or the other way round, the inner
 * one decides.
 */
export function copyPaths(path: string, relocations: readonly Relocation[]): string[] {
  const ofTree = relocations
    .filter(({ from }) => isUnder(path, from))
    .toSorted((a, b) => b.from.length - a.from.length);
  const isOfCopy = relocations.some(({ to }) => isUnder(path, to));
  if (isOfCopy && !ofTree.some(({ from, to }) => isUnder(from, to))) return [path];
  return ofTree.map(({ from, to }) => rebase(path, from, to));
}
