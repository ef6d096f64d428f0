import type { Scope, ServerModel } from '../model/index.ts';
import type { Flow, Propagation, SidedSection } from './chains/index.ts';
import { flowsOf, indexSections, propagate } from './chains/index.ts';
import type { MethodDifference } from './decide.ts';
import { createComparison } from './decide.ts';
import type { Semantics } from './intended-state.ts';
import { intendedState22 } from './intended-state.ts';
import type { Pair } from './pair.ts';
import { internPairs } from './pair.ts';
import type { Transition } from './transition.ts';
import { enterFlows } from './transition.ts';
import type { HostFlags } from './host-flags.ts';
import { readFlags } from './host-flags.ts';
import type { Situation } from './condition.ts';
import { hasConditions, settleConditions } from './condition.ts';
import { ownState24 } from './own-state.ts';
import { readSections } from './read-sections.ts';
import type { AccessSection } from './sections.ts';
import { startOf } from './start.ts';
import { contexts22Of, context24Of } from './server-contexts.ts';
import type { Walk22, Walk24 } from './walk-state.ts';
import { enter22, enter24 } from './walk-state.ts';
import type { World } from './worlds.ts';
import { isLive, isReadBySome, worldsOf } from './worlds.ts';

/** A request that the migrated tree would answer differently. */
export interface ProofDifference {
  readonly flow: Flow;
  readonly difference: MethodDifference;
  /** The last section that has a say in it; null if none has. */
  readonly section: AccessSection | null;
}

export type ProofResult =
  | { readonly type: 'proven'; readonly flows: number }
  | { readonly type: 'different'; readonly differences: readonly ProofDifference[] }
  /** The question could not be decided. */
  | { readonly type: 'undecided'; readonly reason: 'too-many-guards' };

/**
 * Whether 2.4 answers every request to the tree `after` as 2.2 answers it to the tree `before`. Both texts are read anew;
 * nothing that the rewrite meant counts. Every flow is gone through, and in each the two final policies are
 * compared as boolean functions of the request: no sampling.
 * @param accessCompat whether the 2.4 server has mod_access_compat, if more is known than the tree says
 * @param correspondence for trees that were not made one from the other
 */
export function prove(
  before: ServerModel,
  after: ServerModel,
  semantics: Semantics,
  accessCompat: boolean = loadsAccessCompat(after),
  correspondence: Correspondence = sameTree(before, after),
): ProofResult {
  const { serverOf } = correspondence;
  const old = place(readSections(before), (section) => [correspondence.placeBefore(section)]);
  const written = place(readSections(after), (section) => {
    const server = serverOf(section.server);
    return server === null ? [] : correspondence.placeAfter(section).map((each) => ({ ...each, server }));
  });
  const guards = [...old, ...written].flatMap((section) => [
    ...section.guards,
    ...section.entries.flatMap((entry) => entry.guards),
  ]);
  const worlds = worldsOf(guards);
  if (worlds === null) return { type: 'undecided', reason: 'too-many-guards' };
  const sided = [
    ...old.map((section) => ({ section, side: 'before' as const })),
    ...written.map((section) => ({ section, side: 'after' as const })),
  ];
  const comparison = createComparison(contexts22Of(before), context24Of(before, accessCompat));
  const flags = flagsOnServers(readFlags(after), serverOf);
  const found: ProofDifference[] = [];
  let count = 0;
  for (const world of worlds) {
    const index = indexSections(sided.filter(({ section }) => isReadBySome(section, world)));
    const flows = flowsOf(before, index, world).filter(
      ({ isFinal, about }) => isFinal && correspondence.isCompared(about.server),
    );
    const propagation = walkBoth(before, sided, flags, semantics, world, accessCompat);
    count += flows.length;
    for (const flow of flows) found.push(...differencesOf(flow, propagation, comparison));
  }
  return found.length > 0 ? { type: 'different', differences: found } : { type: 'proven', flows: count };
}

function differencesOf(
  flow: Flow,
  propagation: Propagation<Pair>,
  comparison: ReturnType<typeof createComparison>,
): ProofDifference[] {
  const section = [...flow.inputs, flow].flatMap(({ events }) => events).at(-1)?.section ?? null;
  return propagation.finalStates(flow).flatMap(({ before, after }) => {
    const difference = comparison.difference(before, after);
    return difference === null ? [] : [{ flow, difference, section }];
  });
}

