import { posix } from 'node:path';
import type { Scope, ServerModel } from '../../model/index.ts';
import { advanced, count, flatMap } from '../../text/index.ts';
import { absentFolders } from '../sections/absent-folders.ts';
import type { AccessSection } from '../sections/types.ts';
import { serverNameOf } from '../sections/host-names.ts';
import { joinComponents, pathComponents, pathWork } from '../sections/paths.ts';
import { isLive } from '../sections/worlds.ts';
import { FLOW_UNITS } from '../work.ts';
import type { Work } from '../work.ts';
import type { World } from '../sections/worlds.ts';
import type { AddressMap, Destination, Match, PrefixLine } from '../addresses/index.ts';
import {
  addressMapOf,
  destinationsOf,
  folderLines,
  isGlued,
  mappedPrefixes,
  matchesOnlyBelow,
  matchLocationWildcard,
  matchRegexBelow,
  matchTextWildcard,
  proxiedStart,
} from '../addresses/index.ts';
import type { DirectoryFlows, Place } from './directory-flows.ts';
import { byOrder, createDirectoryFlows, eventIf } from './directory-flows.ts';
import type { Choice } from './choice.ts';
import { belowChoice } from './choice.ts';
import type { Flow, FlowEvent, FlowSubject, SidedSection } from './flow.ts';
import type { FolderTable } from './folder-table.ts';
import { folderTable } from './folder-table.ts';
import { pairDestinations } from './pair-destinations.ts';
import type { RoutesAfter } from './pair-destinations.ts';
import { isMainReached } from './main-server.ts';
import type { LocationTable } from './location-table.ts';
import { addressOf, locationTable } from './location-table.ts';
import type { SectionIndex } from './section-index.ts';
import { allEvents, emptyLists, htaccessFirstReadBy, listsFor, walkedSections } from './section-index.ts';
import type { HostSharing } from './host-form.ts';
import { createHostForms } from './host-form.ts';

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
 * @param sharing left out are hosts whose flows are like those of one before
 */
export function* flowsByServer(
  model: ServerModel,
  index: SectionIndex,
  world: World,
  routesAfter: (server: Scope) => RoutesAfter | null = () => null,
  sharing: HostSharing | null = null,
): Generator<Flow[]> {
  count('flow walks');
  const folders = folderTable(index);
  const met = new Set<AccessSection>();
  const startAt = (server: Scope): ServerWalk => ({
    ...walkOf(server, model, index, folders, world),
    after: routesAfter(server),
  });
  const reachedBy = (walk: ServerWalk): Flow[] => {
    const reached = reachedFlows(walk);
    for (const flow of reached) meet(flow, met);
    return reached;
  };
  const isLikeOneBefore = sharing === null ? () => false : createLikeness(sharing, model, index);
  const main = startAt(model.main);
  const reachedByMain = isMainReached(model, world) ? reachedBy(main) : [];
  yield reachedByMain;
  for (const [i, host] of model.virtualHosts.entries()) {
    if (!isLive(host.guards, '2.2', world)) continue;
    advanced('host', i + 1, model.virtualHosts.length);
    const walk = startAt(host);
    if (isLikeOneBefore(walk)) {
      for (const { section } of allEvents(index.servers.get(host) ?? emptyLists())) met.add(section);
      continue;
    }
    const reached = reachedBy(walk);
    yield [...reached, ...otherFlows(walk, reached, index, met)];
  }
  yield otherFlows(main, reachedByMain, index, met);
  yield loneFlows(main, index, met);
}

/** Of these servers alone, one after the other, the requests that an address leads to, of those that are asked for. */
export function* reachedFlowsOf(
  servers: Iterable<Scope>,
  model: ServerModel,
  index: SectionIndex,
  world: World,
  routesAfter: (server: Scope) => RoutesAfter | null,
  isAsked: (address: string, server: Scope) => boolean,
): Generator<Flow[]> {
  count('flow walks');
  const folders = folderTable(index);
  for (const server of servers) {
    if (server === model.main && !isMainReached(model, world)) continue;
    const walk = { ...walkOf(server, model, index, folders, world), after: routesAfter(server) };
    yield reachedFlows(walk, (address) => isAsked(address, server));
  }
}

