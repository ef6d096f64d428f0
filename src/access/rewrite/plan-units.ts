import { nameOfItem, walkItems } from '../../model/index.ts';
import type { Occurrence, Scope } from '../../model/index.ts';
import { advanced, flatMap } from '../../text/index.ts';
import type { HostFlags } from '../conditions/host-flags.ts';
import type { ContractShape } from '../states/intended-state.ts';
import { intendedState22 } from '../states/intended-state.ts';
import type { MisspeltLine } from '../sections/misspelt-line.ts';
import { misspeltLine } from '../sections/misspelt-line.ts';
import { emitHost, isGranted, isSatisfyAny, lastFor, requiresFor } from '../policy/index.ts';
import { forbiddenNames } from '../states/override.ts';
import { ownState22 } from '../states/own-state.ts';
import type { AccessSection } from '../sections/types.ts';
import { isOfHtaccess } from '../sections/types.ts';
import type { WalkBefore } from '../states/walk-state.ts';
import { finalState, isWalk24 } from '../states/walk-state.ts';
import type { RefusingLine } from '../sections/refusing-lines.ts';
import type { Version, World } from '../sections/worlds.ts';
import { isLive } from '../sections/worlds.ts';
import type { WorldFlows } from './arrivals.ts';
import type { Choice } from './alike-units.ts';
import type { EqualHosts } from './equal-hosts.ts';
import { arrivalsAt, firstArrivalsAt } from './arrivals.ts';
import { candidateLines, copiesOf } from './candidate.ts';
import type { Arrivals } from './choose-candidate.ts';
import { chooseCandidate } from './choose-candidate.ts';
import type { ReadArrival } from './judge.ts';
import { areRefused, decisiveArrivals, readArrivals } from './judge.ts';
import { linesToRemove } from './old-lines.ts';
import type { OverriddenText } from './override-extension.ts';
import { overridesToExtend } from './override-extension.ts';
import type { Refusal, RewritePlan, UnitPlan } from './plan.ts';
import { refusedPlan } from './plan.ts';
import { noExactTree } from './why-no-tree.ts';
import type { Arrival, Planning } from './planning.ts';
import { treesOf } from './planning.ts';
import { restoreVariables } from './restore-variables.ts';
import type { FolderPlaces } from './split.ts';
import { folderPlaces } from './split.ts';
import type { Unit } from './units.ts';

/**
 * Plans one section after the other, in the order in which they are merged: what was decided for those before is in force for those
 * behind. @param hosts what is planned as in a host that is equal; null: nothing
 */
export function planUnits(
  { sections, units: all }: { readonly sections: readonly AccessSection[]; readonly units: readonly Unit[] },
  flows: readonly WorldFlows[],
  planning: Planning,
  hosts: EqualHosts | null,
): RewritePlan {
  const units: UnitPlan[] = [];
  const places = folderPlaces(all);
  const planOf = new Map<AccessSection, UnitPlan>();
  const likes = hosts === null || hosts.isEmpty ? null : hosts;
  for (let i = 0; i < all.length; i++) {
    const unit = all[i]!;
    advanced('section', i + 1, all.length);
    const like = likes?.likeOf(unit) ?? null;
    const planned =
      like === null ? planUnit(unit, flows, places, planning) : planLike(unit, planOf.get(like));
    if ('reason' in planned) return refusedPlan([planned]);
    units.push(planned);
    if (likes !== null)
      for (const section of unit.sections) if (likes.hasLike(section.server)) planOf.set(section, planned);
  }
  // Nothing else asks what .htaccess files may say.
  const extendOverride = sections.some(isOfHtaccess)
    ? overridesToExtend(sections, units.map(overriddenText))
    : [];
  const restore = restoreVariables(sections);
  return { units, restore, refusals: [], extendOverride, flags: usedFlags(units, planning.flags) };
}

/** As a section was planned that is the same in a host like this one. */
function planLike(unit: Unit, like: UnitPlan | undefined): UnitPlan | Refusal {
  const { sections } = unit;
  if (like === undefined)
    return { section: sections[0] as AccessSection, reason: 'no-exact-tree', wanted: [] };
  return { ...like, sections, remove: linesToRemove(unit, like.candidate) };
}

function planUnit(
  unit: Unit,
  flows: readonly WorldFlows[],
  places: FolderPlaces,
  planning: Planning,
): UnitPlan | Refusal {
  const { sections } = unit;
  const firsts = firstArrivals(unit, flows, planning);
  const isRefused = areRefused(firsts, planning);
  const all = (): readonly Arrival[] => allArrivals(unit, flows, planning);
  const choice = planning.alike.choose(unit, firsts, () => choose(unit, { firsts, all }, places, planning));
  if (choice === null) return noExactTree(sections[0] as AccessSection, all(), planning);
  const { candidate, shapes, asksNobody } = choice;
  for (let i = 0; i < sections.length; i++) planning.decided.set(sections[i]!, candidate);
  const misspelt = misspeltIn(firsts, planning);
  const forbidden = isRefused && misspelt === null ? forbiddenIn(firsts, planning) : null;
  const remove = linesToRemove(unit, candidate);
  return { sections, candidate, remove, shapes, isRefused, misspelt, forbidden, asksNobody };
}

