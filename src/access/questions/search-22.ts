import { remember } from '../../text/index.ts';
import type { ServerModel } from '../../model/index.ts';
import type { Enter } from '../chains/index.ts';
import { indexSections, propagations } from '../chains/index.ts';
import type { Comparison } from '../proof/decide.ts';
import { decisionsOf } from '../proof/decide.ts';
import type { AccessSection } from '../sections/types.ts';
import type { World } from '../sections/worlds.ts';
import { isLive, isReadBySome } from '../sections/worlds.ts';
import { effectOf } from '../states/effect.ts';
import { createInterner } from '../states/intern.ts';
import { createWalkInterner } from '../states/intern-walks.ts';
import type { Semantics } from '../states/intended-state.ts';
import { intendedState22 } from '../states/intended-state.ts';
import type { Walk22 } from '../states/walk-state.ts';
import { enter22, START_22 } from '../states/walk-state.ts';
import type { Work } from '../work.ts';
import { limitedWork } from '../work.ts';

/** What a question about 2.2 alone is asked of: whom a section lets in or keeps out. */
export interface Search22 {
  readonly model: ServerModel;
  readonly sections: readonly AccessSection[];
  readonly semantics: Semantics;
  readonly comparison: Comparison;
}

export function search22(
  model: ServerModel,
  sections: readonly AccessSection[],
  semantics: Semantics,
): Search22 {
  const comparison = decisionsOf(model, false).comparison(limitedWork());
  return { model, sections, semantics, comparison };
}

/** How requests go on through the sections of a world. */
export interface Walking22 {
  readonly start: Walk22;
  /** Behind one more section. */
  enterSection(walk: Walk22, section: AccessSection): Walk22;
  /** See EffectOf. */
  effectOf(section: AccessSection): object;
}

/** Where a section leads is found out once for all that do the same. */
export function walking22({ sections, semantics }: Search22, world: World): Walking22 {
  const same = createWalkInterner<Walk22>(sections, createInterner());
  const effectIn = (section: AccessSection): object => effectOf(section, '2.2', world, semantics);
  const enterAnew = (walk: Walk22, section: AccessSection): Walk22 =>
    isLive(section.guards, '2.2', world)
      ? same(enter22(walk, section, intendedState22(section, world, semantics), world))
      : walk;
  const behind = remember((_effect: object) => new Map<Walk22, Walk22>());
  return {
    start: same(START_22),
    enterSection(walk, section) {
      const entered = behind(effectIn(section));
      const known = entered.get(walk) ?? enterAnew(walk, section);
      entered.set(walk, known);
      return known;
    },
    effectOf: effectIn,
  };
}

/** The walks of a world's requests: one after another for each server, by the flows through the sections of the index. */
export function walks22(search: Search22, world: World, work: Work) {
  const walking = walking22(search, world);
  const { start, enterSection } = walking;
  const enter: Enter<Walk22> = ({ state }, { section }) => enterSection(state, section);
  const walk = propagations(start, enter, 0, work, walking.effectOf);
  return { start, index: indexIn(world, search.sections, work), walk, enterSection };
}

/** The sections that are read in the world, for the flows through them. */
export function indexIn(world: World, sections: readonly AccessSection[], work: Work) {
  const read = sections.filter((section) => isReadBySome(section, world));
  return indexSections(
    read.map((section) => ({ section, side: 'both' as const })),
    work,
  );
}
