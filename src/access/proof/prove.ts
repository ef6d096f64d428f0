import type { Guard, Scope, ServerModel } from '../../model/index.ts';
import type { Section } from '../../syntax/index.ts';
import type { Flow } from '../chains/index.ts';
import { flowsByServer, indexSections } from '../chains/index.ts';
import type { Comparison, MethodDifference } from './decide.ts';
import { createComparison } from './decide.ts';
import type { HostFlags } from '../conditions/host-flags.ts';
import { readFlags } from '../conditions/host-flags.ts';
import type { Semantics } from '../states/intended-state.ts';
import type { Correspondence } from './correspondence.ts';
import { sameTree } from './correspondence.ts';
import { linesReadByOne } from './lines-of-files.ts';
import { provenHosts } from './equal-hosts.ts';
import { loginDifference } from './login-difference.ts';
import { routesBetween } from './routes-between.ts';
import type { LineDifference } from '../routes/compare-routes.ts';
import { analysisOf } from '../sections/analysis.ts';
import { remember } from '../sections/remember.ts';
import { isForNew } from '../sections/new-branches.ts';
import { comparedSections } from '../sections/read-sections.ts';
import type { AccessSection } from '../sections/types.ts';
import { guardsOf } from '../sections/types.ts';
import { contexts22Of, context24Of } from '../sections/server-contexts.ts';
import type { Above } from './start.ts';
import { isDecidedAbove } from './start.ts';
import type { Standing } from './walk-both.ts';
import { walkBoth } from './walk-both.ts';
import { isDone, limitedWork } from '../work.ts';
import type { Walk24, WalkBefore } from '../states/walk-state.ts';
import type { World } from '../sections/worlds.ts';
import { isReadBySome, undecidedGuards, worldsOf } from '../sections/worlds.ts';

/** A request that the migrated tree would answer differently. */
export interface ProofDifference {
  readonly flow: Flow;
  readonly difference: MethodDifference;
  /** The last section that affects it; null if none has. */
  readonly section: AccessSection | null;
  /** The .htaccess files on the way, where 2.2 answers 500 for one of them and 2.4 does not; else none. */
  readonly refusedFiles: readonly string[];
}

/** What requests of one flow come to on both servers. */
export interface FlowEnd extends Omit<ProofDifference, 'difference' | 'refusedFiles'> {
  readonly before: WalkBefore;
  readonly after: Walk24;
  /** Null where both answer alike. */
  readonly difference: MethodDifference | null;
  readonly world: World;
}

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
  const { serverOf, logins, above = 'nothing', concerns = () => true } = correspondence;
  const read = (model: ServerModel): readonly AccessSection[] => {
    const all = analysisOf(model).allSections;
    return (logins === null ? comparedSections(all) : all).filter(concerns);
  };
  const old = place(read(before), (section) => [correspondence.placeBefore(section)]);
  const written = place(read(after), (section) => {
    const server = serverOf(section.server);
    if (server === null) return [];
    const hosts = section.hosts?.flatMap((host) => serverOf(host) ?? []);
    const own = { server, ...(hosts === undefined ? {} : { hosts }) };
    return correspondence.placeAfter(section).map((each) => ({ ...each, ...own }));
  });
  const guards = [...old, ...written].flatMap(guardsOf);
  const worlds = worldsOf(guards);
  if (worlds === null) return { type: 'undecided', guards: [...undecidedGuards(guards).values()] };
  const sided = [
    ...old.map((section) => ({ section, side: 'before' as const })),
    ...written.map((section) => ({ section, side: 'after' as const })),
  ];
  const flags = flagsOnServers(readFlags(after), serverOf);
  const found: ProofDifference[] = [];
  const lines = new Map<LineDifference['line']['node'], LineDifference>();
  const work = limitedWork();
  const comparison = createComparison(contexts22Of(before), context24Of(before, accessCompat), work);
  let count = 0;
  const compareIn = (world: World): void => {
    const here = sided.filter(({ section }) => isReadBySome(section, world));
    const index = indexSections(here, work);
    const hasLogins = logins !== null;
    const how = { flags, semantics, world, accessCompat, above, hasLogins, sharesEqual, work };
    const walk = walkBoth(before, sided, how);
    const routes = routesBetween(before, after, correspondence, world);
    const hasRuledFiles = routes.files.before.size + routes.files.after.size > 0;
    // Ends of flows at which both answer alike.
    const alike = new Set<readonly Standing[]>();
    const isShared = sharesEqual && correspondence.isEdited && !hasLogins && watch === undefined;
    const hosts = isShared && !walk.asksRequests && !hasRuledFiles ? provenHosts(walk.effectOf) : null;
    for (const each of routes.lines) lines.set(each.line.node, each);
    for (const flows of flowsByServer(before, index, world, routes.routesAfter, hosts)) {
      const propagation = walk.begin();
      const [countBefore, foundBefore] = [count, found.length];
      for (const flow of flows) {
        if (!flow.isFinal || !correspondence.isCompared(flow.about.server)) continue;
        count++;
        const standings = propagation.finalStates(flow);
        if (hasRuledFiles) {
          const readByOne = linesReadByOne(flow, routes);
          for (const { pair } of standings)
            for (const each of readByOne(pair)) lines.set(each.line.node, each);
        }
        if (watch === undefined && alike.has(standings)) continue;
        const differences = differencesOf(flow, standings, { comparison, above, logins, world, watch });
        if (differences.length === 0) alike.add(standings);
        found.push(...differences);
      }
      hosts?.settle(count - countBefore, found.length === foundBefore);
    }
    count += hosts?.flows ?? 0;
  };
  if (!isDone(() => worlds.forEach(compareIn))) return { type: 'too-much-work' };
  return found.length + lines.size > 0
    ? { type: 'different', differences: found, lines: [...lines.values()] }
    : { type: 'proven', flows: count };
}

