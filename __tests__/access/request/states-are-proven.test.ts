import { describe, expect, test } from '@jest/globals';
import { worldsOfTrees } from '../../../src/access/index.ts';
import { flowsByServer, indexSections } from '../../../src/access/chains/index.ts';
import { readFlags } from '../../../src/access/conditions/host-flags.ts';
import { withSatisfyInForce } from '../../../src/access/policy/index.ts';
import type { State22 } from '../../../src/access/policy/index.ts';
import { analysisOf } from '../../../src/access/sections/analysis.ts';
import type { ComparedSections } from '../../../src/access/proof/compared-sections.ts';
import { sameTree } from '../../../src/access/proof/correspondence.ts';
import { walkBoth } from '../../../src/access/proof/walk-both.ts';
import { limitedWork } from '../../../src/access/work.ts';
import { isReadBySome } from '../../../src/access/sections/worlds.ts';
import type { Scope } from '../../../src/model/index.ts';
import { askedServer, treeOf } from '../oracle/asked-server.ts';
import type { ScenarioTree } from '../oracle/asked-server.ts';
import { RECORDED, readScenarios } from '../oracle/scenario.ts';

// The proof goes through sets of requests, the evaluator leads one request through the files that are there. What is in force behind the
// sections that a recorded request meets is one of the states that the proof compares for its server.

const scenarios = RECORDED.flatMap((name) => readScenarios(name)).filter((_, i) => i % 6 === 0);

describe('what is in force for a recorded request is what the proof looks at', () => {
  test.each(scenarios.map((scenario) => [scenario.id, scenario] as const))('%s', (_, scenario) => {
    const tree = treeOf(scenario);
    const proven = provenStates(tree);
    const asked = askedServer(scenario, tree, '2.2');
    const missed = scenario.requests.flatMap((request) =>
      asked.evaluate(request).rounds.flatMap(({ early, recorder, server, address }) => {
        if (early !== null) return [];
        const { walk } = recorder;
        const state = walk.failed
          ? 'failed'
          : JSON.stringify(withSatisfyInForce(walk.inForce().state as State22));
        return proven(server).has(state) ? [] : [`${address}: ${state}`];
      }),
    );
    expect(missed).toEqual([]);
  });
});

function provenStates({ model }: ScenarioTree): (server: Scope) => ReadonlySet<string> {
  const [world = new Map<string, boolean>()] = worldsOfTrees(model);
  const sided = analysisOf(model).sections.map((section) => ({ section, side: 'before' as const }));
  const index = indexSections(
    sided.filter(({ section }) => isReadBySome(section, world)),
    limitedWork(),
  );
  const work = limitedWork();
  const twins = sided.map(({ section }) => ({ before: section, after: null }));
  const sections: ComparedSections = { sided, twins };
  const { begin } = walkBoth(sections, world, {
    before: model,
    flags: readFlags(model),
    semantics: 'exact',
    accessCompat: false,
    correspondence: sameTree(model, model),
    sharesEqual: true,
    work,
  });
  const byServer = new Map<Scope, Set<string>>();
  for (const flows of flowsByServer(model, index, world)) {
    const propagation = begin();
    for (const flow of flows) {
      if (!flow.isFinal) continue;
      const states = byServer.get(flow.about.server) ?? new Set<string>();
      byServer.set(flow.about.server, states);
      for (const { pair } of propagation.finalStates(flow)) {
        states.add(pair.before.failed ? 'failed' : JSON.stringify(pair.before.state));
      }
    }
  }
  return (server) => byServer.get(server) ?? new Set();
}
