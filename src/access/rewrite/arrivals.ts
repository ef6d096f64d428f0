import type { ServerModel } from '../../model/index.ts';
import type { Flow, FlowEvent, Propagation, Reached } from '../chains/index.ts';
import { flowsOf, indexSections, propagate } from '../chains/index.ts';
import type { Situation } from '../condition.ts';
import type { AccessSection } from '../sections.ts';
import { START_22, START_24 } from '../walk-state.ts';
import type { World } from '../worlds.ts';
import { isLive, isReadBySome } from '../worlds.ts';
import type { Arrival, Pair, Planning } from './planning.ts';
import { enterBoth, internPairs } from './planning.ts';
import type { Unit } from './units.ts';

/** The flows of one world, and where each section is met in them. */
export interface WorldFlows {
  readonly world: World;
  readonly propagation: Propagation<Pair>;
  readonly met: ReadonlyMap<AccessSection, readonly { flow: Flow; event: FlowEvent }[]>;
}

export function worldFlows(
  model: ServerModel,
  sections: readonly AccessSection[],
  world: World,
  planning: Planning,
): WorldFlows {
  const read = sections.filter((section) => isReadBySome(section, world));
  const index = indexSections(read.map((section) => ({ section, side: 'both' as const })));
  const intern = internPairs();
  const enter = ({ state, choices }: Reached<Pair>, { section }: FlowEvent, { about }: Flow): Pair => {
    const situation = { about, choices, flags: planning.flags };
    return intern(enterBoth({ pair: state, section, world, situation }, planning));
  };
  const start = intern({ before: START_22, after: START_24 });
  return { world, propagation: propagate(start, enter), met: meetings(flowsOf(model, index, world)) };
}

function meetings(flows: readonly Flow[]): WorldFlows['met'] {
  const met = new Map<AccessSection, { flow: Flow; event: FlowEvent }[]>();
  for (const flow of new Set(flows.flatMap((each) => [...each.inputs, each]))) {
    for (const event of flow.events) {
      const known = met.get(event.section) ?? [];
      known.push({ flow, event });
      met.set(event.section, known);
    }
  }
  return met;
}

/** The states in which requests come to the sections of a unit, where both servers read these. */
export function arrivalsAt(
  { sections }: Unit,
  { world, propagation, met }: WorldFlows,
  { flags }: Planning,
): Arrival[] {
  const found: Arrival[] = [];
  const seen = new Map<Pair, Set<string>>();
  for (const section of sections.filter(({ guards }) => isLiveOnBoth(guards, world))) {
    for (const { flow, event } of met.get(section) ?? []) {
      for (const { state, choices } of propagation.reachedBefore(flow, event)) {
        const situation = { about: flow.about, choices, flags };
        const keys = seen.get(state) ?? new Set();
        seen.set(state, keys);
        const key = situationKey(situation);
        if (keys.has(key)) continue;
        keys.add(key);
        found.push({ world, section, pair: state, situation });
      }
    }
  }
  return found;
}

function isLiveOnBoth(guards: AccessSection['guards'], world: World): boolean {
  return isLive(guards, '2.2', world) && isLive(guards, '2.4', world);
}

/** Situations with one key decide every condition alike. */
function situationKey({ about, choices }: Situation): string {
  const made = [...choices].map(([choice, value]) => `${choice}=${value}`);
  return [about.host, about.region, about.fileName, about.address, ...made].join('\n');
}
