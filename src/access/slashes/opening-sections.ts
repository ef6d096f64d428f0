import type { Scope, ServerModel } from '../../model/index.ts';
import type { EffectOf, Enter } from '../chains/index.ts';
import { answeredFlows, propagations } from '../chains/index.ts';
import { analysisOf } from '../sections/analysis.ts';
import type { Search22 } from '../questions/search-22.ts';
import { indexIn, search22, walking22 } from '../questions/search-22.ts';
import type { World } from '../sections/worlds.ts';
import { createInterner } from '../states/intern.ts';
import type { Semantics } from '../states/intended-state.ts';
import type { Walk22 } from '../states/walk-state.ts';
import { limitedWork, orTooMuch } from '../work.ts';

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
  const search = search22(model, analysisOf(model).sections, semantics);
  const found = (): ReadonlySet<Scope> => {
    const { worlds } = analysisOf(model);
    if (worlds === null) return asked;
    return new Set(scopes.filter((scope) => worlds.some((world) => opensIn(world, scope, search))));
  };
  return orTooMuch(found, asked);
}

/** What is in force with the section and without it, for the same request. */
interface Both {
  readonly applied: Walk22;
  readonly passed: Walk22;
}

function opensIn(world: World, scope: Scope, search: Search22): boolean {
  const { model, sections, comparison } = search;
  const work = limitedWork();
  const index = indexIn(world, sections, work);
  const { start, enter, effectOf } = walking22(search, world);
  const sameBoth = createInterner();
  const enterBoth: Enter<Both> = ({ state: { applied, passed } }, { section }) =>
    sameBoth({
      applied: enter(applied, section),
      passed: section.scope === scope ? passed : enter(passed, section),
    });
  const effectOfBoth: EffectOf = (section) => (section.scope === scope ? null : effectOf(section));
  const begin = propagations(sameBoth({ applied: start, passed: start }), enterBoth, 0, work, effectOfBoth);
  const isWhole = model.kind === 'server';
  for (const flows of answeredFlows(model, index, world)) {
    const reached = begin();
    for (const flow of flows) {
      if (!flow.isFinal) continue;
      const opens = ({ applied, passed }: Both): boolean =>
        applied !== passed && comparison.letsMoreIn(applied, isWhole ? passed : null);
      if (reached.finalStates(flow).some(opens)) return true;
    }
  }
  return false;
}