/** Whether a host has the form of one before. */
function createLikeness(
  { effectOf, isKnown }: HostSharing,
  { main }: ServerModel,
  { servers, htaccess, sharesHtaccess, work }: SectionIndex,
): (walk: ServerWalk) => boolean {
  const formOf = createHostForms(effectOf);
  return ({ server, map, folders, after }) => {
    if (after !== null || !sharesHtaccess) return false;
    const own = servers.get(server) ?? emptyLists();
    work.spend(1 + allEvents(own).length);
    const form = formOf({ map, folders, own, main: servers.get(main) ?? null, htaccess });
    const isLike = form !== null && isKnown(form, server);
    if (isLike) count('equal hosts shared');
    return isLike;
  };
}

/**
 * Sections of the server's own files that nothing above leads to: a pattern that no known folder can match, a Proxy section where nothing is
 * proxied. Each stands by itself. No request is answered so; but 2.4 has to start with what is written there.
 */
function loneFlows(
  { host, server, folders }: ServerWalk,
  index: SectionIndex,
  met: ReadonlySet<AccessSection>,
): Flow[] {
  const about = { host, server, regions: folders.regions, ...NOWHERE };
  const lone = flatMap([...index.servers.values()], allEvents).filter(({ section }) => !met.has(section));
  return lone.map((event) => ({ inputs: [], events: [event], isFinal: false, about }));
}

/** Those that no address leads to, as far as that can be followed. */
function otherFlows(
  walk: ServerWalk,
  reached: readonly Flow[],
  index: SectionIndex,
  met: Set<AccessSection>,
): Flow[] {
  const unreached = unreachedFlows(walk, index, met);
  return [...unreached, ...rootFlows(walk, index, [...reached, ...unreached])];
}

function meet({ inputs, events }: Flow, met: Set<AccessSection>): void {
  for (const { section } of events) met.add(section);
  for (const input of inputs) meet(input, met);
}

function reachedFlows(walk: ServerWalk, isAsked: (address: string) => boolean = () => true): Flow[] {
  const addresses = addressesOf(walk);
  const others = new Set(addresses.keys());
  const asked = [...addresses].filter(([text]) => isAsked(text));
  return [
    ...flatMap(asked, ([text, address]) => addressFlows(walk, { text, address }, others)),
    ...forwardFlows(walk),
  ];
}

/** Requests that name another server. That is no address of this one: it begins with no slash, so only a pattern can speak of it. */
function forwardFlows(walk: ServerWalk): Flow[] {
  if (!walk.map.forwards) return [];
  const events = flatMap(walk.locations.patterns, (event) => eventIf(event, matchForward(event))).toSorted(
    byOrder,
  );
  return destinationFlows(walk, { type: 'proxy', target: '' }).map((input) => ({
    inputs: [input],
    events,
    isFinal: true,
    about: input.about,
  }));
}

function matchForward({ section: { matcher } }: SidedSection): Match {
  return matcher.type === 'location-regex' && !/^\^\/[^|]*$/.test(matcher.pattern) ? 'maybe' : 'never';
}

interface ServerWalk {
  readonly server: Scope;
  readonly host: string | null;
  readonly map: AddressMap;
  readonly directories: DirectoryFlows;
  readonly folders: FolderTable;
  readonly locations: LocationTable;
  readonly proxies: readonly FlowEvent[];
  readonly work: Work;
  /** Where the second tree leads addresses, if it is not where the first does. */
  readonly after: RoutesAfter | null;
}

function walkOf(
  server: Scope,
  model: ServerModel,
  index: SectionIndex,
  folders: FolderTable,
  world: World,
): ServerWalk {
  const { main } = model;
  const host = server === main ? null : (serverNameOf(server) ?? server.args.join(' '));
  const lists = listsFor(index, server, main);
  return {
    server,
    host,
    map: addressMapOf(server, model, world),
    folders,
    directories: createDirectoryFlows(index, lists, folders, { host, server }, absentFolders(model)),
    locations: locationTable(flatMap(lists, (each) => each.locations)),
    proxies: flatMap(lists, (each) => each.proxies),
    work: index.work,
    after: null,
  };
}

/** By their text. */
function addressesOf({ map, after, folders, locations, work }: ServerWalk): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const add = (address: readonly string[]): void => {
    const text = joinComponents(address);
    work.spend(found.has(text) ? 1 : FLOW_UNITS);
    found.set(text, address);
  };
  const maps = after === null ? [map] : [map, after.map];
  for (const prefix of [[], ...flatMap(maps, mappedPrefixes)]) add(prefix);
  for (const event of locations.plain.all) add(addressOf(event));
  for (const line of flatMap(maps, folderLines)) {
    for (const address of addressesInto(line, folders)) add(address);
  }
  return found;
}

