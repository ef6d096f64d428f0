import type { Guard, ServerModel } from '../../model/index.ts';
import { rememberWeakly } from '../../text/index.ts';
import { readAllSections, withoutSilent } from './read-sections.ts';
import type { AccessSection } from './types.ts';
import { guardsOf } from './types.ts';
import type { World } from './worlds.ts';
import { worldsOf } from './worlds.ts';

/**
 * What the access rules of a tree are, found out once for all who ask: it goes when its model does. What was found out of one world is
 * kept with that world.
 */
export interface Analysis {
  /** Every section that can apply to a request, in reading order, those that say nothing about access included. */
  readonly allSections: readonly AccessSection[];
  /** Those that say something. */
  readonly sections: readonly AccessSection[];
  /** Every way in which the guards of these that are not decided may turn out; null if they are too many. */
  readonly worlds: readonly World[] | null;
}

export const analysisOf: (model: ServerModel) => Analysis = rememberWeakly(
  (model) => new LazyAnalysis(model),
);

/** The worlds of these guards: the tree's own if they ask no other questions, so that what was found out of one is known. */
export function worldsIn(model: ServerModel, guards: Iterable<Guard>): readonly World[] | null {
  const worlds = worldsOf(guards);
  const own = analysisOf(model).worlds;
  const isSame = (world: World, i: number): boolean => sameWorld(world, own?.[i]);
  return worlds !== null && worlds.length === own?.length && worlds.every(isSame) ? own : worlds;
}

function sameWorld(one: World, other: World | undefined): boolean {
  return one.size === other?.size && [...one].every(([question, answer]) => other.get(question) === answer);
}

class LazyAnalysis implements Analysis {
  readonly #model: ServerModel;
  #all: readonly AccessSection[] | undefined;
  #sections: readonly AccessSection[] | undefined;
  #worlds: readonly World[] | null | undefined;

  constructor(model: ServerModel) {
    this.#model = model;
  }

  get allSections(): readonly AccessSection[] {
    return (this.#all ??= readAllSections(this.#model));
  }

  get sections(): readonly AccessSection[] {
    return (this.#sections ??= withoutSilent(this.allSections));
  }

  get worlds(): readonly World[] | null {
    if (this.#worlds === undefined) this.#worlds = worldsOf(this.sections.flatMap(guardsOf));
    return this.#worlds;
  }
}