/** So many choices are told apart where conditions ask for them. */
const REMEMBERED_CHOICES = 6;

function walkBoth(
  model: ServerModel,
  sections: readonly SidedSection[],
  flags: HostFlags,
  semantics: Semantics,
  world: World,
  accessCompat: boolean,
): Propagation<Pair> {
  const isAfter = new Set(sections.flatMap(({ section, side }) => (side === 'after' ? [section] : [])));
  const asksSituation = (section: AccessSection): boolean =>
    isAfter.has(section) && hasConditions(ownState24(section, world).tree);
  const intern = internPairs();
  const transition: Transition<Pair> = {
    intern,
    asksSituation,
    enter: ({ before, after }, section, situation) =>
      isAfter.has(section)
        ? { before, after: enterAfter(after, section, world, situation) }
        : { before: enterBefore(before, section, semantics, world), after },
  };
  const start = intern(startWith(startOf(model), accessCompat));
  const remembered = [...isAfter].some(asksSituation) ? REMEMBERED_CHOICES : 0;
  return propagate(start, enterFlows(transition, flags), remembered);
}

function startWith({ before, after }: Pair, accessCompat: boolean): Pair {
  return { before, after: { ...after, override: { ...after.override, accessCompat } } };
}

function enterBefore(walk: Walk22, section: AccessSection, semantics: Semantics, world: World): Walk22 {
  if (!isLive(section.guards, '2.2', world)) return walk;
  return enter22(walk, section, intendedState22(section, world, semantics), world);
}

function enterAfter(walk: Walk24, section: AccessSection, world: World, situation: Situation): Walk24 {
  if (!isLive(section.guards, '2.4', world)) return walk;
  const own = ownState24(section, world);
  const tree = own.tree === null ? null : settleConditions(own.tree, situation);
  return enter24(walk, section, { ...own, tree }, world);
}

/** What of the result is held against what of the original. */
export interface Correspondence {
  /** The original's server for one of the result's; null: its sections are not compared. */
  readonly serverOf: (server: Scope) => Scope | null;
  /** Whether requests to that server of the original are compared. */
  readonly isCompared: (server: Scope) => boolean;
  /** A section of the original in the terms in which both are compared. */
  readonly placeBefore: (section: AccessSection) => AccessSection;
  /** The same for one of the result, which may stand for several, or for none. */
  readonly placeAfter: (section: AccessSection) => readonly AccessSection[];
}

/** The result was made of the original: virtual hosts keep their number, everything its place. */
function sameTree(before: ServerModel, after: ServerModel): Correspondence {
  const known = new Map(after.virtualHosts.map((host, number) => [host, before.virtualHosts[number]]));
  return {
    serverOf: (server) => known.get(server) ?? before.main,
    isCompared: () => true,
    placeBefore: (section) => section,
    placeAfter: (section) => [section],
  };
}

/** Each section as those that it stands for, what is inside of it inside of those. */
function place(
  sections: readonly AccessSection[],
  placesOf: (section: AccessSection) => readonly AccessSection[],
): AccessSection[] {
  const moved = new Map<AccessSection, readonly AccessSection[]>();
  for (const section of sections) {
    // A parent comes before what is inside of it.
    const parents = section.parent === null ? [null] : (moved.get(section.parent) ?? []);
    const placed = placesOf(section);
    moved.set(
      section,
      parents.flatMap((parent) => placed.map((each) => ({ ...each, parent }))),
    );
  }
  return [...moved.values()].flat();
}

function flagsOnServers({ setIn, all }: HostFlags, serverOf: Correspondence['serverOf']): HostFlags {
  const moved = [...setIn].flatMap(([host, flags]): [Scope, ReadonlySet<string>][] => {
    const server = serverOf(host);
    return server === null ? [] : [[server, flags]];
  });
  return { setIn: new Map(moved), all };
}

function loadsAccessCompat(model: ServerModel): boolean {
  return model.modules.some(
    ({ identifier, occurrence }) => identifier === 'access_compat_module' && occurrence.on24 !== 'no',
  );
}