/** The addresses that a line leads to folders with rules of their own. */
function addressesInto(line: PrefixLine, folders: FolderTable): (readonly string[])[] {
  const { prefix, to } = line;
  const at = to.lastIndexOf('/') + 1;
  // The last name stays as written: the address goes on behind it.
  const start = posix.normalize(to.slice(0, at)) + to.slice(at);
  const own = isGlued(line) || start.endsWith('/') ? start : `${start}/`;
  return flatMap(folders.beginningWith(own), (folder) => {
    const rest = `${joinComponents(folder)}/`.slice(own.length);
    // No address goes on with a slash behind the prefix's own.
    return isGlued(line) && rest.startsWith('/') && rest !== '/' ? [] : [pathComponents(`${prefix}/${rest}`)];
  });
}

function addressFlows(
  walk: ServerWalk,
  { text, address }: { readonly text: string; readonly address: readonly string[] },
  others: ReadonlySet<string>,
): Flow[] {
  walk.work.spend(pathWork(address));
  const { plain, patterns } = walk.locations;
  const near = [...plain.around(address), ...patterns];
  walk.work.spend(near.length);
  const events = flatMap(near, (event) =>
    eventIf(event, matchLocation(event, address, others, walk.work), impliedChoices(event, text)),
  ).toSorted(byOrder);
  const inputs = inputsAt(walk, address);
  walk.work.spend(FLOW_UNITS * Math.max(0, inputs.length - 1));
  return inputs.map(({ flow, folder }) => ({
    inputs: [flow],
    events,
    isFinal: true,
    about: aboutAddress(flow.about, folder, text, others),
  }));
}

function aboutAddress(
  about: FlowSubject,
  folder: string | null,
  address: string,
  addresses: ReadonlySet<string>,
): FlowSubject {
  return { ...about, folder: folder ?? about.folder, address, addresses };
}

/** What requests meet before the Location sections. */
interface Input {
  readonly flow: Flow;
  /** The one folder that the address leads to; null: it is that of the flow. */
  readonly folder: string | null;
}

function inputsAt(walk: ServerWalk, address: readonly string[]): readonly Input[] {
  const then = destinationsOf(walk.map, address, walk.work);
  if (walk.after === null) {
    const unknown = new Set<string>();
    return flatMap(then, (to) => {
      if (isUnknownProxy(to)) {
        if (unknown.has(to.target)) return [];
        unknown.add(to.target);
      }
      return inputsFrom(walk, to);
    });
  }
  const now = destinationsOf(walk.after.map, address, walk.work);
  return flatMap(pairDestinations(then, now, walk.after), ([from, to]) =>
    from === to
      ? inputsFrom(walk, from)
      : flowsBetween(walk, from, to).map((flow) => ({ flow, folder: null })),
  );
}

function inputsFrom(walk: ServerWalk, to: Destination): Input[] {
  const folder = to.type === 'file' ? joinComponents(to.path) : null;
  return destinationFlows(walk, to).map((flow) => ({ flow, folder }));
}

/** What several lines may proxy to is the same to the sections where it begins alike. */
function isUnknownProxy(to: Destination): to is Extract<Destination, { type: 'proxy' }> {
  return to.type === 'proxy' && to.by !== undefined;
}

function flowsBetween(walk: ServerWalk, from: Destination, to: Destination): Flow[] {
  const places = placesOf(walk, to);
  return flatMap(placesOf(walk, from), (before) =>
    flatMap(places, (after) => walk.directories.between(before, after)),
  );
}

function placesOf(walk: ServerWalk, to: Destination): Place[] {
  if (to.type === 'file') return [{ folder: to.path }];
  if (to.type === 'module') return [{ target: to.type, events: [] }];
  if (to.type === 'proxy') return [{ target: to.target, events: proxyEvents(walk, to.target) }];
  return walk.directories.foldersOf(to.leadsTo).map((folder) => ({ folder }));
}

/** Requests that no file is meant by. */
const NOWHERE = {
  address: null,
  folder: null,
  fileName: null,
  fileNames: new Set<string>(),
  region: null,
  addresses: new Set<string>(),
};