/** The guards that only 2.4 passes, around what the sections say that a request meets. */
export function newGuardsMet({ flow }: ProofDifference): Section[] {
  const met = [...flow.inputs, flow].flatMap(({ events }) => events);
  const guards = met.flatMap(({ section }) => guardsOf(section).filter(isForNew));
  return guards.map(({ node }) => node);
}

interface Differing {
  readonly comparison: Comparison;
  readonly above: Above;
  readonly logins: Correspondence['logins'];
  readonly world: World;
  readonly watch: ((end: FlowEnd) => void) | undefined;
}

function differencesOf(
  flow: Flow,
  standings: readonly Standing[],
  { comparison, above, logins, world, watch }: Differing,
): ProofDifference[] {
  return standings.flatMap((standing) => {
    const { before, after } = standing.pair;
    if (isDecidedAbove(before, above)) return [];
    const difference =
      comparison.difference(before, after) ??
      (logins === null ? null : loginDifference(standing, comparison, logins));
    if (difference === null && watch === undefined) return [];
    const met = [...flow.inputs, flow].flatMap(({ events }) => events).map((event) => event.section);
    const section = met.at(-1) ?? null;
    watch?.({ flow, section, before, after, difference, world });
    const files = met.flatMap(({ matcher, scope }) => (matcher.type === 'htaccess' ? [scope.file.path] : []));
    const refusedFiles = before.failed && !after.failed ? [...new Set(files)] : [];
    return difference === null ? [] : [{ flow, difference, section, refusedFiles }];
  });
}

/** The same of a part of a server where the sections around it let nobody in: its own rules must not lean on these. */
export function proveWithin(before: ServerModel, after: ServerModel, semantics: Semantics): ProofResult {
  const correspondence: Correspondence = { ...sameTree(before, after), above: 'denied' };
  const accessCompat = before.readBy === '2.4' || loadsAccessCompat(after);
  return prove(before, after, semantics, accessCompat, correspondence);
}

/** Each section as those that it stands for, what is inside of it inside of those. */
function place(
  sections: readonly AccessSection[],
  placesOf: (section: AccessSection) => readonly AccessSection[],
): AccessSection[] {
  const placed: (section: AccessSection) => readonly AccessSection[] = remember((section) => {
    const parents = section.parent === null ? [null] : placed(section.parent);
    const places = placesOf(section);
    return parents.flatMap((parent) =>
      places.map((each) => (each.parent === parent ? each : { ...each, parent })),
    );
  });
  return sections.flatMap(placed);
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
