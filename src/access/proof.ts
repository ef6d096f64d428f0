import type { Scope, ServerModel } from '../model/index.ts';
import type { Flow, FlowEvent, Propagation, Reached } from './chains/index.ts';
import { flowsOf, indexSections, propagate } from './chains/index.ts';
import type { MethodDifference } from './decide.ts';
import { createComparison } from './decide.ts';
import type { Semantics } from './intended-state.ts';
import { intendedState22 } from './intended-state.ts';
import { createInterner } from './intern.ts';
import { DEFAULT_OVERRIDE } from './override.ts';
import type { HostFlags } from './host-flags.ts';
import { readFlags } from './host-flags.ts';
import type { Situation } from './condition.ts';
import { settleConditions } from './condition.ts';
import { ownState24 } from './own-state.ts';
import { readSections } from './read-sections.ts';
import type { AccessSection } from './sections.ts';
import { context22Of, context24Of } from './server-contexts.ts';
import type { Walk22, Walk24 } from './walk-state.ts';
import { enter22, enter24, START_22, START_24 } from './walk-state.ts';
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

interface Pair {
  readonly before: Walk22;
  readonly after: Walk24;
}

/**
 * Whether 2.4 answers every request to the tree `after` as 2.2 answers it to the tree `before`. Both texts are read anew;
 * nothing that the rewrite meant counts. Every flow is gone through, and in each the two final policies are
 * compared as boolean functions of the request: no sampling.
 */
export function prove(before: ServerModel, after: ServerModel, semantics: Semantics): ProofResult {
  const old = readSections(before);
  const written = onServersOf(before, after, readSections(after));
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
  const comparison = createComparison(context22Of(before), context24Of(before, loadsAccessCompat(after)));
  const flags = onServers(before, after, readFlags(after));
  const found: ProofDifference[] = [];
  let count = 0;
  for (const world of worlds) {
    const index = indexSections(sided.filter(({ section }) => isReadBySome(section, world)));
    const flows = flowsOf(before, index, world).filter((flow) => flow.isFinal);
    const propagation = walkBoth(before, flags, semantics, world);
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

function walkBoth(
  model: ServerModel,
  flags: HostFlags,
  semantics: Semantics,
  world: World,
): Propagation<Pair> {
  const internBefore = createInterner<Walk22>();
  const internAfter = createInterner<Walk24>();
  const internPair = pairInterner();
  const enter = (reached: Reached<Pair>, { section, side }: FlowEvent, { about }: Flow): Pair => {
    const { before, after } = reached.state;
    const situation = { about, choices: reached.choices, flags };
    return side === 'before'
      ? internPair(internBefore(enterBefore(before, section, semantics, world)), after)
      : internPair(before, internAfter(enterAfter(after, section, world, situation)));
  };
  return propagate(internPair(internBefore(START_22), internAfter(startOf(model))), enter);
}

/** Above a file that was given alone something permits what is in it. */
function startOf(model: ServerModel): Walk24 {
  return model.kind === 'server' ? START_24 : { ...START_24, override: DEFAULT_OVERRIDE['2.2'] };
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

/** The sections of the result as those of the original's servers: virtual hosts keep their number. */
function onServersOf(
  before: ServerModel,
  after: ServerModel,
  sections: readonly AccessSection[],
): AccessSection[] {
  const moved = new Map<AccessSection, AccessSection>();
  for (const section of sections) {
    const number = after.virtualHosts.indexOf(section.server);
    const server = before.virtualHosts[number] ?? before.main;
    // A parent comes before what is inside of it.
    const parent = section.parent === null ? null : (moved.get(section.parent) ?? null);
    moved.set(section, { ...section, server, parent });
  }
  return [...moved.values()];
}

function onServers(before: ServerModel, after: ServerModel, { setIn, all }: HostFlags): HostFlags {
  const moved = [...setIn].map(([host, flags]): [Scope, ReadonlySet<string>] => {
    return [before.virtualHosts[after.virtualHosts.indexOf(host)] ?? before.main, flags];
  });
  return { setIn: new Map(moved), all };
}

function loadsAccessCompat(model: ServerModel): boolean {
  return model.modules.some(
    ({ identifier, occurrence }) => identifier === 'access_compat_module' && occurrence.on24 !== 'no',
  );
}

function pairInterner(): (before: Walk22, after: Walk24) => Pair {
  const known = new Map<Walk22, Map<Walk24, Pair>>();
  return (before, after) => {
    const same = known.get(before) ?? new Map<Walk24, Pair>();
    known.set(before, same);
    const pair = same.get(after) ?? { before, after };
    same.set(after, pair);
    return pair;
  };
}
