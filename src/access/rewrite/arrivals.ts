import { append, flatMap, remember } from '../../text/index.ts';
import type { ServerModel } from '../../model/index.ts';
import type { EffectOf, Flow, MetElsewhere, Propagation, Stop } from '../chains/index.ts';
import { flowsByServer, indexSections, propagate } from '../chains/index.ts';
import type { Situation } from '../conditions/index.ts';
import { FlowSituation } from '../conditions/index.ts';
import { calledHost } from '../hosts/host-names.ts';
import type { AccessSection } from '../sections/types.ts';
import { isOfHtaccess } from '../sections/types.ts';
import type { Above, Pair } from '../proof/start.ts';
import { startOf, internPairs } from '../proof/start.ts';
import type { Transition } from '../proof/transition.ts';
import { enterFlows } from '../proof/transition.ts';
import type { Candidate } from './candidate.ts';
import type { World } from '../sections/worlds.ts';
import { isLive, isReadBySome } from '../sections/worlds.ts';
import { internerOf } from '../states/intern.ts';
import type { Arrival, Planning } from './planning.ts';
import { asksSituation, decidedFor, enterBoth } from './planning.ts';
import type { EqualHosts } from './equal-hosts.ts';
import type { Unit } from './units.ts';

/** The flows of one world, and where each section is met in them. */
export interface WorldFlows {
  readonly world: World;
  readonly above: Above;
  readonly propagation: Propagation<Pair>;
  readonly met: ReadonlyMap<AccessSection, readonly Flow[]>;
  /** Flows of other servers that are like those in which it is met beside these. */
  metElsewhere(section: AccessSection): readonly MetElsewhere[];
}

export function worldFlows(
  model: ServerModel,
  sections: readonly AccessSection[],
  { world, above }: Pick<WorldFlows, 'world' | 'above'>,
  planning: Planning,
  hosts: EqualHosts | null = null,
): WorldFlows {
  const { work } = planning;
  const read = sections.filter((section) => isReadBySome(section, world));
  const sided = read.map((section) => ({ section, side: 'both' as const }));
  const index = { ...indexSections(sided, work), isOfPart: true };
  const intern = internPairs(read, internerOf(world));
  const doneBy = effectsIn(world, planning);
  const effectOf: EffectOf = remember((section) =>
    asksSituation(decidedFor(section, planning), section, world, planning.readBy) ? null : doneBy(section),
  );
  const transition: Transition<Pair> = {
    intern,
    enterSection: (pair, section, situation) =>
      enterBoth({ pair, section, world, above, situation }, planning),
    effectOf,
  };
  const start = intern(startOf(model, above));
  const enterSection = enterFlows(transition, planning.flags);
  return {
    world,
    above,
    propagation: propagate(start, enterSection, planning.mostRemembered, work, effectOf, planning.isForemost),
    met: meetings(flowsByServer(model, index, world, () => null, hosts)),
    metElsewhere: (section) => hosts?.metElsewhere(section) ?? NOTHING_MET,
  };
}

const NOTHING_MET: readonly MetElsewhere[] = [];

/** What the section does on both servers, with what was chosen for it. */
function effectsIn(world: World, planning: Planning): (section: AccessSection) => object {
  const withChosen = remember((_effect: object) => remember((_chosen: Candidate): object => ({})));
  return (section) =>
    planning.sharesEqual && !isOfHtaccess(section)
      ? withChosen(planning.effectIn(section, world))(decidedFor(section, planning))
      : section;
}

function meetings(servers: Iterable<readonly Flow[]>): WorldFlows['met'] {
  const met = new Map<AccessSection, Flow[]>();
  for (const flows of servers) {
    const seen = new Set<Flow>();
    const add = (flow: Flow): void => {
      if (seen.has(flow)) return;
      seen.add(flow);
      const { events } = flow;
      for (let i = 0; i < events.length; i++) {
        append(met, events[i]!.section, flow);
      }
    };
    for (const flow of flows) {
      flow.inputs.forEach(add);
      add(flow);
    }
  }
  return met;
}

