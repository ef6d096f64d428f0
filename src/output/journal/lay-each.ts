import type { FileSystem } from '../file-system.ts';
import { systemProblem } from '../system-error.ts';
import type { WriteProblem } from '../write-result.ts';
import { mountProblem } from './mount-problem.ts';

/** How one is laid. */
export interface Laying<Item, Place> {
  readonly lay: (item: Item) => Place;
  /** What the item is about, and the file there now, which may be mounted. */
  readonly pathsOf: (item: Item) => { readonly path: string; readonly from: string };
  /** In words. */
  readonly attempt: string;
}

export interface Laid<Place> {
  readonly places: readonly Place[];
  readonly problems: readonly WriteProblem[];
}

/** Lays one after another. Ends at the first failure, but names all files that are mounted: who has one mostly has several. */
export function layEach<Item, Place>(
  fileSystem: FileSystem,
  items: readonly Item[],
  { lay, pathsOf, attempt }: Laying<Item, Place>,
): Laid<Place> {
  const places: Place[] = [];
  const mounted = new Map<string, WriteProblem>();
  for (const item of items) {
    try {
      places.push(lay(item));
    } catch (error) {
      const { path, from } = pathsOf(item);
      const problem = mountProblem(fileSystem, from, error);
      if (problem === null) return { places, problems: [systemProblem(path, attempt, error)] };
      mounted.set(from, problem);
    }
  }
  return { places, problems: [...mounted.values()] };
}
