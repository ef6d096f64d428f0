import { remember } from '../../text/index.ts';
import type { Guard, Scope, ServerModel } from '../../model/index.ts';
import type { Section } from '../../syntax/index.ts';
import type { HostFlags } from '../conditions/host-flags.ts';
import { readFlags } from '../conditions/host-flags.ts';
import type { LineDifference } from '../routes/compare-routes.ts';
import { isForNew } from '../unread/new-branches.ts';
import { worldsIn } from '../sections/analysis.ts';
import { contexts22Of, context24Of } from '../sections/server-contexts.ts';
import { guardsOf } from '../sections/types.ts';
import type { World } from '../sections/worlds.ts';
import { undecidedGuards, worldsOf } from '../sections/worlds.ts';
import type { Semantics } from '../states/intended-state.ts';
import { isDone, limitedWork } from '../work.ts';
import type { Comparing, FlowEnd, ProofDifference } from './compare-flows.ts';
import { areHostsAlike, compareFlows, isOfOneTree } from './compare-flows.ts';
import type { ComparedSections } from './compared-sections.ts';
import { guardsOfBoth, sectionsApart, sectionsPaired } from './compared-sections.ts';
import type { Above } from './start.ts';
import type { Correspondence } from './correspondence.ts';
import { sameTree } from './correspondence.ts';
import { createComparison, decisionsOf } from './decide.ts';
import type { RoutesBetween } from './routes-between.ts';
import { leadsAlike, routesBetween } from './routes-between.ts';
import type { BothWalk, Walking } from './walk-both.ts';
import { walkBoth } from './walk-both.ts';

export type { FlowEnd, ProofDifference } from './compare-flows.ts';

export type ProofResult =
  | { readonly type: 'proven'; readonly flows: number }
  | {
      readonly type: 'different';
      readonly differences: readonly ProofDifference[];
      /** Lines other than access rules that decide by themselves, and are not in both trees. */
      readonly lines: readonly LineDifference[];
    }
  /** The question could not be decided: these guards are open, one for each question, and too many. */
  | { readonly type: 'undecided'; readonly guards: readonly Guard[] }
  /** Nor could this one: it would take more work than is done for an answer. */
  | { readonly type: 'too-much-work' };

/**
 * Whether 2.4 answers every request to the tree `after` as 2.2 answers it to the tree `before`. Both texts are read anew;
 * nothing that the rewrite meant counts. Every flow is gone through, and in each the two final policies are
 * compared as boolean functions of the request: no sampling.
 * @param accessCompat whether the 2.4 server has mod_access_compat, if more is known than the tree says
 * @param correspondence for trees that were not made one from the other
 * @param sharesEqual whether what is equal is done once; the result is the same
 * @param watch is told of every end of every flow that is compared
 */
export function prove(
  before: ServerModel,
  after: ServerModel,
  semantics: Semantics,
  accessCompat: boolean = loadsAccessCompat(after),
  correspondence: Correspondence = sameTree(before, after),
  sharesEqual = true,
  watch?: (end: FlowEnd) => void,
): ProofResult {
  const flags = flagsOnServers(readFlags(after), correspondence.serverOf);
  const routesIn = remember((world: World) => routesBetween(before, after, correspondence, world));
  const own = { before, semantics, accessCompat, correspondence, flags, sharesEqual, watch };
  const work = limitedWork();
  if (sharesEqual && isOfOneTree({ correspondence, watch })) {
    const walks = pairedWalks(after, { ...own, work }, (world) => leadsAlike(routesIn(world)));
    const comparison = decisionsOf(before, accessCompat).comparison(work);
    const proven =
      walks === null ? null : compareAll(walks, routesIn, { ...own, comparison, work, leavesOut: true });
    if (proven?.type === 'proven') return proven;
  }
  // What is told of a difference names the very section, of the one tree or of the other, and an example that depends on nothing else.
  const sections = sectionsApart(before, after, correspondence);
  const guards = [...guardsOfBoth(sections)];
  const worlds = worldsOf(guards);
  if (worlds === null) return { type: 'undecided', guards: [...undecidedGuards(guards).values()] };
  const compareApart = (leavesOut: boolean): ProofResult => {
    const again = limitedWork();
    const walks = walksIn(worlds, sections, { ...own, work: again });
    // A migration keeps the modules of AuthType loaded.
    const context24 = context24Of(correspondence.isEdited ? before : after, accessCompat);
    const comparison = createComparison(contexts22Of(before), context24, again);
    return compareAll(walks, routesIn, { ...own, comparison, work: again, leavesOut });
  };
  const all = compareApart(false);
  const mayLeaveOut = areHostsAlike({ before, correspondence, flags, watch });
  return all.type === 'too-much-work' && mayLeaveOut ? compareApart(true) : all;
}

