import type { ServerModel, TreeReader } from '../../model/index.ts';
import { createAtoms } from '../policy/index.ts';
import type { FileView } from '../request/file-view.ts';
import { fileView, NO_FILES } from '../request/file-view.ts';
import type { RequestTree } from '../request/request-tree.ts';
import { createRequestTree } from '../request/request-tree.ts';
import type { World } from '../sections/worlds.ts';

/** The two trees as they are asked about one request; they share their atoms. */
export interface TreePair {
  readonly before: RequestTree;
  readonly after: RequestTree;
}

export interface TreePairs {
  /** In each world: with the files that are here, then as if everything that is asked for existed. */
  likeliestFirst(): Generator<TreePair>;
  /** In the same world, with the texts of the files that are here, too: who has a password, who is in which group. */
  withTexts(pair: TreePair): TreePair;
  /** In the worlds where one guard, which is named, turns out the other way. */
  withOneGuardTurned(pair: TreePair): Generator<readonly [guard: string, turned: TreePair]>;
}

/** What is looked at of the files: nothing, what is there, what those say that are no configuration, too. */
type Seen = 'none' | 'names' | 'texts';

/** Both trees in worlds of their guards, each made when it is asked for. */
export function createTreePairs(
  before: ServerModel,
  after: ServerModel,
  reader: TreeReader,
  worlds: readonly World[],
): TreePairs {
  const atoms = createAtoms();
  const known = new Map<string, TreePair>();
  const seen = new WeakMap<TreePair, Seen>();
  const worldsByKey = new Map(worlds.map((world) => [keyOf(world), world]));
  const pairAt = (world: World, files: Seen): TreePair => {
    const key = `${files} ${keyOf(world)}`;
    const view = (model: ServerModel): FileView => {
      if (files === 'none') return NO_FILES;
      const all = fileView(model, reader);
      return files === 'texts' ? all : withoutTexts(all);
    };
    const pair = known.get(key) ?? {
      before: createRequestTree(before, { version: '2.2', world, files: view(before), atoms }),
      after: createRequestTree(after, { version: '2.4', world, files: view(after), atoms }),
    };
    known.set(key, pair);
    seen.set(pair, files);
    return pair;
  };
  return {
    *likeliestFirst() {
      for (const world of worlds) {
        yield pairAt(world, 'names');
        yield pairAt(world, 'none');
      }
    },
    withTexts: ({ before: { world } }) => pairAt(world, 'texts'),
    *withOneGuardTurned(pair) {
      const { world } = pair.before;
      for (const [guard, holds] of world) {
        const turned = worldsByKey.get(keyOf(new Map([...world, [guard, !holds]])));
        if (turned !== undefined) yield [guard, pairAt(turned, seen.get(pair) ?? 'names')];
      }
    },
  };
}

function keyOf(world: World): string {
  const answers = [...world].map(([guard, holds]) => `${holds} ${guard}`);
  return answers.toSorted().join('\n');
}

/** Who is in which group is the difference's own matter, where nobody is found who is there. */
function withoutTexts(files: FileView): FileView {
  return { ...files, textOf: () => null };
}
