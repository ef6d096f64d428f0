import type { Guard, ServerModel } from '../../model/index.ts';
import { describeDifference, describeHalfDifference } from '../proof/describe-difference.ts';
import type { FlowEnd } from '../proof/prove.ts';
import { prove } from '../proof/prove.ts';
import { inForceLines } from '../request/in-force-lines.ts';
import { calledHost } from '../hosts/host-names.ts';
import type { AccessSection } from '../sections/types.ts';
import type { Semantics } from '../states/intended-state.ts';
import { ownState24 } from '../states/own-state.ts';
import type { StateBefore } from '../states/walk-state.ts';
import { finalState, finalState24 } from '../states/walk-state.ts';
import { isOpen, ruleWords } from './rule-words.ts';
import type { Step as MergeWalk } from '../chains/index.ts';
import { compareOrder, mergeOrder, stepOf } from '../chains/index.ts';
import { analysisOf } from '../sections/analysis.ts';

/** A rule in force: who gets in by it, and the lines that would say so if they stood alone. */
export interface RuleInForce {
  readonly words: readonly string[];
  readonly lines: readonly string[];
}

type GetsIn = 'nobody' | 'some' | 'everybody';

/** Requests that meet the same rules on both servers. */
export interface PlacesOfRule {
  readonly before: RuleInForce;
  readonly after: RuleInForce;
  readonly lets: GetsIn;
  /** A request that is answered differently, in words; null where both servers answer alike. */
  readonly difference: string | null;
  /** The first ones; `count` counts all. */
  readonly places: readonly RulePlace[];
  readonly count: number;
}

/** Null: any. */
export interface RulePlace {
  readonly host: string | null;
  readonly address: string | null;
  readonly folder: string | null;
  readonly fileName: string | null;
  /** The section whose rules are in force after the migration; null where no one section says them. */
  readonly section: AccessSection | null;
}

export type WhoGetsIn =
  | { readonly type: 'compared'; readonly flows: number; readonly rules: readonly PlacesOfRule[] }
  | { readonly type: 'undecided'; readonly guards: readonly Guard[] }
  | { readonly type: 'too-much-work' };

/** So many places of one rule are named. */
const MOST_PLACES = 100;

/** Every place that the proof tells apart, by the rules in force there before and after the migration. */
export function whoGetsIn(before: ServerModel, after: ServerModel, semantics: Semantics): WhoGetsIn {
  const found = new Map<string, Gathering>();
  const describe = before.readBy === '2.4' ? describeHalfDifference : describeDifference;
  const accessCompat = before.readBy === '2.4' ? true : undefined;
  let flows = 0;
  const watch = (end: FlowEnd): void => {
    flows++;
    const rules = [
      ruleOf(finalState(end.before), end.before.failed),
      ruleOf(finalState24(end.after), end.after.failed),
    ] as const;
    const key = JSON.stringify([rules.map(({ words }) => words), end.difference !== null]);
    const known = found.get(key);
    if (known === undefined) found.set(key, startGathering(rules, end, describe));
    else addPlace(known, end);
  };
  const result = prove(before, after, semantics, accessCompat, undefined, true, watch);
  if (result.type === 'undecided' || result.type === 'too-much-work') return result;
  return { type: 'compared', flows, rules: [...found.values()].toSorted(inOrder).map(asRule) };
}

interface Gathering extends Omit<PlacesOfRule, 'places'> {
  readonly places: RulePlace[];
  /** All of them. */
  readonly keys: Set<string>;
  count: number;
}

function startGathering(
  [before, after]: readonly [RuleInForce, RuleInForce],
  end: FlowEnd,
  describe: typeof describeDifference,
): Gathering {
  const { flow, section, difference } = end;
  const words = difference === null ? null : describe({ flow, section, difference, refusedFiles: [] }, null);
  const gathering: Gathering = {
    before,
    after,
    lets: letsOf(end),
    difference: words,
    places: [],
    keys: new Set(),
    count: 0,
  };
  addPlace(gathering, end);
  return gathering;
}

function addPlace(gathering: Gathering, end: FlowEnd): void {
  const { server, address, folder, fileName } = end.flow.about;
  const host = calledHost(server);
  const key = JSON.stringify([host, address, folder, fileName]);
  if (gathering.keys.has(key)) return;
  gathering.keys.add(key);
  gathering.count++;
  if (gathering.places.length === MOST_PLACES) return;
  gathering.places.push({ host, address, folder, fileName, section: decidingSection(end) });
}

/** Of sections that a pattern may match or not, that one which says what is in force. */
function decidingSection({ flow, after, world }: FlowEnd): AccessSection | null {
  const { tree, compat } = finalState24(after);
  if (tree === null && compat === null) return null;
  const wanted = JSON.stringify([tree, compat]);
  const met = [...flow.inputs, flow].flatMap(({ events }) => events).filter(({ side }) => side === 'after');
  const found = met.findLast(({ section }) => {
    const own = ownState24(section, world);
    return JSON.stringify([own.tree, own.compat]) === wanted;
  });
  return found?.section ?? null;
}

function ruleOf(state: StateBefore, failed: boolean): RuleInForce {
  if (failed)
    return { words: ['Nobody: a .htaccess file that applies here is refused (status 500).'], lines: [] };
  return { words: ruleWords(state), lines: inForceLines({ state }) };
}

function letsOf({ after }: FlowEnd): GetsIn {
  const state = finalState24(after);
  if (after.failed || ruleWords(state)[0] === 'Nobody.') return 'nobody';
  return isOpen(state) ? 'everybody' : 'some';
}

/** What is wrong first, then what tells people apart. */
function inOrder(a: Gathering, b: Gathering): number {
  return rank(a) - rank(b) || b.count - a.count;
}

const LETS_RANK: Readonly<Record<GetsIn, number>> = { some: 1, nobody: 2, everybody: 3 };

function rank({ difference, lets }: Gathering): number {
  return difference === null ? LETS_RANK[lets] : 0;
}

function asRule({ keys: _keys, ...rule }: Gathering): PlacesOfRule {
  return rule;
}

export type { MergeWalk };

export interface MergedSection {
  readonly walk: MergeWalk;
  readonly section: AccessSection;
}

/** The sections that affect who gets in, in the order in which they are merged for a request that meets them all. */
export function mergedSections(model: ServerModel): MergedSection[] {
  return analysisOf(model)
    .sections.filter(({ entries }) => entries.length > 0)
    .map((section) => ({ section, order: mergeOrder(section) }))
    .toSorted((a, b) => compareOrder(a.order, b.order))
    .map(({ section }) => ({ walk: stepOf(section), section }));
}