/** Every walk to its end, or as far as the work goes. */
function compareAll(
  walks: Iterable<BothWalk>,
  routesIn: (world: World) => RoutesBetween,
  comparing: Comparing,
): ProofResult {
  const differences: ProofDifference[] = [];
  const lines = new Map<LineDifference['line']['node'], LineDifference>();
  let flows = 0;
  const compareEach = (): void => {
    for (const walk of walks) {
      const routes = routesIn(walk.world);
      const found = compareFlows(walk, routes, comparing);
      flows += found.count;
      differences.push(...found.differences);
      for (const each of [...routes.lines, ...found.lines]) lines.set(each.line.node, each);
    }
  };
  if (!isDone(compareEach)) return { type: 'too-much-work' };
  return differences.length + lines.size > 0
    ? { type: 'different', differences, lines: [...lines.values()] }
    : { type: 'proven', flows };
}

/** Through the sections of a tree and of what it was made to; null where they are in too many worlds, or lead requests otherwise in one. */
function pairedWalks(
  after: ServerModel,
  walking: Walking,
  isAlike: (world: World) => boolean,
): Iterable<BothWalk> | null {
  const { before, correspondence } = walking;
  const sections = sectionsPaired(before, after, correspondence);
  const worlds = worldsIn(before, guardsOfBoth(sections));
  if (worlds === null || !worlds.every(isAlike)) return null;
  const [only, ...others] = worlds;
  // A large tree has one world nearly always: its walk takes of the sections what it needs, and the others are let go.
  return only !== undefined && others.length === 0
    ? [walkBoth(sections, only, walking)]
    : walksIn(worlds, sections, walking);
}

/** In one world after the other. */
function* walksIn(
  worlds: readonly World[],
  sections: ComparedSections,
  walking: Walking,
): Generator<BothWalk> {
  for (const world of worlds) yield walkBoth(sections, world, walking);
}

/** The guards that only 2.4 passes, around what the sections say that a request meets. */
export function newGuardsMet({ flow }: ProofDifference): Section[] {
  const met = [...flow.inputs, flow].flatMap(({ events }) => events);
  const guards = met.flatMap(({ section }) => guardsOf(section).filter(isForNew));
  return guards.map(({ node }) => node);
}

/** The same of a part of a server with such rules around it: its own rules must not lean on these. */
export function proveWithin(
  before: ServerModel,
  after: ServerModel,
  semantics: Semantics,
  above: Above,
): ProofResult {
  const correspondence: Correspondence = { ...sameTree(before, after), above };
  const accessCompat = before.readBy === '2.4' || loadsAccessCompat(after);
  return prove(before, after, semantics, accessCompat, correspondence);
}

function flagsOnServers(
  { setIn, all, valuesOf }: HostFlags,
  serverOf: Correspondence['serverOf'],
): HostFlags {
  const moved = [...setIn].flatMap(([host, flags]): [Scope, ReadonlySet<string>][] => {
    const server = serverOf(host);
    return server === null ? [] : [[server, flags]];
  });
  return { setIn: new Map(moved), all, valuesOf };
}

function loadsAccessCompat(model: ServerModel): boolean {
  return model.modules.some(
    ({ identifier, occurrence }) => identifier === 'access_compat_module' && occurrence.on24 !== 'no',
  );
}
