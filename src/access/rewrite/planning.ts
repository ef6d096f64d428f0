import type { Guard, Scope, ServerModel } from '../../model/index.ts';
import type { Node } from '../../syntax/index.ts';
import type { Comparison } from '../proof/decide.ts';
import type { Situation } from '../conditions/index.ts';
import { asksRequest } from '../conditions/asks-request.ts';
import type { HostFlags } from '../conditions/host-flags.ts';
import type { Semantics } from '../states/intended-state.ts';
import type { Above, Pair } from '../proof/start.ts';
import { internerOf } from '../states/intern.ts';
import { ownState24 } from '../states/own-state.ts';
import { isOfWindows, isPathAtOrBelow, joinComponents } from '../folders/paths.ts';
import type { Context22, MethodTree, State24 } from '../policy/index.ts';
import {
  EMPTY_STATE_24,
  methodsOfState24,
  namedMethods,
  treesByMethod,
  treesOfState24,
  workOn,
} from '../policy/index.ts';
import type { AccessSection } from '../sections/types.ts';
import { countsOn } from '../sections/types.ts';
import type { StateBefore, Walk24 } from '../states/walk-state.ts';
import { enterBefore, settled } from '../proof/transition.ts';
import { enter24 } from '../states/walk-state.ts';
import type { Work } from '../work.ts';
import type { Version, World } from '../sections/worlds.ts';
import { isLive, rememberPerWorld } from '../sections/worlds.ts';
import type { AlikeUnits } from './alike-units.ts';
import type { Candidate, CopyPlace } from './candidate.ts';
import { candidateState, copiesOf, isByCases } from './candidate.ts';
import type { LoopValues } from './loop-values.ts';
import { guardsOfText } from './old-lines.ts';
import type { UnitEffects } from './units.ts';

/** One state in which requests come to a section. */
export interface Arrival {
  readonly world: World;
  readonly above: Above;
  readonly section: AccessSection;
  readonly pair: Pair;
  readonly situation: Situation;
}

/** What one planning holds, and what it has decided so far. */
export interface Planning {
  /** The server before the migration. */
  readonly readBy: Version;
  readonly semantics: Semantics;
  readonly context: Context22;
  /** Whether a module that nothing is known of may be loaded, and serve words of Require that httpd's own do not. */
  readonly servesForeign: boolean;
  readonly comparison: Comparison;
  readonly work: Work;
  readonly flags: HostFlags;
  /** Whether the server's folders lie on drives. */
  readonly isOnWindows: boolean;
  /** See propagate. */
  readonly mostRemembered: number;
  readonly isForemost: (section: AccessSection) => boolean;
  /** Guards that depend on the server, one for each question. */
  readonly undecided: readonly Guard[];
  /** The sections of which it depends on the request, in some world, what a 2.4 server reads in them. */
  readonly asking: ReadonlySet<AccessSection>;
  readonly decided: Map<AccessSection, Candidate>;
  /** Whether what is equal is done once. */
  readonly sharesEqual: boolean;
  readonly alike: AlikeUnits;
  readonly effectIn: UnitEffects;
  readonly writtenState: WrittenStates;
  /** The trees that were made of states: many sections have the same behind them. */
  readonly emitted: Map<StateBefore, readonly MethodTree[]>;
  readonly loopValues: LoopValues;
  /** What stays with mod_access_compat, for nothing that could be written says it. */
  readonly left: ReadonlySet<Scope>;
  /** See LinesThatGo. */
  readonly leaving: ReadonlySet<Node>;
  /** Those of which no copy may be written. */
  readonly unsplit: ReadonlySet<AccessSection>;
}

/** Whether the server's folders lie on drives, as those of Windows: by its root, or in a part of a server by its sections. */
export function hasDrives(model: ServerModel, sections: readonly AccessSection[]): boolean {
  return (
    isOfWindows(model) ||
    sections.some(
      ({ matcher }) => matcher.type.startsWith('directory') && 'path' in matcher && isDrive(matcher.path[0]),
    )
  );
}

function isDrive(component = ''): boolean {
  return /^(?:[A-Za-z]|UNC):$/.test(component);
}

/** What answers as the server before does in a state, its work counted. */
export function treesOf(
  state: StateBefore,
  { context, work }: Pick<Planning, 'context' | 'work'>,
): readonly MethodTree[] {
  const named = 'tree' in state ? methodsOfState24(state) : namedMethods(state);
  work.spend(workOn(state) * (named.length + 1));
  return 'tree' in state ? treesOfState24(state) : treesByMethod(state, context);
}