function overriddenText({ sections, isRefused, remove, candidate }: UnitPlan): OverriddenText {
  return { sections, isRefused, written: remove.length > 0 ? candidateLines(candidate) : [] };
}

function allArrivals(unit: Unit, flows: readonly WorldFlows[], planning: Planning): readonly Arrival[] {
  return decisiveArrivals(
    unit,
    flatMap(flows, (each) => arrivalsAt(unit, each, planning)),
  );
}

/** One for each state, where nothing else can count. */
function firstArrivals(unit: Unit, flows: readonly WorldFlows[], planning: Planning): readonly Arrival[] {
  const [section] = unit.sections;
  const isOne = section !== undefined && unit.sections.length === 1;
  if (!isOne || planning.asking.has(section)) return allArrivals(unit, flows, planning);
  return decisiveArrivals(
    unit,
    flatMap(flows, (each) => firstArrivalsAt(section, each, planning)),
  );
}

function choose(unit: Unit, arrivals: Arrivals, places: FolderPlaces, planning: Planning): Choice | null {
  const read = readArrivals(arrivals.firsts, planning);
  const candidate = chooseCandidate(unit, read, arrivals, places, planning);
  if (candidate === null) return null;
  return { candidate, shapes: shapesInForce(read, planning), asksNobody: areAskedOfNobody(read, planning) };
}

function misspeltIn(arrivals: readonly Arrival[], { readBy }: Planning): MisspeltLine | null {
  const first = arrivals.find(({ section }) => section.matcher.type === 'htaccess');
  if (first === undefined) return null;
  const { section, world } = first;
  return misspeltLine(section.scope, readBy, world) ?? refusedAlike(section, readBy, world);
}

/** Null where a .htaccess file further out is what the server refuses. */
function forbiddenIn([first]: readonly Arrival[], { readBy }: Planning): Occurrence | Scope | null {
  if (first === undefined) return null;
  const { section, world, pair } = first;
  const names = new Set(forbiddenNames(pair.before.override, section, readBy, world));
  return [...walkItems(section.scope)].find((item) => names.has(nameOfItem(item))) ?? null;
}

/** A line that the server does not know, in a file that 2.4 is not made to refuse by another: it does not know the line either. */
function refusedAlike({ refusing }: AccessSection, readBy: Version, world: World): MisspeltLine | null {
  const isRead = (version: Version) => (line: RefusingLine) => isLive(line.guards, version, world);
  const isKeptOut =
    refusing?.['2.4'].some((line) => line.line.name === 'error' && isRead('2.4')(line)) ?? false;
  return isKeptOut ? null : (refusing?.[readBy].find(isRead(readBy)) ?? null);
}

function areAskedOfNobody(read: readonly ReadArrival[], planning: Planning): boolean {
  return read.some(({ section, world, behind }) => {
    if (isWalk24(behind)) return isOpenedBySatisfy(behind, planning);
    const { state } = behind;
    const own = ownState22(section, world);
    if (own.requires === null && own.satisfy.length === 0) return false;
    // It says itself that everybody is to come in without the password that is asked for around it.
    if (own.requires === null && own.host !== null) return false;
    if (!isSatisfyAny(state, 'GET') || requiresFor(state, 'GET').length === 0) return false;
    // No Require line lets everybody in.
    return state.host === null || isGranted(emitHost(state.host, 'GET').tree);
  });
}

/** mod_access_compat's record of a section with Satisfy alone has no host rules: they let everybody in. */
function isOpenedBySatisfy(walk: WalkBefore, planning: Planning): boolean {
  const state = finalState(walk);
  if (!('tree' in state) || state.tree === null || state.compat === null) return false;
  // `Require all granted` asks for no password.
  if (isGranted(state.tree)) return false;
  if (lastFor(state.compat.satisfy, 'GET') !== 'any') return false;
  return treesOf(state, planning).every(({ tree }) => isGranted(tree));
}

function shapesInForce(read: readonly ReadArrival[], planning: Planning): ContractShape[] {
  const inForce = read.filter(({ behind }) => !isWalk24(behind) && behind.written !== null);
  const shapes = flatMap(
    inForce,
    ({ section, world }) => intendedState22(section, world, planning.semantics).meant?.shape ?? [],
  );
  return [...new Set(shapes)];
}

function usedFlags(units: readonly UnitPlan[], all: HostFlags): RewritePlan['flags'] {
  const candidates = new Set(units.map(({ candidate }) => candidate));
  const lines = flatMap([...candidates], (candidate) => [
    ...candidateLines(candidate),
    ...flatMap(copiesOf(candidate), ({ text }) => candidateLines(text)),
  ]);
  return flagsAskedBy(lines, all);
}

/** The virtual hosts whose flags the new lines ask for. */
export function flagsAskedBy(lines: readonly string[], all: HostFlags): RewritePlan['flags'] {
  const asked = new Set(
    flatMap(lines, (line) =>
      line.includes('reqenv(') ? [...line.matchAll(/reqenv\('(\w+)'\)/g)].map(([, flag]) => flag) : [],
    ),
  );
  if (asked.size === 0) return [];
  return flatMap([...all.setIn], ([host, flags]) =>
    [...flags].filter((flag) => asked.has(flag)).map((flag) => ({ host, flag })),
  );
}
