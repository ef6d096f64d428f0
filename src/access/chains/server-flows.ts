import type { Scope, ServerModel } from '../../model/index.ts';
import { isAtOrBelow, joinComponents } from '../paths.ts';
import { isLive } from '../worlds.ts';
import type { World } from '../worlds.ts';
import type { AddressMap, Destination } from './address-map.ts';
import { addressMapOf, destinationsOf, folderMappings, mappedPrefixes } from './address-map.ts';
import type { DirectoryFlows } from './directory-flows.ts';
import { byOrder, createDirectoryFlows, eventIf, foldersUnder } from './directory-flows.ts';
import type { Flow, FlowEvent } from './flow.ts';
import type { Match } from './pattern-match.ts';
import { matchLocationWildcard, matchRegexBelow } from './pattern-match.ts';
import type { SectionIndex, SidedSection } from './section-index.ts';

/**
 * Every set of requests that has to be told apart, of the main server and each virtual host: the addresses at which
 * a Location begins, a mapping changes or a folder with rules of its own is reached, each with what lies below it.
 * Exact for plain paths; what depends on a pattern is a choice; what cannot be followed (rewriting,
 * AliasMatch, UserDir) may be any folder.
 */
export function flowsOf(model: ServerModel, index: SectionIndex, world: World): Flow[] {
  const servers = [model.main, ...model.virtualHosts.filter((host) => isLive(host.guards, '2.2', world))];
  return servers.flatMap((server) => serverFlows(server, model.main, index, world));
}

interface ServerWalk {
  readonly host: string | null;
  readonly map: AddressMap;
  readonly directories: DirectoryFlows;
  readonly locations: readonly SidedSection[];
  readonly proxies: readonly SidedSection[];
}

function serverFlows(server: Scope, main: Scope, index: SectionIndex, world: World): Flow[] {
  const host = server === main ? null : hostName(server);
  const lists = [main, ...(server === main ? [] : [server])].flatMap((each) => index.servers.get(each) ?? []);
  const walk: ServerWalk = {
    host,
    map: addressMapOf(server, main, world),
    directories: createDirectoryFlows(index, server, main, host),
    locations: lists.flatMap((each) => each.locations),
    proxies: lists.flatMap((each) => each.proxies),
  };
  const reached = addressesOf(walk).flatMap((address) => addressFlows(walk, address));
  return [...reached, ...unreachedFlows(walk)];
}

function hostName(server: Scope): string {
  const name = server.items.find((item) => item.type === 'occurrence' && item.name === 'servername');
  return (name?.type === 'occurrence' ? name.args[0] : undefined) ?? server.args.join(' ');
}

function addressesOf({ map, directories, locations }: ServerWalk): (readonly string[])[] {
  const found = new Map<string, readonly string[]>([['/', []]]);
  const add = (address: readonly string[]): unknown => found.set(joinComponents(address), address);
  for (const prefix of mappedPrefixes(map)) add(prefix);
  for (const { section } of locations) if (section.matcher.type === 'location') add(section.matcher.path);
  for (const { prefix, folder } of folderMappings(map)) {
    for (const below of foldersUnder(directories.folders, folder))
      add([...prefix, ...below.slice(folder.length)]);
  }
  return [...found.values()];
}

function addressFlows(walk: ServerWalk, address: readonly string[]): Flow[] {
  const text = joinComponents(address);
  const events = walk.locations.flatMap((sided) => locationEvent(sided, address)).sort(byOrder);
  const inputs = destinationsOf(walk.map, address).flatMap((to) => destinationFlows(walk, to));
  return inputs.map((input) => ({
    inputs: [input],
    events,
    isFinal: true,
    about: { ...input.about, address: text },
  }));
}

function destinationFlows(walk: ServerWalk, to: Destination): readonly Flow[] {
  if (to.type === 'file') return walk.directories.at(to.path);
  if (to.type === 'anywhere') return walk.directories.anywhere();
  const events = walk.proxies.flatMap((sided) => eventIf(sided, matchProxy(sided, to.target))).sort(byOrder);
  return [
    {
      inputs: [],
      events,
      isFinal: false,
      about: { host: walk.host, address: null, folder: null, fileName: null },
    },
  ];
}

/** Folders that no address leads to for certain: a link, a handler or a module may still lead there. */
function unreachedFlows({ map, directories }: ServerWalk): Flow[] {
  const mapped = folderMappings(map).map(({ folder }) => folder);
  const unreached = directories.folders.filter((folder) => !mapped.some((each) => isAtOrBelow(folder, each)));
  return [[], ...unreached]
    .flatMap((folder) => directories.at(folder))
    .map((flow) => ({ ...flow, inputs: [flow], events: [], isFinal: true }));
}

function locationEvent(sided: SidedSection, address: readonly string[]): FlowEvent[] {
  return eventIf(sided, matchLocation(sided, address));
}

function matchLocation({ section: { matcher } }: SidedSection, address: readonly string[]): Match {
  switch (matcher.type) {
    case 'location':
      if (!isAtOrBelow(address, matcher.path)) return 'never';
      return matcher.onlyBelow && address.length === matcher.path.length ? 'maybe' : 'always';
    case 'location-wildcard':
      return matchLocationWildcard(matcher.path, address);
    case 'location-regex':
      return matchRegexBelow(matcher.pattern, joinComponents(address));
    default:
      return 'never';
  }
}

/** A plain Proxy section is a prefix of the target's text; `*` matches slashes too (proxy_walk, mod_proxy.c). */
function matchProxy({ section: { matcher } }: SidedSection, target: string): Match {
  switch (matcher.type) {
    case 'proxy':
      if (target.startsWith(matcher.text)) return 'always';
      return matcher.text.startsWith(target) ? 'maybe' : 'never';
    case 'proxy-wildcard':
      return matcher.text === '*' ? 'always' : 'maybe';
    case 'proxy-regex':
      return matchRegexBelow(matcher.pattern, target);
    default:
      return 'never';
  }
}
