import type { ServerModel } from '../../model/index.ts';
import { decisionsOf } from '../proof/decide.ts';
import { sectionsAsking } from '../conditions/asks-request.ts';
import { flagsOf, newFlags } from '../conditions/host-flags.ts';
import type { RequireTree } from '../policy/index.ts';
import { printTrees } from '../policy/index.ts';
import { ownState24 } from '../states/own-state.ts';
import { analysisOf } from '../sections/analysis.ts';
import type { WorldFlows } from '../rewrite/arrivals.ts';
import { arrivalsAt, worldFlows } from '../rewrite/arrivals.ts';
import { equalHosts } from '../rewrite/equal-hosts.ts';
import type { ReadArrival } from '../rewrite/judge.ts';
import {
  areRefused,
  decisiveArrivals,
  differenceWith,
  firstRight,
  onePerPair,
  readArrivals,
} from '../rewrite/judge.ts';
import { overridesToExtend } from '../rewrite/override-extension.ts';
import { REMEMBERED_CHOICES } from '../rewrite/plan-rewrite.ts';
import type { OverrideExtension, RewritePlan } from '../rewrite/plan.ts';
import { flagsAskedBy } from '../rewrite/plan-units.ts';
import { plainCandidates, statesOnce, textByCases } from '../rewrite/written-candidates.ts';
import { isRefusedWord } from '../rewrite/old-lines.ts';
import { NO_LOOP_VALUES } from '../rewrite/loop-values.ts';
import { UNALIKE_UNITS } from '../rewrite/alike-units.ts';
import type { Arrival, Planning } from '../rewrite/planning.ts';
import { createWrittenStates, hasDrives } from '../rewrite/planning.ts';
import type { Unit, EffectBasis } from '../rewrite/units.ts';
import { unitsOf, createUnitEffects } from '../rewrite/units.ts';
import type { AccessSection } from '../sections/types.ts';
import { guardsOf } from '../sections/types.ts';
import { contexts22Of, mayHaveForeign } from '../sections/server-contexts.ts';
import { finalState24, isWalk24 } from '../states/walk-state.ts';
import { limitedWork, orTooMuch } from '../work.ts';
import { undecidedGuards } from '../sections/worlds.ts';
import type { CompatRepair } from '../rewrite/compat-repair.ts';
import { NO_REPAIR } from '../rewrite/compat-repair.ts';
import { conversionTo, isConvertible } from './conversion.ts';
import { repairsFor } from './repairs-for.ts';
import { permits } from '../states/override.ts';

/** What happens to one piece of text whose host rules stay with mod_access_compat. */
export interface RepairPlan {
  /** The sections that are this text. */
  readonly sections: readonly AccessSection[];
  readonly repair: CompatRepair;
  /** False: no request comes to it on which its lines count (a .htaccess file that is not read, or refused). */
  readonly isRead: boolean;
  /** Whether 2.2 answers all requests that come to it with 500. */
  readonly isRefused: boolean;
  /** Whether 2.4 then answers as 2.2 did wherever requests come to it. */
  readonly isExact: boolean;
}

const NONE: ReadonlySet<AccessSection> = new Set();

export interface RepairPlans {
  readonly repairs: readonly RepairPlan[];
  /** AllowOverride lines that get an AllowOverrideList beside them. */
  readonly extendOverride: readonly OverrideExtension[];
  /** Virtual hosts that the new lines tell apart. */
  readonly flags: RewritePlan['flags'];
}

/** Why it can't be decided. */
type Undecided = 'too-many-guards' | 'too-much-work';

/** What is tried for a section. */
interface Attempt {
  /** Whether Require lines may take the place of host rules that mod_access_compat can't be made to read right. */
  readonly converts: boolean;
  /** See propagate. */
  readonly mostRemembered: number;
  /** Whether flows that are like others are left out. */
  readonly leavesOut: boolean;
}

/** The first that leaves nothing to differ is taken, else the one that leaves least. */
const ATTEMPTS: readonly Omit<Attempt, 'leavesOut'>[] = [
  { converts: true, mostRemembered: 0 },
  { converts: true, mostRemembered: REMEMBERED_CHOICES },
  { converts: false, mostRemembered: 0 },
];

/**
 * Plans what must be written so that mod_access_compat answers as 2.2 did. Sections are taken in the order in which they are
 * merged; each gets the smallest repair that is exact in every state in which requests come to it, else Require lines that are, else
 * the repair that opens nothing and changes least. A word where that can't be decided.
 * @param sharesEqual whether flows that are like others are left out; the plans are the same
 */
