import type { ServerModel } from '../../model/index.ts';
import type { Flow, FlowEvent, EffectOf, HostSharing } from '../chains/index.ts';
import { answeredFlows, compareOrder, indexSections } from '../chains/index.ts';
import type { HostFlags } from '../conditions/host-flags.ts';
import type { LineDifference } from '../routes/compare-routes.ts';
import type { AccessSection } from '../sections/types.ts';
import type { World } from '../sections/worlds.ts';
import type { Semantics } from '../states/intended-state.ts';
import type { Walk24, WalkBefore } from '../states/walk-state.ts';
import type { Work } from '../work.ts';
import type { Correspondence } from './correspondence.ts';
import type { MethodDifference } from './compare-answers.ts';
import type { Comparison } from './decide.ts';
import { linesReadByOne } from './lines-of-files.ts';
import { loginDifference } from './login-difference.ts';
import type { RoutesBetween } from './routes-between.ts';
import { hasRuledFiles } from './routes-between.ts';
import { expectedWithin } from './start.ts';
import type { BothWalk, JointState } from './walk-both.ts';

/** A request that the migrated tree would answer differently. */
export interface ProofDifference {
  readonly flow: Flow;
  readonly difference: MethodDifference;
  /** The last section that affects it; null if none has. */
  readonly section: AccessSection | null;
  /** The .htaccess files on the way, where one of the servers answers 500 for one of them and the other does not; else none. */
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

/** What is the same in all worlds. */
export interface Comparing {
  readonly before: ServerModel;
  readonly semantics: Semantics;
  readonly accessCompat: boolean;
  readonly correspondence: Correspondence;
  readonly flags: HostFlags;
  /** Whether what is equal is done once. */
  readonly sharesEqual: boolean;
  /** Whether of flows through the same sections one is compared, where it can't be told where an address leads. */
  readonly leavesOut: boolean;
  readonly watch: ((end: FlowEnd) => void) | undefined;
  readonly comparison: Comparison;
  readonly work: Work;
}

interface ComparedFlows {
  readonly count: number;
  readonly differences: readonly ProofDifference[];
  /** Lines of .htaccess files that only one server reads. */
  readonly lines: readonly LineDifference[];
}

/** Every flow of one world to its end, on both servers. */
export function compareFlows(walk: BothWalk, routes: RoutesBetween, comparing: Comparing): ComparedFlows {
  const { before, correspondence, sharesEqual, watch, work } = comparing;
  const { world } = walk;
  const index = {
    ...indexSections(walk.read, work, walk.inOrder),
    isOfPart: correspondence.concerns !== undefined,
  };
  const readsFiles = hasRuledFiles(routes);
  const isPlain = sharesEqual && !walk.asksRequests && !readsFiles;
  const hosts = isPlain ? hostsAlike(walk.effectOf, comparing) : null;
  const differences: ProofDifference[] = [];
  const lines: LineDifference[] = [];
  // Ends of flows at which both answer alike.
  const alike = new Set<readonly JointState[]>();
  let count = 0;
  for (const flows of answeredFlows(before, index, world, routes.routesAfter, hosts)) {
    const propagation = walk.begin();
    const [countBefore, foundBefore] = [count, differences.length];
    // All are of one server.
    const isCompared = flows[0] !== undefined && correspondence.isCompared(flows[0].about.server);
    for (const flow of flows) {
      if (!flow.isFinal || !isCompared) continue;
      count++;
      const arrived = propagation.finalStates(flow);
      if (readsFiles) lines.push(...arrived.flatMap(linesReadAt(flow, routes)));
      if (watch === undefined && alike.has(arrived)) continue;
      const found = differencesOf(flow, arrived, world, comparing);
      if (found.length === 0) alike.add(arrived);
      differences.push(...found);
    }
    hosts?.settle(count - countBefore, differences.length === foundBefore);
  }
  return { count: count + (hosts?.flows ?? 0), differences, lines };
}

/** Whether the result was made of the original, and nobody wants to know of each flow. */
export function isOfOneTree({ correspondence, watch }: Pick<Comparing, 'correspondence' | 'watch'>): boolean {
  return correspondence.isEdited && correspondence.logins === null && watch === undefined;
}

/** Whether flows through the same sections come to the same, on whichever host: each is compared, and none has variables of its own. */
export function areHostsAlike({ before, correspondence, flags, watch }: LeavingOut): boolean {
  if (isOfOneTree({ correspondence, watch })) return true;
  return (
    watch === undefined && flags.setIn.size === 0 && before.virtualHosts.every(correspondence.isCompared)
  );
}

type LeavingOut = Pick<Comparing, 'before' | 'correspondence' | 'flags' | 'watch'>;

function linesReadAt(flow: Flow, routes: RoutesBetween): (state: JointState) => LineDifference[] {
  const readByOne = linesReadByOne(flow, routes);
  return ({ pair }) => readByOne(pair);
}

function differencesOf(
  flow: Flow,
  arrived: readonly JointState[],
  world: World,
  { comparison, correspondence: { above = 'nothing', logins }, watch }: Comparing,
): ProofDifference[] {
  return arrived.flatMap((state) => {
    const { before, after } = state.pair;
    const expected = expectedWithin(above, before);
    if (expected === null) return [];
    const difference =
      comparison.difference(expected, after) ??
      (logins === null ? null : loginDifference(state, comparison, logins));
    if (difference === null && watch === undefined) return [];
    const met = [...flow.inputs, flow].flatMap(({ events }) => events);
    const section = lastOf([flow, ...flow.inputs.toReversed()])?.section ?? null;
    watch?.({ flow, section, before, after, difference, world });
    const refusedFiles = before.failed === after.failed ? [] : filesMet(met, before);
    return difference === null ? [] : [{ flow, difference, section, refusedFiles }];
  });
}

/** The event that is merged last, whichever tree it is of, in the first of these flows that has any. */
function lastOf(flows: readonly Flow[]): FlowEvent | null {
  const events = flows.find((flow) => flow.events.length > 0)?.events ?? [];
  return events.reduce<FlowEvent | null>(
    (last, each) => (last !== null && compareOrder(last.order, each.order) > 0 ? last : each),
    null,
  );
}

/** The .htaccess files that a request meets: if it is the first server that answers, those that it reads; else those that it does not. */
function filesMet(met: readonly FlowEvent[], { failed, unread }: WalkBefore): string[] {
  const files = met.filter(({ section }) => section.matcher.type === 'htaccess');
  const open = files.filter(({ side, section }) => side === 'after' || !unread.includes(section.scope.seq));
  const closed = files.filter((each) => !open.includes(each));
  const shown = failed || closed.length === 0 ? open : closed;
  return [...new Set(shown.map(({ section }) => section.scope.file.path))];
}

/** Virtual hosts of which one like them was found to be answered alike by both servers. */
interface ProvenHosts extends HostSharing {
  /** The flows that came last were compared: so many, with a difference or without. */
  settle(flows: number, isAlike: boolean): void;
  /** How many flows the hosts have that were not gone through. */
  readonly flows: number;
}

/** Null: each host is gone through, and all flows of it. What sections of two trees of somebody else's do is not compared: no two are alike. */
function hostsAlike(effectOf: EffectOf, comparing: Comparing): ProvenHosts | null {
  const { leavesOut } = comparing;
  if (isOfOneTree(comparing)) return provenHosts(effectOf, leavesOut);
  return leavesOut && areHostsAlike(comparing) ? provenHosts(() => null, true) : null;
}

function provenHosts(effectOf: EffectOf, leavesOut: boolean): ProvenHosts {
  const proven = new Map<string, number>();
  let latest: string | null = null;
  let shared = 0;
  /** Of the server that is gone through. */
  let leftOut = 0;
  const leaveOut = (flows: number): void => {
    shared += flows;
    leftOut += flows;
  };
  return {
    effectOf,
    isKnown(form) {
      const flows = proven.get(form);
      latest = flows === undefined ? form : null;
      shared += flows ?? 0;
      return flows !== undefined;
    },
    settle(flows, isAlike) {
      if (latest !== null && isAlike) proven.set(latest, flows + leftOut);
      latest = null;
      leftOut = 0;
    },
    leaveOut: leavesOut ? leaveOut : null,
    get flows() {
      return shared;
    },
  };
}
