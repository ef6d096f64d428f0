import type { ServerModel } from '../../model/index.ts';
import { flatMap } from '../../text/index.ts';
import { decisionsOf } from '../proof/decide.ts';
import { flagsOf, newFlags } from '../conditions/host-flags.ts';
import type { Semantics } from '../states/intended-state.ts';
import { sectionsAsking } from '../conditions/asks-request.ts';
import { analysisOf } from '../sections/analysis.ts';
import { withoutRefusedLines } from '../refused/refused-htaccess.ts';
import type { AccessSection } from '../sections/types.ts';
import { guardsOf, isContainer } from '../sections/types.ts';
import { contexts22Of, mayHaveForeign } from '../sections/server-contexts.ts';
import type { Above } from '../proof/start.ts';
import { abovesOf, provenAboves } from '../proof/start.ts';
import { limitedWork, orTooMuch } from '../work.ts';
import type { World } from '../sections/worlds.ts';
import { undecidedGuards, worldsOf } from '../sections/worlds.ts';
import { createAlikeUnits, saysSameToAll, UNALIKE_UNITS } from './alike-units.ts';
import { equalHosts } from './equal-hosts.ts';
import { worldFlows } from './arrivals.ts';
import { loopValuesOf } from './loop-values.ts';
import { disputedLines } from './old-lines.ts';
import type { Refusal, RewritePlan } from './plan.ts';
import { refusedPlan } from './plan.ts';
import { planUnits } from './plan-units.ts';
import type { Planning } from './planning.ts';
import { createWrittenStates, hasDrives } from './planning.ts';
import { restoreVariables } from './restore-variables.ts';
import { overtakenSections } from './split.ts';
import { hasOpenWordsOnly, openSections } from '../states/open-lines.ts';
import { meetingSections } from '../chains/index.ts';
import type { Unit } from './units.ts';
import { unitsOf, createUnitEffects } from './units.ts';
import { nameAsked } from '../../model/index.ts';
import { changesBranchOf24 } from './version-branches.ts';

/** Telling files and addresses apart by the patterns they match costs time: only where nothing simpler is right. */
export const REMEMBERED_CHOICES = 6;
/** Where that is not enough, more, and in front those of sections that say whom they ask for: a text can be joined to host rules, which need not be known. */
const MOST_REMEMBERED_CHOICES = 40;

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
    if (!hasOpenWordsOnly(left, model)) return refusedPlan(unknown);
    const plan = planWhole(model, group, semantics, sharesEqual, left);
    const changed = plan.units.filter(changesBranchOf24).map(({ sections }) => sections[0]!);
    if (changed.length > 0) return refusedPlan(changed.map(undecided('other-branch')));
    if (plan.refusals.length === 0) return { ...plan, refusals: unknown };
    return refusedPlan(left.length > 0 ? unknown : plan.refusals.map(ofTemplate));
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

/** What is the same in each attempt at a plan. */
interface Ground {
  readonly model: ServerModel;
  readonly sections: readonly AccessSection[];
  readonly units: readonly Unit[];
  readonly worlds: readonly World[];
  readonly basis: Basis;
}

type Basis = Pick<
  Planning,
  | 'readBy'
  | 'semantics'
  | 'context'
  | 'servesForeign'
  | 'comparison'
  | 'isOnWindows'
  | 'flags'
  | 'undecided'
  | 'asking'
  | 'sharesEqual'
  | 'left'
  | 'loopValues'
>;

/** What the access rules depend on and nothing decides, each question once: `IfDefine INFO`. */
export function undecidedTests(model: ServerModel): readonly string[] {
  const guards = undecidedGuards(flatMap(analysisOf(model).sections, guardsOf)).values();
  return [...guards].map((guard) => `${guard.node.open.name.value} ${nameAsked(guard)}`);
}

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
  if (worlds === null) return refusedPlan(all.slice(0, 1).map(undecided('too-many-guards')));
  const sections = withoutRefusedLines(all, worlds, model);
  const basis: Basis = {
    readBy: model.readBy,
    semantics,
    context: contexts22Of(model)[0],
    servesForeign: mayHaveForeign(model),
    comparison: decisionsOf(model, left.length > 0).comparison(limitedWork()),
    flags: flagsOf(() => newFlags(model)),
    isOnWindows: hasDrives(model, all),
    // What a template asks, and its values, is asked where its lines stand.
    undecided: [...undecidedGuards(guards).values()].filter(
      ({ kind, ofValue }) => kind !== 'template' && ofValue === undefined,
    ),
    asking: sectionsAsking(sections, worlds),
    sharesEqual,
    left: new Set(left.map(({ scope }) => scope)),
    loopValues: loopValuesOf(sections),
  };
  const ground = { model, sections, units: unitsOf(sections), worlds, basis };
  const aboves = abovesOf(model);
  const plan = planBelow(aboves, ground);
  // A part of a server relies on what is around it where nothing else is right.
  return plan.refusals.length === 0 || aboves.length === 1 ? plan : planBelow(provenAboves(model), ground);
}