/** The same for a state that is in force behind a section, and may be behind others: made once. */
export function treesInForce(state: StateBefore, planning: EmittingPlan): readonly MethodTree[] {
  const { emitted, work } = planning;
  const known = emitted.get(state);
  if (known !== undefined) {
    work.spend(1);
    return known;
  }
  const trees = treesOf(state, planning);
  emitted.set(state, trees);
  return trees;
}

/** What trees are made with. */
export type EmittingPlan = Pick<Planning, 'context' | 'work' | 'emitted'>;

/** What would be in force on a 2.4 server behind the section with the candidate written. */
export function enterAfter(
  { pair, section, world, situation }: Arrival,
  candidate: Candidate,
  { writtenState }: Pick<Planning, 'writtenState'>,
): Walk24 {
  if (!isLive(section.guards, '2.4', world)) return pair.after;
  const enterWith = (walk: Walk24, own: State24): Walk24 =>
    enter24(walk, section, settled(own, situation), world);
  const behind = enterWith(pair.after, writtenState(candidate, section, world));
  if (candidate.type !== 'split') return behind;
  const copies = copiesOf(candidate).filter(({ place }) => isCopyMet(place, { pair, world, situation }));
  return copies.reduce(
    (walk, { text }) => enterWith(walk, candidateState(text, EMPTY_STATE_24, [], world)),
    behind,
  );
}

/** Whether requests that arrive so meet a copy that stands there, if their file has such a name. */
export function isCopyMet(
  place: CopyPlace,
  { situation, pair, world }: Pick<Arrival, 'situation' | 'pair' | 'world'>,
): boolean {
  const { about } = situation;
  if (place.type === 'behind') return about.address !== null && isPathAtOrBelow(about.address, place.address);
  const { matcher, guards, server, scope } = place.section;
  const folder = joinComponents(matcher.path);
  if (about.region === null || !isPathAtOrBelow(about.region, folder)) return false;
  if (!isLive(guards, '2.4', world)) return false;
  return matcher.type === 'htaccess'
    ? !pair.before.unread.includes(scope.seq)
    : countsOn(server, about.server);
}

/** What a 2.4 server reads in a section with the candidate written. */
export type WrittenStates = (candidate: Candidate, section: AccessSection, world: World) => State24;

/** Known for the last candidate of each section. */
export function createWrittenStates(): WrittenStates {
  const lastOf = rememberPerWorld((section, world): Written => ({
    candidate: UNTOUCHED,
    state: ownState24(section, world),
  }));
  return (candidate, section, world) => {
    const last = lastOf(section, world);
    if (last.candidate !== candidate) {
      last.candidate = candidate;
      const state = candidateState(candidate, ownState24(section, world), guardsOfText(section), world);
      last.state = internerOf(world)(state);
    }
    return last.state;
  };
}

const UNTOUCHED: Candidate = { type: 'untouched' };

interface Written {
  candidate: Candidate;
  state: State24;
}

/** Both sides go on. What .htaccess files may say is made the same on both sides by other edits. */
export function enterBoth(arrival: Arrival, planning: Planning): Pair {
  const { pair, section } = arrival;
  const before = enterBefore(pair.before, arrival, planning.semantics);
  const { override, failed, unread } = before;
  const isRead = unread.length === pair.before.unread.length;
  const { state, pending } = isRead
    ? enterAfter(arrival, decidedFor(section, planning), planning)
    : pair.after;
  return { before, after: { override, failed, unread, state, pending } };
}

/** What was chosen for the section; its lines as they are if that is still to come. */
export function decidedFor(section: AccessSection, { decided }: Pick<Planning, 'decided'>): Candidate {
  return decided.get(section) ?? UNTOUCHED;
}

/** Candidates in which Require lines may stay as they are. */
const KEEPS_REQUIRE: ReadonlySet<Candidate['type']> = new Set(['untouched', 'keep', 'compat', 'in-place']);

/** Whether the section with the candidate written tells folders, files, addresses or hosts apart. */
export function asksSituation(
  candidate: Candidate,
  section: AccessSection,
  world: World,
  readBy: Version,
): boolean {
  const isAsked = readBy === '2.4' && asksRequest(section, world);
  if (isAsked) return true;
  if (KEEPS_REQUIRE.has(candidate.type) && asksRequest(section, world)) return true;
  return isByCases(candidate) || copiesOf(candidate).length > 0;
}
