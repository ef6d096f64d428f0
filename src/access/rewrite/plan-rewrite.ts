import type { ServerModel } from '../../model/index.ts';
import { advanced, flatMap } from '../../text/index.ts';
import { decisionsOf } from '../proof/decide.ts';
import type { HostFlags } from '../conditions/host-flags.ts';
import { flagsOf, newFlags } from '../conditions/host-flags.ts';
import type { ContractShape, Semantics } from '../states/intended-state.ts';
import { intendedState22 } from '../states/intended-state.ts';
import type { MisspeltLine } from '../sections/misspelt-line.ts';
import { misspeltLine } from '../sections/misspelt-line.ts';
import { emitHost, isGranted, isSatisfyAny, lastFor, printTrees, requiresFor } from '../policy/index.ts';
import { sectionsAsking } from '../conditions/asks-request.ts';
import { ownState22 } from '../states/own-state.ts';
import { analysisOf } from '../sections/analysis.ts';
import { calledHost } from '../hosts/host-names.ts';
import { withoutRefusedLines } from '../refused/refused-htaccess.ts';
import type { AccessSection } from '../sections/types.ts';
import { guardsOf, isOfHtaccess } from '../sections/types.ts';
import { contexts22Of, mayHaveForeign } from '../sections/server-contexts.ts';
import type { WalkBefore } from '../states/walk-state.ts';
import type { Above } from '../proof/start.ts';
import { abovesOf } from '../proof/start.ts';
import { finalState, finalState24, isWalk24, START_22, START_24 } from '../states/walk-state.ts';
import { limitedWork, orTooMuch } from '../work.ts';
import type { RefusingLine } from '../sections/refusing-lines.ts';
import type { Version, World } from '../sections/worlds.ts';
import { isLive, undecidedGuards, worldsOf } from '../sections/worlds.ts';
import type { WorldFlows } from './arrivals.ts';
import type { Choice } from './alike-units.ts';
import { createAlikeUnits, saysSameToAll, UNALIKE_UNITS } from './alike-units.ts';
import type { EqualHosts } from './equal-hosts.ts';
import { equalHosts } from './equal-hosts.ts';
import { arrivalsAt, firstArrivalsAt, worldFlows } from './arrivals.ts';
import { candidateLines, copiesOf } from './candidate.ts';
import type { Arrivals } from './choose-candidate.ts';
import { chooseCandidate } from './choose-candidate.ts';
import type { ReadArrival } from './judge.ts';
import { areRefused, readArrivals } from './judge.ts';
import { disputedLines, linesToRemove } from './old-lines.ts';
import type { OverriddenText } from './override-extension.ts';
import { overridesToExtend } from './override-extension.ts';
import type { Refusal, RewritePlan, UnitPlan, WantedRules } from './plan.ts';
import type { Arrival, Planning } from './planning.ts';
import { createWrittenStates, treesOf } from './planning.ts';
import { createUnitEffects } from './unit-effects.ts';
import { NO_VARIABLES, restoreVariables } from './restore-variables.ts';
import type { FolderPlaces } from './split.ts';
import { folderPlaces, overtakenSections } from './split.ts';
import { hasOpenWordsOnly, openSections } from '../states/open-lines.ts';
import { meetingSections } from '../chains/index.ts';
import type { Unit } from './units.ts';
import { unitsOf } from './units.ts';

/** Telling files and addresses apart by the patterns they match costs time: only where nothing simpler is right. */
const REMEMBERED_CHOICES = 6;

/**
 * Plans the rewrite of every Order, Allow, Deny, Satisfy and Require of the tree. Sections are taken in the order in which
 * they are merged; for each the first candidate is taken that answers as 2.2 does in every state in which requests
 * come to it. Nothing is rewritten if there is a section without one; of a template, nothing that meets such a section.
 * @param sharesEqual whether what is equal is done once; the plan is the same
 */
export function planRewrite(model: ServerModel, semantics: Semantics, sharesEqual = true): RewritePlan {
  const all = analysisOf(model).sections;
  const open = openSections(model);
  const isMade =
    open.size > 0 ||
    all.some((section) =>
      guardsOf(section).some(({ kind, ofValue }) => kind === 'template' || ofValue !== undefined),
    );
  if (!isMade) return planWhole(model, all, semantics, sharesEqual);
  const plans = meetingSections(model, all).map((group) => {
    const left = group.filter((section) => open.has(section));
    const unknown = left.slice(0, 1).map(undecided('not-known'));
    if (!hasOpenWordsOnly(left, model)) return refused(unknown);
    const plan = planWhole(model, group, semantics, sharesEqual, left);
    if (plan.refusals.length === 0) return { ...plan, refusals: unknown };
    return refused(left.length > 0 ? unknown : plan.refusals.map(ofTemplate));
  });
  return joinPlans(plans, restoreVariables(all));
}

/** Of sections that no request meets together. What is not right for some of them says nothing of the others. */
function joinPlans(plans: readonly RewritePlan[], restore: RewritePlan['restore']): RewritePlan {
  return {
    units: flatMap(plans, ({ units }) => units),
    restore,
    refusals: flatMap(plans, ({ refusals }) => refusals),
    extendOverride: flatMap(plans, ({ extendOverride }) => extendOverride),
    flags: flatMap(plans, ({ flags }) => flags),
  };
}