/** The states in which requests come to the sections of a unit, where both servers read these. */
export function arrivalsAt({ sections }: Unit, flows: WorldFlows, { flags }: Planning): Arrival[] {
  const { world, above, propagation } = flows;
  const found: Arrival[] = [];
  const seen = new Map<Pair, Situations>();
  for (const section of sections.filter(({ guards }) => isLiveOnBoth(guards, world))) {
    for (const { flow, at } of placesOf(section, flows)) {
      for (const { state, choices: made } of propagation.reachedAt(flow, at)) {
        const choices = propagation.choicesInside(flow, at, made);
        if (choices === null) continue;
        const situation = new FlowSituation(flow, choices, flags);
        const known = seen.get(state);
        if (known === undefined) seen.set(state, { first: situation, keys: null });
        else if (isKnown(known, situation)) continue;
        found.push({ world, above, section, pair: state, situation });
      }
    }
  }
  return found;
}

/** Where the section is met, and which event of the flow is its own. What is met on several servers comes first: then sections of several are alike. */
function placesOf(section: AccessSection, { met, metElsewhere }: WorldFlows): readonly PlaceInFlow[] {
  const own = (met.get(section) ?? NO_FLOWS).map((flow) => placeIn(flow, section));
  const others = metElsewhere(section);
  if (others.length === 0) return own;
  return flatMap(others, ({ like, flows }) => flows.map((flow) => placeIn(flow, like))).concat(own);
}

interface PlaceInFlow {
  readonly flow: Flow;
  readonly at: number;
}

/** Which event of a flow is that of a section that it meets: most are Locations, which come last. */
function placeIn(flow: Flow, section: AccessSection): PlaceInFlow {
  const { events } = flow;
  let at = events.length - 1;
  while (events[at]!.section !== section) at--;
  return { flow, at };
}

function isLiveOnBoth(guards: AccessSection['guards'], world: World): boolean {
  return isLive(guards, '2.2', world) && isLive(guards, '2.4', world);
}

/** The situations in which one pair was met; most are met in one, and need no key. */
interface Situations {
  readonly first: Situation;
  keys: Set<string> | null;
}

function isKnown(known: Situations, situation: Situation): boolean {
  known.keys ??= new Set([situationKey(known.first)]);
  const { size } = known.keys;
  return known.keys.add(situationKey(situation)).size === size;
}

/** One for each state in which requests come to the unit's only section, whatever else is known of them. */
export function firstArrivalsAt(section: AccessSection, flows: WorldFlows, { flags }: Planning): Arrival[] {
  const { world, above, propagation } = flows;
  if (!isLiveOnBoth(section.guards, world)) return [];
  const found: Arrival[] = [];
  const places = placesOf(section, flows);
  // Most sections are met in one flow, in one state.
  let pairs: Set<Pair> | null = null;
  const seen = places.length === 1 ? null : new Set<Stop<Pair>>();
  for (let i = 0; i < places.length; i++) {
    const { flow, at } = places[i]!;
    const event = flow.events[at]!;
    const stop = propagation.stopBefore(flow, at);
    // Which choices the event asks may differ from flow to flow.
    if (seen !== null && event.choices.length === 0) {
      if (seen.has(stop)) continue;
      seen.add(stop);
    }
    const reached = propagation.reachedAt(flow, at);
    const mayRepeat = seen !== null || reached.length > 1;
    for (let n = 0; n < reached.length; n++) {
      const { state, choices: made } = reached[n]!;
      if (mayRepeat && found.length > 0) {
        pairs ??= new Set(found.map(({ pair }) => pair));
        if (pairs.has(state)) continue;
      }
      const choices = propagation.choicesInside(flow, at, made);
      if (choices === null) continue;
      pairs?.add(state);
      const situation = new FlowSituation(flow, choices, flags);
      found.push({ world, above, section, pair: state, situation });
    }
  }
  return found;
}

const NO_FLOWS: readonly Flow[] = [];

/** Situations with one key decide every condition alike. */
function situationKey({ about, choices, certain }: Situation): string {
  const made = [...choices].map(([choice, value]) => `${choice}=${value}`);
  const { region, fileName, address } = about;
  return [calledHost(about.server), region, fileName, address, ...made, ...certain].join('\n');
}