function planBelow(aboves: readonly Above[], ground: Ground): RewritePlan {
  const tooMuch = refusedPlan(ground.sections.slice(0, 1).map(undecided('too-much-work')));
  const attempt = (mostRemembered: number, isForemost: Attempt['isForemost']): RewritePlan => {
    const way = { aboves, mostRemembered, isForemost, mayShareHosts: true };
    return orTooMuch(() => planWith(NO_LESSONS, way, ground), tooMuch);
  };
  let plan = attempt(0, inAnyOrder);
  for (const [mostRemembered, isForemost] of MEMORIES) {
    // Where there was too much to tell apart, there is more with more told apart.
    if (plan.refusals.every(({ reason }) => reason === 'too-much-work')) return plan;
    const next = attempt(mostRemembered, isForemost);
    if (next.refusals.length === 0 || next.refusals.some(({ reason }) => reason !== 'too-much-work'))
      plan = next;
  }
  return plan;
}

const inAnyOrder = (): boolean => false;

function asksSomebody({ entries }: AccessSection): boolean {
  return entries.some((entry) => isContainer(entry) || entry.name === 'require' || entry.name === 'satisfy');
}

const MEMORIES = [
  [REMEMBERED_CHOICES, inAnyOrder],
  [MOST_REMEMBERED_CHOICES, asksSomebody],
] as const;

interface Attempt {
  readonly aboves: readonly Above[];
  /** See propagate. */
  readonly mostRemembered: number;
  readonly isForemost: (section: AccessSection) => boolean;
  readonly mayShareHosts: boolean;
}

function planWith({ unsplit, leaving }: Lessons, attempt: Attempt, ground: Ground): RewritePlan {
  const { aboves, mostRemembered, isForemost, mayShareHosts } = attempt;
  const { model, sections, units, worlds, basis } = ground;
  const effectIn = createUnitEffects({ ...basis, leaving });
  const planning: Planning = {
    ...basis,
    mostRemembered,
    isForemost,
    writtenState: createWrittenStates(),
    work: limitedWork(),
    decided: new Map(),
    unsplit,
    leaving,
    alike: basis.sharesEqual ? createAlikeUnits(effectIn, { ...basis, leaving }) : UNALIKE_UNITS,
    effectIn,
    emitted: new Map(),
  };
  const [world] = worlds;
  const isOne = aboves.length === 1 && worlds.length === 1;
  // Of what asks for the request it may depend on the host what is to be written.
  const isPlain = isOne && basis.left.size === 0 && basis.asking.size === 0;
  const sharesHosts = mayShareHosts && basis.sharesEqual && isPlain;
  const hosts = sharesHosts && world !== undefined ? equalHosts(units, world, effectIn) : null;
  const flows = flatMap(aboves, (above) =>
    worlds.map((each) => worldFlows(model, sections, { world: each, above }, planning, hosts)),
  );
  const made = planUnits({ sections, units }, flows, planning, hosts);
  const again = { ...attempt, mayShareHosts: false };
  // Where a host has to be told from others each is planned by itself.
  if (hosts?.hasLeftOut === true && !saysSameEverywhere(made)) {
    return planWith({ unsplit, leaving }, again, ground);
  }
  const overtaken = overtakenSections(sections, flows, planning);
  const disputed = disputedLines(made.units).filter((line) => !leaving.has(line));
  if (overtaken.length + disputed.length === 0) return made;
  const learned = {
    unsplit: new Set([...unsplit, ...overtaken]),
    leaving: new Set([...leaving, ...disputed]),
  };
  return planWith(learned, again, ground);
}

/** Whether nothing in it speaks of a host, a folder or an address. */
function saysSameEverywhere({ units, refusals }: RewritePlan): boolean {
  return refusals.length === 0 && units.every(({ candidate }) => saysSameToAll(candidate));
}

function ofTemplate({ section, reason }: Refusal): Refusal {
  return { section, reason: reason === 'not-known' ? reason : 'template', wanted: [] };
}

function undecided(reason: Refusal['reason']): (section: AccessSection) => Refusal {
  return (section) => ({ section, reason, wanted: [] });
}