/** What a plan showed not to be right, and the next one must do without. */
type Lessons = Pick<Planning, 'unsplit' | 'leaving'>;

const NO_LESSONS: Lessons = { unsplit: new Set(), leaving: new Set() };

function planWhole(
  model: ServerModel,
  all: readonly AccessSection[],
  semantics: Semantics,
  sharesEqual: boolean,
  left: readonly AccessSection[] = [],
): RewritePlan {
  const guards = flatMap(all, guardsOf);
  const whole = analysisOf(model);
  const worlds = all === whole.sections ? whole.worlds : worldsOf(guards);
  if (worlds === null) return refused(all.slice(0, 1).map(undecided('too-many-guards')));
  const sections = withoutRefusedLines(all, worlds, model);
  const contexts = contexts22Of(model);
  const basis = {
    readBy: model.readBy,
    semantics,
    context: contexts[0],
    servesForeign: mayHaveForeign(model),
    comparison: decisionsOf(model, left.length > 0).comparison(limitedWork()),
    flags: flagsOf(() => newFlags(model)),
    // What a template asks, and its values, is asked where its lines stand.
    undecided: [...undecidedGuards(guards).values()].filter(
      ({ kind, ofValue }) => kind !== 'template' && ofValue === undefined,
    ),
    asking: sectionsAsking(sections, worlds),
    sharesEqual,
    left: new Set(left.map(({ scope }) => scope)),
  };
  const units = unitsOf(sections);
  const planFor = (
    aboves: readonly Above[],
    mostRemembered: number,
    lessons: Lessons,
    sharesHosts = sharesEqual,
  ): RewritePlan => {
    const { unsplit, leaving } = lessons;
    const effectIn = createUnitEffects({ ...basis, leaving });
    const alike = sharesEqual ? createAlikeUnits(effectIn, { ...basis, leaving }) : UNALIKE_UNITS;
    const own = {
      work: limitedWork(),
      decided: new Map(),
      unsplit,
      leaving,
      alike,
      effectIn,
      emitted: new Map(),
    };
    const planning: Planning = { mostRemembered, writtenState: createWrittenStates(), ...basis, ...own };
    const [world, ...otherWorlds] = worlds;
    const isOne = aboves.length === 1 && otherWorlds.length === 0;
    // Of what asks for the request it may depend on the host what is to be written.
    const isPlain = sharesHosts && isOne && left.length === 0 && basis.asking.size === 0;
    const hosts = isPlain && world !== undefined ? equalHosts(units, world, effectIn) : null;
    const flows = flatMap(aboves, (above) =>
      worlds.map((each) => worldFlows(model, sections, { world: each, above }, planning, hosts)),
    );
    const made = planUnits({ sections, units }, flows, planning, hosts);
    // Where a host has to be told from others each is planned by itself.
    if (hosts !== null && !hosts.isEmpty && !saysSameEverywhere(made)) {
      return planFor(aboves, mostRemembered, lessons, false);
    }
    const overtaken = overtakenSections(sections, flows, planning);
    const disputed = disputedLines(made.units).filter((line) => !leaving.has(line));
    if (overtaken.length + disputed.length === 0) return made;
    const learned = {
      unsplit: new Set([...unsplit, ...overtaken]),
      leaving: new Set([...leaving, ...disputed]),
    };
    return planFor(aboves, mostRemembered, learned, false);
  };
  const tooMuch = refused(sections.slice(0, 1).map(undecided('too-much-work')));
  const attempt = (aboves: readonly Above[]): RewritePlan => {
    const plan = orTooMuch(() => planFor(aboves, 0, NO_LESSONS), tooMuch);
    // Where there was too much to tell apart, there is more with more told apart.
    const isLast = plan.refusals.every(({ reason }) => reason === 'too-much-work');
    return isLast ? plan : orTooMuch(() => planFor(aboves, REMEMBERED_CHOICES, NO_LESSONS), tooMuch);
  };
  const aboves = abovesOf(model);
  const plan = attempt(aboves);
  // A part of a server relies on what is around it where nothing else is right.
  return plan.refusals.length === 0 || aboves.length === 1 ? plan : attempt(['nothing']);
}

/** Whether nothing in it speaks of a host, a folder or an address. */
function saysSameEverywhere({ units, refusals }: RewritePlan): boolean {
  return refusals.length === 0 && units.every(({ candidate }) => saysSameToAll(candidate));
}