export function planRepairs(model: ServerModel, sharesEqual = true): RepairPlans | Undecided {
  let best: RepairPlans | null = null;
  let last: Undecided = 'too-much-work';
  for (const attempt of ATTEMPTS) {
    const plans = planWith(model, { ...attempt, leavesOut: sharesEqual });
    if (typeof plans === 'string') last = plans;
    else if (best === null || inexactIn(plans) < inexactIn(best)) best = plans;
    if (last === 'too-many-guards' || (best !== null && inexactIn(best) === 0)) break;
  }
  return best ?? last;
}

function inexactIn({ repairs }: RepairPlans): number {
  return repairs.filter(({ isExact }) => !isExact).length;
}

function planWith(model: ServerModel, attempt: Attempt): RepairPlans | Undecided {
  const { converts, mostRemembered, leavesOut } = attempt;
  const sections = analysisOf(model).sections;
  const guards = sections.flatMap(guardsOf);
  const { worlds } = analysisOf(model);
  if (worlds === null) return 'too-many-guards';
  const contexts = contexts22Of(model);
  const basis: EffectBasis = {
    readBy: '2.2',
    // Where no line is converted there is no form of 2.4 that could be meant.
    semantics: 'exact',
    servesForeign: mayHaveForeign(model),
    context: contexts[0],
    leaving: new Set(),
  };
  const planning: Planning = {
    ...basis,
    comparison: decisionsOf(model, true).comparison(limitedWork()),
    flags: flagsOf(() => newFlags(model)),
    isOnWindows: hasDrives(model, sections),
    undecided: [...undecidedGuards(guards).values()],
    asking: sectionsAsking(sections, worlds),
    work: limitedWork(),
    mostRemembered,
    isForemost: () => false,
    decided: new Map(),
    sharesEqual: true,
    alike: UNALIKE_UNITS,
    effectIn: createUnitEffects(basis),
    writtenState: createWrittenStates(),
    emitted: new Map(),
    left: new Set(),
    loopValues: NO_LOOP_VALUES,
    unsplit: NONE,
  };
  const units = unitsOf(sections);
  const [world] = worlds;
  // Of what asks for the request it may depend on the host what is to be written.
  const isPlain = leavesOut && worlds.length === 1 && planning.asking.size === 0;
  const hosts = isPlain && world !== undefined ? equalHosts(units, world, planning.effectIn, true) : null;
  const plans = orTooMuch<RepairPlans | Undecided>(() => {
    const flows = worlds.map((each) =>
      worldFlows(model, sections, { world: each, above: 'nothing' }, planning, hosts),
    );
    const repairs = units.map((unit) => planUnit(unit, flows, planning, converts));
    // What is written here is of the classes that it was of.
    const texts = repairs.map((repair) => ({ ...repair, written: [] }));
    const lines = repairs.flatMap(({ repair: { trees } }) => (trees === null ? [] : printTrees(trees)));
    const flags = flagsAskedBy(lines, planning.flags);
    return { repairs, extendOverride: overridesToExtend(sections, texts), flags };
  }, 'too-much-work');
  const mustTellApart = hosts?.hasLeftOut === true && !saysSameEverywhere(plans);
  return mustTellApart ? planWith(model, { ...attempt, leavesOut: false }) : plans;
}

/** Whether nothing in them speaks of a host, a folder or an address, nor was chosen by how many differ. */
function saysSameEverywhere(plans: RepairPlans | Undecided): boolean {
  if (typeof plans === 'string') return true;
  return plans.repairs.every(({ repair, isExact }) => isExact && !repair.isByCases);
}

function planUnit(
  unit: Unit,
  flows: readonly WorldFlows[],
  planning: Planning,
  converts: boolean,
): RepairPlan {
  const arrivals = flows.flatMap((each) => arrivalsAt(unit, each, planning));
  const read = readArrivals(arrivals, planning);
  const convert = (): CompatRepair | null => (converts ? rightConversion(unit, read, planning) : null);
  const chosen =
    read.length > 0 ? chooseRepair(read, planning, convert) : repairUnread(unit, arrivals, planning);
  for (const section of unit.sections) planning.decided.set(section, chosen.repair);
  const decisive = arrivals.filter(({ pair }) => !pair.before.failed);
  return { sections: unit.sections, isRefused: areRefused(decisive, planning), ...chosen };
}

