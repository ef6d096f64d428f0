import type { Flow, FlowEvent, Propagation, Reached } from '../chains/index.ts';
import { flowsOf, indexSections, propagate } from '../chains/index.ts';
import type { Comparison } from '../decide.ts';
import { createComparison } from '../decide.ts';
import type { HostFlags } from '../host-flags.ts';
import { flagsOf, newFlags } from '../host-flags.ts';
import { createInterner } from '../intern.ts';
import { intendedState22, type Semantics } from '../intended-state.ts';
import { ownState24 } from '../own-state.ts';
import { readSections } from '../read-sections.ts';
import type { ServerModel } from '../../model/index.ts';
import type { Context22, State22, State24 } from '../policy/index.ts';
import { printTrees, treesByMethod } from '../policy/index.ts';
import type { Situation } from '../condition.ts';
import { settleConditions } from '../condition.ts';
import { casesFor } from './cases.ts';
import type { AccessSection } from '../sections.ts';
import { context22Of, context24Of } from '../server-contexts.ts';
import type { Walk22, Walk24 } from '../walk-state.ts';
import { enter22, enter24, START_22, START_24 } from '../walk-state.ts';
import type { World } from '../worlds.ts';
import { isLive, worldsOf } from '../worlds.ts';
import type { Candidate } from './candidate.ts';
import { candidateLines, candidateState } from './candidate.ts';
import { candidatesFor } from './candidates.ts';
import { hasOldLines, isTextLive, linesToRemove } from './old-lines.ts';
import { overridesToExtend } from './override-extension.ts';
import type { Refusal, RewritePlan, UnitPlan, WantedRules } from './plan.ts';
import type { Unit } from './units.ts';
import { unitsOf } from './units.ts';

/** Where a request stands in both worlds of servers: before a section, or behind it. */
interface Pair {
  readonly before: Walk22;
  readonly after: Walk24;
}

/** One state in which requests come to a section of a unit. */
interface Arrival {
  readonly world: World;
  readonly section: AccessSection;
  readonly pair: Pair;
  readonly situation: Situation;
}

interface Planning {
  readonly semantics: Semantics;
  readonly context: Context22;
  readonly comparison: Comparison;
  readonly decided: Map<AccessSection, Candidate>;
  readonly intern: (pair: Pair) => Pair;
  readonly flags: HostFlags;
}

/** The flows of one world, and where each section is met in them. */
interface WorldFlows {
  readonly world: World;
  readonly propagation: Propagation<Pair>;
  readonly met: ReadonlyMap<AccessSection, readonly { flow: Flow; event: FlowEvent }[]>;
}

/**
 * Plans the rewrite of every Order, Allow, Deny, Satisfy and Require of the tree. Sections are taken in the order in which
 * they are merged; for each the first candidate is taken that answers as 2.2 does in every state in which requests
 * come to it. Nothing is rewritten if there is a section without one.
 */
export function planRewrite(model: ServerModel, semantics: Semantics): RewritePlan {
  const sections = readSections(model);
  const worlds = worldsOf(sections.flatMap(guardsOf));
  if (worlds === null) return refuseAll(sections);
  const context = context22Of(model);
  const planning: Planning = {
    semantics,
    context,
    comparison: createComparison(context, context24Of(model, false)),
    decided: new Map(),
    intern: internPairs(),
    flags: flagsOf(newFlags(model)),
  };
  const flows = worlds.map((world) => worldFlows(model, sections, world, planning));
  const units: UnitPlan[] = [];
  for (const unit of unitsOf(sections)) {
    const planned = planUnit(unit, flows, planning);
    if ('reason' in planned) return { units: [], refusals: [planned], extendOverride: [], flags: [] };
    units.push(planned);
  }
  return {
    units,
    refusals: [],
    extendOverride: overridesToExtend(sections, units),
    flags: usedFlags(units, planning.flags),
  };
}

function planUnit(unit: Unit, flows: readonly WorldFlows[], planning: Planning): UnitPlan | Refusal {
  const { sections } = unit;
  const arrivals = flows
    .flatMap((each) => arrivalsAt(unit, each, planning.flags))
    .filter(({ pair }) => !pair.before.failed);
  const candidate = chooseCandidate(unit, arrivals, planning);
  if (candidate === null) return refusal(sections[0] as AccessSection, arrivals, planning);
  for (const section of sections) planning.decided.set(section, candidate);
  return { sections, candidate, remove: candidate === UNTOUCHED ? [] : linesToRemove(unit, candidate) };
}

function refusal(section: AccessSection, arrivals: readonly Arrival[], planning: Planning): Refusal {
  const wanted = new Map<string, WantedRules>();
  for (const arrival of arrivals.filter((each) => isRead(each, planning))) {
    const lines = printTrees(treesByMethod(behind(arrival, planning).state, planning.context));
    const { host, region } = arrival.situation.about;
    wanted.set(`${host}\n${region}\n${lines.join('\n')}`, { host, folder: region, lines });
  }
  return { section, reason: 'no-exact-tree', wanted: [...wanted.values()] };
}

/** The virtual hosts whose flags the new lines ask for. */
function usedFlags(units: readonly UnitPlan[], { setIn }: HostFlags): RewritePlan['flags'] {
  const text = units.flatMap(({ candidate }) => candidateLines(candidate)).join('\n');
  return [...setIn].flatMap(([host, flags]) =>
    [...flags].filter((flag) => text.includes(`reqenv('${flag}')`)).map((flag) => ({ host, flag })),
  );
}

