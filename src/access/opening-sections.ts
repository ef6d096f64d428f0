import type { Scope, ServerModel } from '../model/index.ts';
import type { Enter } from './chains/index.ts';
import { flowsByServer, indexSections, propagate } from './chains/index.ts';
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
 * Those of the sections by which 2.2 lets somebody in who is kept out where the section does not apply; all of them, if it is
 * too much to find out. What is around a part of a server is taken to keep everybody out.
 */
export function openingSections(
  model: ServerModel,
  scopes: readonly Scope[],
  semantics: Semantics,
): ReadonlySet<Scope> {
  const asked = new Set(scopes);
  if (asked.size === 0) return asked;
  const sections = readSections(model);
  const work = limitedWork();
  const comparison = createComparison(contexts22Of(model), context24Of(model, false), work);
  const found = (): ReadonlySet<Scope> => {
    const worlds = worldsOf(sections.flatMap(guardsOf));
    if (worlds === null) return asked;
    const search = { model, sections, semantics, comparison };
    return new Set(scopes.filter((scope) => worlds.some((world) => opensIn(world, scope, search))));
  };
  return orTooMuch(found, asked);
}

interface Search {
  readonly model: ServerModel;
  readonly sections: readonly AccessSection[];
  readonly semantics: Semantics;
  readonly comparison: Comparison;
}

/** What is in force with the section and without it, for the same request. */
interface Both {
  readonly applied: Walk22;
  readonly passed: Walk22;
}

function opensIn(world: World, scope: Scope, { model, sections, semantics, comparison }: Search): boolean {
  const work = limitedWork();
  const read = sections.filter((section) => isReadBySome(section, world));
  const index = indexSections(
    read.map((section) => ({ section, side: 'both' as const })),
    work,
  );
  const same = createInterner<Walk22>();
  const sameBoth = createInterner<Both>();
  const enter: Enter<Both> = ({ state }, { section }) => {
    if (!isLive(section.guards, '2.2', world)) return state;
    const own = intendedState22(section, world, semantics);
    const into = (walk: Walk22): Walk22 => same(enter22(walk, section, own, world));
    const passed = section.scope === scope ? state.passed : into(state.passed);
    return sameBoth({ applied: into(state.applied), passed });
  };
  const start = same(START_22);
  const isWhole = model.kind === 'server';
  for (const flows of flowsByServer(model, index, world)) {
    const reached = propagate<Both>(sameBoth({ applied: start, passed: start }), enter, 0, work);
    for (const flow of flows) {
      if (!flow.isFinal) continue;
      const opens = ({ applied, passed }: Both): boolean =>
        applied !== passed && comparison.letsMoreIn(applied, isWhole ? passed : null);
      if (reached.finalStates(flow).some(opens)) return true;
    }
  }
  return false;
}
