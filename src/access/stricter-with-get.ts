import type { ServerModel } from '../model/index.ts';
import type { Enter } from './chains/index.ts';
import { flowsByServer, indexSections, propagate } from './chains/index.ts';
import { isAllMethods } from './policy/index.ts';
import type { Comparison } from './proof/decide.ts';
import { createComparison } from './proof/decide.ts';
import { readSections } from './sections/read-sections.ts';
import { contexts22Of, context24Of } from './sections/server-contexts.ts';
import type { AccessSection } from './sections/types.ts';
import { guardsOf } from './sections/types.ts';
import type { World } from './sections/worlds.ts';
import { isLive, isReadBySome, worldsOf } from './sections/worlds.ts';
import { createInterner } from './states/intern.ts';
import type { Semantics } from './states/intended-state.ts';
import { intendedState22 } from './states/intended-state.ts';
import type { Walk22 } from './states/walk-state.ts';
import { enter22, START_22 } from './states/walk-state.ts';
import { limitedWork, orTooMuch } from './work.ts';

/**
 * The first section on account of which 2.2 keeps somebody out of a folder with GET whom it lets in with another method, by what a
 * `<Limit>` or `<LimitExcept>` says; null if there is none, or if it is too much to find out.
 */
export function stricterWithGet(model: ServerModel, semantics: Semantics): AccessSection | null {
  const sections = readSections(model);
  if (!sections.some(tellsMethodsApart)) return null;
  const worlds = worldsOf(sections.flatMap(guardsOf)) ?? [];
  const work = limitedWork();
  const comparison = createComparison(contexts22Of(model), context24Of(model, false), work);
  const search: Search = { model, sections, semantics, comparison };
  const found = (): AccessSection | null => {
    for (const world of worlds) {
      const section = stricterIn(world, search);
      if (section !== null) return section;
    }
    return null;
  };
  return orTooMuch(found, null);
}

interface Search {
  readonly model: ServerModel;
  readonly sections: readonly AccessSection[];
  readonly semantics: Semantics;
  readonly comparison: Comparison;
}

function stricterIn(world: World, { model, sections, semantics, comparison }: Search): AccessSection | null {
  const work = limitedWork();
  const read = sections.filter((section) => isReadBySome(section, world));
  const index = indexSections(
    read.map((section) => ({ section, side: 'both' as const })),
    work,
  );
  const same = createInterner<Walk22>();
  const enter: Enter<Walk22> = ({ state }, { section }) =>
    isLive(section.guards, '2.2', world)
      ? same(enter22(state, section, intendedState22(section, world, semantics), world))
      : state;
  const told = serversTold(sections, model);
  for (const flows of flowsByServer(told, index, world)) {
    const reached = propagate<Walk22>(same(START_22), enter, 0, work);
    for (const flow of flows) {
      if (!flow.isFinal || !reached.finalStates(flow).some(comparison.isStricterWithGet)) continue;
      const met = [...flow.inputs, flow].flatMap(({ events }) => events).map(({ section }) => section);
      return met.findLast(tellsMethodsApart) ?? null;
    }
  }
  return null;
}

/** The model with those virtual hosts alone on which some section tells methods apart: on the others GET is like any method. */
function serversTold(sections: readonly AccessSection[], model: ServerModel): ServerModel {
  const telling = new Set(sections.filter(tellsMethodsApart).map(({ server }) => server));
  if (telling.has(model.main)) return model;
  return { ...model, virtualHosts: model.virtualHosts.filter((host) => telling.has(host)) };
}

function tellsMethodsApart({ entries }: AccessSection): boolean {
  return entries.some(({ methods }) => !isAllMethods(methods));
}
