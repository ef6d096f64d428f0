import type { Scope, ServerModel } from '../../model/index.ts';
import { advanced, count } from '../../text/index.ts';
import { addressMaps } from '../addresses/index.ts';
import type { AccessSection } from '../sections/types.ts';
import type { World } from '../sections/worlds.ts';
import { isLive, isUnsure } from '../sections/worlds.ts';
import type { Flow, FlowEvent } from './flow.ts';
import type { FolderClasses } from './folder-classes.ts';
import { folderTable } from './folder-table.ts';
import type { RoutesAfter } from './pair-destinations.ts';
import type { SectionIndex, SectionLists } from './section-index.ts';
import { listsOf, readsNone } from './section-index.ts';
import type { HostSharing } from './host-form.ts';
import { createHostForms } from './host-form.ts';
import type { ServerWalk, Walked } from './server-walk.ts';
import { folderClasses, walkOf } from './server-walk.ts';
import { reachedFlows } from './reached-flows.ts';
import { loneFlows, meet, otherFlows } from './other-flows.ts';
import { parseListen, takesPort } from '../hosts/host-names.ts';
import { hostWords, topLines } from '../hosts/host-entries.ts';

/**
 * Every set of requests that has to be told apart, of the main server and each virtual host: the addresses at which
 * a Location begins, a mapping changes or a folder with rules of its own is reached, each with what lies below it.
 * Exact for plain paths; what depends on a pattern is a choice; what cannot be followed (rewriting,
 * AliasMatch, UserDir) may be any folder.
 * @throws TooMuchWork
 */
export function flowsOf(
  model: ServerModel,
  index: SectionIndex,
  world: World,
  sharing: HostSharing | null = null,
): Flow[] {
  return [...flowsByServer(model, index, world, () => null, sharing)].flat();
}

/**
 * The same, server by server, so that those of one need not be kept for the next. What no address of the main server leads to
 * comes last: a virtual host's may.
 * @param routesAfter of a server whose addresses a second tree, with the sections of side `after`, leads otherwise; null: alike
 * @param sharing left out are hosts whose flows are like those of one before, and flows that are like others where it can't be told where an address leads
 */
export function* flowsByServer(
  model: ServerModel,
  index: SectionIndex,
  world: World,
  routesAfter: (server: Scope) => RoutesAfter | null = () => null,
  sharing: HostSharing | null = null,
): Generator<Flow[]> {
  const { main, met } = yield* answeredFlows(model, index, world, routesAfter, sharing);
  yield loneFlows(main, index, met);
}

/** The same without those by which no request is answered, whatever leads there: each section that is met by no other. */
export function* answeredFlows(
  model: ServerModel,
  index: SectionIndex,
  world: World,
  routesAfter: (server: Scope) => RoutesAfter | null = () => null,
  sharing: HostSharing | null = null,
): Generator<Flow[], Met> {
  count('flow walks');
  const folders = folderTable(index);
  const met = new Set<AccessSection>();
  const maps = addressMaps(model, world);
  const ofMain = listsOf(index, model.main);
  const walked = { model, index, ofMain, folders, maps, routesAfter };
  const classes = sharing === null ? null : classesFor(sharing, walked, met);
  const startAt = (server: Scope) => walkOf(server, { ...walked, classes });
  const reachedBy = (walk: ServerWalk): Flow[] => {
    const reached = reachedFlows(walk);
    meet(reached, met);
    return reached;
  };
  const isLikeOneBefore = sharing === null ? () => false : createLikeness(sharing, ofMain, index);
  const main = startAt(model.main);
  const reachedByMain = isMainReached(model, world) ? reachedBy(main) : [];
  yield reachedByMain;
  const isLeftOut = index.isOfPart === true ? readsNone(index, model.main) : () => false;
  for (const [i, host] of model.virtualHosts.entries()) {
    if (isLeftOut(host) || !isLive(host.guards, '2.2', world)) continue;
    advanced('host', i + 1, model.virtualHosts.length);
    const walk = startAt(host);
    if (isLikeOneBefore(walk)) {
      for (const { section } of index.servers.get(host) ?? NO_EVENTS) met.add(section);
      continue;
    }
    const reached = reachedBy(walk);
    const others = otherFlows(walk, reached, index, met);
    yield others.length === 0 ? reached : [...reached, ...others];
  }
  yield otherFlows(main, reachedByMain, index, met);
  return { main, met };
}

/** Null where all folders are gone through. @param met what is met in those that are not, too, is added */
function classesFor(
  { effectOf, leaveOut }: HostSharing,
  walked: Pick<Walked, 'model' | 'index' | 'ofMain' | 'folders'>,
  met: Set<AccessSection>,
): FolderClasses | null {
  if (leaveOut === null) return null;
  return folderClasses(walked, {
    effectOf,
    leaveOut(flows, metElsewhere) {
      for (const { section } of metElsewhere) met.add(section);
      leaveOut(flows, metElsewhere);
    },
  });
}

/** What was met on all servers. */
interface Met {
  /** The walk of the main server. */
  readonly main: ServerWalk;
  readonly met: ReadonlySet<AccessSection>;
}

/** Of these servers alone, one after the other, the requests that an address leads to, of those that are asked for. */
export function* reachedFlowsOf(
  servers: Iterable<Scope>,
  { model, index, world, maps, routesAfter }: AskedServers,
  isAsked: (address: string, server: Scope) => boolean,
): Generator<Flow[]> {
  count('flow walks');
  const ofMain = listsOf(index, model.main);
  const walked = { model, index, ofMain, folders: folderTable(index), maps, routesAfter };
  for (const server of servers) {
    if (server === model.main && !isMainReached(model, world)) continue;
    yield reachedFlows(walkOf(server, walked), (address) => isAsked(address, server));
  }
}

type AskedServers = Omit<Walked, 'folders' | 'ofMain'> & { readonly world: World };

/** Whether a host has the form of one before. */
function createLikeness(
  { effectOf, isKnown }: HostSharing,
  ofMain: SectionLists,
  { servers, htaccess, sharesHtaccess, work }: SectionIndex,
): (walk: ServerWalk) => boolean {
  if (!sharesHtaccess) return () => false;
  const formOf = createHostForms(effectOf, servers.values());
  return ({ server, map, folders, own, after }) => {
    if (after !== null) return false;
    const events = servers.get(server) ?? NO_EVENTS;
    work.spend(1 + events.length);
    const form = formOf({ map, folders, events, own, main: ofMain, htaccess });
    const isLike = form !== null && isKnown(form, server);
    if (isLike) count('equal hosts shared');
    return isLike;
  };
}

const NO_EVENTS: readonly FlowEvent[] = [];

/**
 * Whether a request may be answered by the main server itself: not if a virtual host takes whatever comes to each port
 * (`<VirtualHost *:80>`, `_default_`; `ap_update_vhost_given_ip`, server/vhost.c).
 */
function isMainReached(model: ServerModel, world: World): boolean {
  const ports = topLines(model, '2.2', world, 'listen').map(({ args }) => parseListen(args[0] ?? '').port);
  if (model.kind !== 'server' || ports.length === 0) return true;
  const wordsOf = hostWords(model);
  const catches = (host: Scope, port: number): boolean =>
    isLive(host.guards, '2.2', world) &&
    !isUnsure(host.guards, world) &&
    wordsOf(host).some((word) => word.address === '*' && takesPort(word, port));
  return ports.some((port) => !model.virtualHosts.some((host) => catches(host, port)));
}