/** The text stays as it is. */
export const UNTOUCHED: Candidate = { type: 'keep', merging: null, trees: [] };

function chooseCandidate(unit: Unit, arrivals: readonly Arrival[], planning: Planning): Candidate | null {
  const read = arrivals.filter((arrival) => isRead(arrival, planning));
  if (read.length === 0) return UNTOUCHED;
  const effective = read.map((arrival) => behind(arrival, planning).state);
  const owns = distinct(
    read.map(({ section, world }) => intendedState22(section, world, planning.semantics)),
  );
  const written = owns.flatMap((own) => candidatesFor(own, distinct(effective), planning.context));
  const candidates = hasOldLines(unit) ? written : [UNTOUCHED, ...written];
  const isRight = (candidate: Candidate): boolean =>
    read.every((arrival) => isExact(arrival, candidate, planning));
  const cases = byCases(read, planning);
  return [...candidates, ...(cases === null ? [] : [cases])].find(isRight) ?? null;
}

function byCases(arrivals: readonly Arrival[], planning: Planning): Candidate | null {
  const wanted = arrivals.map((arrival) => ({
    situation: arrival.situation,
    trees: treesByMethod(behind(arrival, planning).state, planning.context),
  }));
  return casesFor(wanted);
}

function isExact(arrival: Arrival, candidate: Candidate, planning: Planning): boolean {
  const { pair, section, world, situation } = arrival;
  const before = behind(arrival, planning);
  const own = writtenState(section, candidate, world, situation);
  const after = enter24(pair.after, section, own, world);
  return planning.comparison.difference(before, { ...after, failed: before.failed }) === null;
}

/** Whether the section is read at all: a .htaccess file may be switched off or not be permitted. */
function isRead(arrival: Arrival, planning: Planning): boolean {
  const before = behind(arrival, planning);
  return !before.failed && before.unread.length === arrival.pair.before.unread.length;
}

function behind({ pair, section, world }: Arrival, { semantics }: Planning): Walk22 {
  return enterBefore(pair.before, section, world, semantics);
}

function enterBefore(walk: Walk22, section: AccessSection, world: World, semantics: Semantics): Walk22 {
  if (!isLive(section.guards, '2.2', world)) return walk;
  return enter22(walk, section, intendedState22(section, world, semantics), world);
}

function arrivalsAt(
  { sections }: Unit,
  { world, propagation, met }: WorldFlows,
  flags: HostFlags,
): Arrival[] {
  const found: Arrival[] = [];
  const seen = new Map<Pair, Set<string>>();
  for (const section of sections) {
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

/** Situations with one key decide every condition alike. */
function situationKey({ about, choices }: Situation): string {
  const made = [...choices].map(([choice, value]) => `${choice}=${value}`);
  return [about.host, about.region, about.fileName, about.address, ...made].join('\n');
}

function worldFlows(
  model: ServerModel,
  sections: readonly AccessSection[],
  world: World,
  planning: Planning,
): WorldFlows {
  const index = indexSections(sections.map((section) => ({ section, side: 'both' as const })));
  const flows = flowsOf(model, index, world);
  const start = planning.intern({ before: START_22, after: START_24 });
  const enter = ({ state, choices }: Reached<Pair>, { section }: FlowEvent, { about }: Flow): Pair =>
    planning.intern(enterPair(state, section, world, { about, choices, flags: planning.flags }, planning));
  return { world, propagation: propagate(start, enter), met: meetings(flows) };
}

/** Both sides go on. What .htaccess files may say is made the same on both sides by other edits. */
function enterPair(
  { before, after }: Pair,
  section: AccessSection,
  world: World,
  situation: Situation,
  planning: Planning,
): Pair {
  const next = enterBefore(before, section, world, planning.semantics);
  const own = writtenState(section, planning.decided.get(section) ?? UNTOUCHED, world, situation);
  const enters = isLive(section.guards, '2.4', world) && next.unread.length === before.unread.length;
  const entered = enters ? enter24(after, section, own, world) : after;
  return {
    before: next,
    after: { ...entered, override: next.override, failed: next.failed, unread: next.unread },
  };
}

function writtenState(
  section: AccessSection,
  candidate: Candidate,
  world: World,
  situation: Situation,
): State24 {
  const rest = ownState24(section, world);
  const own = candidate === UNTOUCHED ? rest : candidateState(candidate, rest, isTextLive(section, world));
  return own.tree === null ? own : { ...own, tree: settleConditions(own.tree, situation) };
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

function internPairs(): (pair: Pair) => Pair {
  const before = createInterner<Walk22>();
  const after = createInterner<Walk24>();
  const known = new Map<Walk22, Map<Walk24, Pair>>();
  return (pair) => {
    const left = before(pair.before);
    const right = after(pair.after);
    const same = known.get(left) ?? new Map<Walk24, Pair>();
    known.set(left, same);
    const interned = same.get(right) ?? { before: left, after: right };
    same.set(right, interned);
    return interned;
  };
}

function distinct(states: readonly State22[]): State22[] {
  return [...new Map(states.map((state) => [JSON.stringify(state), state])).values()];
}

function guardsOf(section: AccessSection) {
  return [...section.guards, ...section.entries.flatMap((entry) => entry.guards)];
}

function refuseAll(sections: readonly AccessSection[]): RewritePlan {
  const section = sections[0];
  const refusals = section === undefined ? [] : [{ section, reason: 'too-many-guards' as const, wanted: [] }];
  return { units: [], refusals, extendOverride: [], flags: [] };
}
