import type { ServerModel } from '../model/index.ts';
import type { Enter, Flow } from './chains/index.ts';
import { answeredFlows, propagations } from './chains/index.ts';
import { isAllMethods } from './policy/index.ts';
import type { AccessSection } from './sections/types.ts';
import { remember } from './sections/remember.ts';
import { analysisOf } from './sections/analysis.ts';
import type { Search22 } from './search-22.ts';
import { indexIn, search22, walking22 } from './search-22.ts';
import type { World } from './sections/worlds.ts';
import type { Semantics } from './states/intended-state.ts';
import type { Walk22 } from './states/walk-state.ts';
import { limitedWork, orTooMuch } from './work.ts';

/**
 * The first section on account of which 2.2 keeps somebody out of a folder with GET whom it lets in with another method, by what a
 * `<Limit>` or `<LimitExcept>` says; null if there is none, or if it is too much to find out.
 */
export function stricterWithGet(model: ServerModel, semantics: Semantics): AccessSection | null {
  const sections = analysisOf(model).sections;
  if (!sections.some(tellsMethodsApart)) return null;
  const search = search22(model, sections, semantics);
  const worlds = analysisOf(model).worlds ?? [];
  const found = (): AccessSection | null => {
    for (const world of worlds) {
      const section = stricterIn(world, search);
      if (section !== null) return section;
    }
    return null;
  };
  return orTooMuch(found, null);
}

function stricterIn(world: World, search: Search22): AccessSection | null {
  const { model, sections, comparison } = search;
  const work = limitedWork();
  const index = indexIn(world, sections, work);
  const { start, enter, effectOf } = walking22(search, world);
  const enterOne: Enter<Walk22> = ({ state }, { section }) => enter(state, section);
  const walk = propagations(start, enterOne, 0, work, effectOf);
  const isStricter = remember((ends: readonly Walk22[]) => ends.some(comparison.isStricterWithGet));
  const told = serversTold(sections, model);
  for (const flows of answeredFlows(told, index, world)) {
    const reached = walk();
    for (const flow of flows) {
      // Where no section met tells methods apart GET is like any.
      const telling = lastTelling(flow);
      if (flow.isFinal && telling !== null && isStricter(reached.finalStates(flow))) return telling;
    }
  }
  return null;
}

/** The last section on the way that tells methods apart; null if there is none. */
function lastTelling({ inputs, events }: Flow): AccessSection | null {
  const own = events.findLast(({ section }) => tellsMethodsApart(section))?.section;
  return own ?? inputs.map(lastTelling).findLast((section) => section !== null) ?? null;
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