function destinationFlows(walk: ServerWalk, to: Destination): readonly Flow[] {
  if (to.type === 'file') return walk.directories.at(to.path);
  if (to.type === 'anywhere') return walk.directories.anywhere(to.leadsTo);
  const about = { host: walk.host, server: walk.server, regions: walk.folders.regions, ...NOWHERE };
  if (to.type !== 'proxy') return [{ inputs: [], events: [], isFinal: false, about }];
  const proxied = proxiedStart(to.target);
  const where = proxied === '' ? about : { proxied, ...about };
  return [{ inputs: [], events: proxyEvents(walk, to.target), isFinal: false, about: where }];
}

function proxyEvents({ proxies, work }: ServerWalk, target: string): FlowEvent[] {
  work.spend(proxies.length);
  return flatMap(proxies, (event) => eventIf(event, matchProxy(event, target, work))).toSorted(byOrder);
}

/**
 * Sections that no address leads to, as far as that can be followed: a module may still lead there. Their folders are walked
 * for their own server, without any Location. The .htaccess files are taken for the first server's that reads them.
 */
function unreachedFlows(walk: ServerWalk, index: SectionIndex, met: Set<AccessSection>): Flow[] {
  const found: Flow[] = [];
  const own = index.servers.get(walk.server);
  const lists = [
    ...(own === undefined ? [] : [own]),
    ...htaccessFirstReadBy(index, walk.server, walk.host === null),
  ];
  for (const section of flatMap(lists, walkedSections)) {
    if (met.has(section)) continue;
    for (const flow of walk.directories.at(folderOf(section))) {
      meet(flow, met);
      found.push({ ...flow, inputs: [flow], events: [], isFinal: true });
    }
  }
  return found;
}

/**
 * What is said of the root alone holds wherever nothing else does. It is looked at by itself, without the Files and the
 * patterns that may apply there, even if no address leads to such a folder.
 */
function rootFlows(
  { server, directories }: ServerWalk,
  index: SectionIndex,
  others: readonly Flow[],
): Flow[] {
  const hasOwn = index.servers.get(server)?.byPath.has('/') ?? false;
  const [root] = hasOwn ? directories.at([]) : [];
  if (root === undefined) return [];
  if (others.some(({ inputs, about }) => about.folder === '/' && inputs.includes(root))) return [];
  const events = root.events.filter(({ section: { matcher } }) => matcher.type === 'directory');
  return [{ ...root, inputs: [], events, isFinal: true }];
}

function folderOf({ matcher, parent }: AccessSection): readonly string[] {
  if (matcher.type === 'directory' || matcher.type === 'htaccess') return matcher.path;
  return parent === null ? [] : folderOf(parent);
}

/** A pattern that begins with `/x/` cannot match `/x` itself, as `<Location /x/>` cannot. */
function impliedChoices({ section: { matcher } }: SidedSection, address: string): Choice[] {
  const isBelow = matcher.type === 'location-regex' && matchesOnlyBelow(matcher.pattern, address);
  return isBelow ? [belowChoice(address)] : [];
}

/** Of a section whose address is this one or lies above it, or of a pattern. */
function matchLocation(
  { section: { matcher } }: SidedSection,
  address: readonly string[],
  others: ReadonlySet<string>,
  work: Work,
): Match {
  switch (matcher.type) {
    case 'location':
      return matcher.onlyBelow && address.length === matcher.path.length ? 'maybe' : 'always';
    case 'location-wildcard':
      return matchLocationWildcard(matcher.path, address, others);
    case 'location-regex':
      return matchRegexBelow(matcher.pattern, { path: joinComponents(address), others }, work);
    default:
      return 'never';
  }
}

/** A plain Proxy section is a prefix of the target's text; `*` matches slashes too (proxy_walk, mod_proxy.c). */
function matchProxy({ section: { matcher } }: SidedSection, target: string, work: Work): Match {
  switch (matcher.type) {
    case 'proxy':
      if (target.startsWith(matcher.text)) return 'always';
      return matcher.text.startsWith(target) ? 'maybe' : 'never';
    case 'proxy-wildcard':
      return matchTextWildcard(matcher.text, target);
    case 'proxy-regex':
      // Without a target it is not known what it begins with.
      return target === ''
        ? 'maybe'
        : matchRegexBelow(matcher.pattern, { path: target, others: new Set() }, work);
    default:
      return 'never';
  }
}