function planUnits(
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
    if ('reason' in planned) return refused([planned]);
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
  const remove = linesToRemove(unit, candidate);
  return { sections, candidate, remove, shapes, isRefused, misspelt, asksNobody };
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

/** A line that the server does not know, in a file that 2.4 is not made to refuse by another: it does not know the line either. */
function refusedAlike({ refusing }: AccessSection, readBy: Version, world: World): MisspeltLine | null {
  const isRead = (version: Version) => (line: RefusingLine) => isLive(line.guards, version, world);
  const isKeptOut =
    refusing?.['2.4'].some((line) => line.line.name === 'error' && isRead('2.4')(line)) ?? false;
  return isKeptOut ? null : (refusing?.[readBy].find(isRead(readBy)) ?? null);
}

/**
 * Those that are not answered with 500 before. If none is left, no text is wrong, but 2.4 has to start with it: a section of the
 * server's own files is then written as if nothing came before it. (A .htaccess file is to be refused as before.)
 */
function decisiveArrivals({ sections }: Unit, met: readonly Arrival[]): readonly Arrival[] {
  if (met.length > 0 && met.every(({ pair }) => !pair.before.failed)) return met;
  const arrivals = met.filter(({ pair }) => !pair.before.failed);
  const isHtaccess = sections.some(({ scope }) => scope.file.role === 'htaccess');
  if (arrivals.length > 0 || isHtaccess) return arrivals;
  return met.map((arrival) => {
    const before = isWalk24(arrival.pair.before) ? START_24 : START_22;
    return { ...arrival, pair: { before, after: START_24 } };
  });
}

function areAskedOfNobody(read: readonly ReadArrival[], planning: Planning): boolean {
  return read.some(({ section, world, behind }) => {
    if (isWalk24(behind)) return isOpenedBySatisfy(behind, planning);
    const { state } = behind;
    const own = ownState22(section, world);
    if (own.requires === null && own.satisfy.length === 0) return false;
    if (!isSatisfyAny(state, 'GET') || requiresFor(state, 'GET').length === 0) return false;
    // No Require line lets everybody in.
    return state.host === null || isGranted(emitHost(state.host, 'GET').tree);
  });
}

/** mod_access_compat's record of a section with Satisfy alone has no host rules: they let everybody in. */
function isOpenedBySatisfy(walk: WalkBefore, planning: Planning): boolean {
  const state = finalState(walk);
  if (!('tree' in state) || state.tree === null || state.compat === null) return false;
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

/** The virtual hosts whose flags the new lines ask for. */
function usedFlags(units: readonly UnitPlan[], all: HostFlags): RewritePlan['flags'] {
  const candidates = new Set(units.map(({ candidate }) => candidate));
  const lines = flatMap([...candidates], (candidate) => [
    ...candidateLines(candidate),
    ...flatMap(copiesOf(candidate), ({ text }) => candidateLines(text)),
  ]);
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

function refused(refusals: readonly Refusal[]): RewritePlan {
  return { units: [], restore: NO_VARIABLES, refusals, extendOverride: [], flags: [] };
}

function noExactTree(section: AccessSection, arrivals: readonly Arrival[], planning: Planning): Refusal {
  const read = readArrivals(arrivals, planning);
  if (read.some(({ behind }) => planning.comparison.isAmbiguous(behind))) {
    return { section, reason: 'module-order', wanted: [] };
  }
  if (read.some(({ behind }) => isBareOf24(behind))) {
    return { section, reason: 'auth-type-bare', wanted: [] };
  }
  if (read.some(({ behind }) => asksUsersOfNone(behind))) {
    return { section, reason: 'auth-type-none', wanted: [] };
  }
  if (read.some(({ behind }) => asksUsersOfNobody(behind, planning))) {
    return { section, reason: 'auth-type-unserved', wanted: [] };
  }
  const wanted = new Map<string, WantedRules>();
  for (const { behind, situation } of read) {
    const lines = printTrees(treesOf(finalState(behind), planning));
    const { server, region, proxied = null } = situation.about;
    const host = calledHost(server);
    const patterns = new Map(
      [...situation.choices].map(([choice, is]) => [choice.slice(choice.indexOf(' ') + 1), is]),
    );
    wanted.set([host, region, ...lines].join('\n'), { host, folder: region, proxied, patterns, lines });
  }
  return { section, reason: 'no-exact-tree', wanted: [...wanted.values()] };
}

/** An AuthType and no Require: 2.4 answers 500 (authorize_userless, mod_authz_core.c), which no Require line says. */
function isBareOf24(walk: WalkBefore): boolean {
  if (!isWalk24(walk)) return false;
  const { tree, auth } = finalState24(walk);
  return tree === null && auth.type !== null && !isNone(auth.type);
}

/** To 2.4 `AuthType None` is none set, before and after. */
function asksUsersOfNone(walk: WalkBefore): boolean {
  return !isWalk24(walk) && walk.state.requires !== null && isNone(walk.state.auth.type);
}

/** Of a type that no module serves: 2.2 has mod_authn_default for it, which answers 401. */
function asksUsersOfNobody(walk: WalkBefore, { context }: Planning): boolean {
  if (isWalk24(walk) || walk.state.requires === null) return false;
  const { type } = walk.state.auth;
  return type !== null && !context.authTypes.has(type.toLowerCase());
}

function isNone(type: string | null): boolean {
  return type?.toLowerCase() === 'none';
}

function ofTemplate({ section, reason }: Refusal): Refusal {
  return { section, reason: reason === 'not-known' ? reason : 'template', wanted: [] };
}

function undecided(reason: Refusal['reason']): (section: AccessSection) => Refusal {
  return (section) => ({ section, reason, wanted: [] });
}