type Choice = Omit<RepairPlan, 'sections' | 'isRefused'>;

function chooseRepair(
  all: readonly ReadArrival[],
  planning: Planning,
  convert: () => CompatRepair | null,
): Choice {
  const read = onePerPair(all);
  if (!isRefused(read, planning) && isExactIn(read, NO_REPAIR, planning)) {
    return { repair: NO_REPAIR, isRead: true, isExact: true };
  }
  const candidates = repairsIn(read, planning);
  const exact = candidates.find((repair) => isExactIn(read, repair, planning)) ?? convert();
  if (exact !== null) return { repair: exact, isRead: true, isExact: true };
  return { repair: leastHarmful(candidates, read, planning), isRead: true, isExact: false };
}

/** Where every request fails before it comes here no text is wrong, but 2.4 has to start with it. */
function repairUnread(unit: Unit, arrivals: readonly Arrival[], planning: Planning): Choice {
  const read = readArrivals(decisiveArrivals(unit, arrivals), planning);
  const repair = isRefused(read, planning) ? chooseRepair(read, planning, () => null).repair : NO_REPAIR;
  return { repair, isRead: false, isExact: true };
}

/** The first Require lines that are right in each of these states, where mod_access_compat is left nothing to decide. */
function rightConversion(unit: Unit, read: readonly ReadArrival[], planning: Planning): CompatRepair | null {
  if (!isConvertible(unit)) return null;
  const conversions = function* (): Generator<CompatRepair> {
    for (const each of plainCandidates(unit, read, planning)) {
      if (each.type === 'text' && each.merging === null) yield conversionTo(each);
    }
    const cases = textByCases(read, planning);
    if (cases !== null) yield conversionTo(cases);
  };
  const conversion = firstRight(conversions(), read, planning);
  const mayStand = conversion !== null && read.every((arrival) => mayBeWritten(conversion, arrival));
  return mayStand ? conversion : null;
}

function isExactIn(read: readonly ReadArrival[], repair: CompatRepair, planning: Planning): boolean {
  return read.every((arrival) => differenceWith(repair, arrival, planning) === null);
}

function repairsIn(read: readonly ReadArrival[], planning: Planning): CompatRepair[] {
  const effective = statesOnce(
    read.flatMap(({ behind }) => (isWalk24(behind) ? [] : [behind.state])),
    planning.work,
  );
  const hasTree = read.some(({ pair }) => finalState24(pair.after).tree !== null);
  const all = repairsFor({ effective, hasTree }, planning);
  const startable = isRefused(read, planning) ? all.filter(({ trees }) => trees !== null) : all;
  return startable.filter((repair) => read.every((arrival) => mayBeWritten(repair, arrival)));
}

/** Whether 2.4 would not start with the section's Require lines as they are. */
function isRefused(read: readonly ReadArrival[], { servesForeign }: Planning): boolean {
  const hasRefusedWord = (tree: RequireTree | null): boolean => {
    if (tree === null) return false;
    if (tree.type !== 'leaf') return tree.children.some(hasRefusedWord);
    return isRefusedWord(tree.provider, servesForeign);
  };
  return read.some(({ section, world }) => hasRefusedWord(ownState24(section, world).tree));
}

/** The first of those that open least, and of these of those that change least. */
function leastHarmful(
  candidates: readonly CompatRepair[],
  read: readonly ReadArrival[],
  planning: Planning,
): CompatRepair {
  let best = NO_REPAIR;
  let least = Infinity;
  for (const repair of candidates) {
    const differences = read.flatMap((arrival) => differenceWith(repair, arrival, planning) ?? []);
    const opened = differences.filter(({ after }) => after === 'pass').length;
    const harm = opened * (read.length + 1) + differences.length;
    if (harm < least) [best, least] = [repair, harm];
  }
  return best;
}

/** Whether the lines are permitted where requests come to the section: in a .htaccess file AllowOverride counts. */
function mayBeWritten(repair: CompatRepair, { section, pair }: ReadArrival): boolean {
  const around = section.parent ?? section;
  if (around.matcher.type !== 'htaccess') return true;
  return newNames(repair).every((name) => permits(pair.before.override, name, '2.4'));
}

function newNames({ host, satisfy, trees }: CompatRepair): string[] {
  return [
    ...(host === null ? [] : ['order']),
    ...(satisfy === null ? [] : ['satisfy']),
    ...(trees === null ? [] : ['require']),
  ];
}
