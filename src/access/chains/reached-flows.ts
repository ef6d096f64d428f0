import { flatMap, trimmed } from '../../text/index.ts';
import { joinComponents, normalPath, pathComponents, pathWork, plainPath } from '../sections/paths.ts';
import type { Work } from '../work.ts';
import { FLOW_UNITS } from '../work.ts';
import type { Match, PrefixLine } from '../addresses/index.ts';
import {
  folderLines,
  isGlued,
  mappedPrefixes,
  matchesOnlyBelow,
  matchLocationWildcard,
  matchRegexBelow,
} from '../addresses/index.ts';
import { eventIf, inOrder } from './directory-flows.ts';
import type { Choice } from './choice.ts';
import { belowChoice } from './choice.ts';
import type { Flow, FlowEvent, FlowSubject, SidedSection } from './flow.ts';
import type { FolderTable } from './folder-table.ts';
import type { ServerWalk } from './server-walk.ts';
import { destinationFlows, inputsAt } from './destination-flows.ts';

/** The requests that an address of the server leads to, of those that are asked for, and those that name another server. */
export function reachedFlows(walk: ServerWalk, isAsked: (address: string) => boolean = () => true): Flow[] {
  const addresses = addressesOf(walk);
  const found: Flow[] = [];
  for (const address of addresses) if (isAsked(address)) addAddressFlows(walk, address, addresses, found);
  found.push(...forwardFlows(walk));
  return found;
}

/** Requests that name another server. That is no address of this one: it begins with no slash, so only a pattern can speak of it. */
function forwardFlows(walk: ServerWalk): Flow[] {
  if (!walk.map.forwards) return [];
  const events = inOrder(
    flatMap(walk.locations.patterns, (event) => eventIf(event, matchForward(event)) ?? []),
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

/** Each as `joinComponents` writes it. */
function addressesOf({ map, after, folders, locations, work }: ServerWalk): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (address: string): void => {
    work.spend(found.has(address) ? 1 : FLOW_UNITS);
    found.add(address);
  };
  add('/');
  const maps = after === null ? [map] : [map, after.map];
  for (const each of maps) mappedPrefixes(each).forEach(add);
  locations.plain.paths.forEach(add);
  for (const each of maps) {
    for (const line of folderLines(each)) addressesInto(line, folders).forEach(add);
  }
  return found;
}

/** The addresses that a line leads to folders with rules of their own. */
function addressesInto(line: PrefixLine, folders: FolderTable): string[] {
  const { prefix, to } = line;
  const at = to.lastIndexOf('/') + 1;
  // The last name stays as written: the address goes on behind it.
  const start = normalPath(to.slice(0, at)) + to.slice(at);
  const own = isGlued(line) || start.endsWith('/') ? start : `${start}/`;
  const base = prefix.endsWith('/') ? prefix : `${prefix}/`;
  return flatMap(folders.beginningWith(own), (folder) => {
    const rest = folder.slice(own.length);
    // No address goes on with a slash behind the prefix's own.
    return isGlued(line) && rest.startsWith('/') ? [] : plainPath(base + rest);
  });
}

function addAddressFlows(
  walk: ServerWalk,
  address: string,
  others: ReadonlySet<string>,
  found: Flow[],
): void {
  walk.work.spend(pathWork(address));
  const events = locationEvents(walk, address, others);
  const inputs = inputsAt(walk, address);
  const count = inputs.reduce((sum, { flows }) => sum + flows.length, 0);
  walk.work.spend(FLOW_UNITS * Math.max(0, count - 1));
  for (const { flows, folder } of inputs) {
    for (const flow of flows) {
      const about = subjectAt(flow.about, folder, address, others);
      found.push({ inputs: [flow], events, isFinal: true, about });
    }
  }
}

const NO_EVENTS: readonly FlowEvent[] = [];

function locationEvents(
  { locations: { plain, patterns }, work }: ServerWalk,
  address: string,
  others: ReadonlySet<string>,
): readonly FlowEvent[] {
  const around = plain.around(address);
  const near = patterns.length === 0 ? around : [...around, ...patterns];
  work.spend(near.length);
  if (near.length === 0) return NO_EVENTS;
  const met = flatMap(near, (event) => {
    const match = matchLocation(event, address, others, work);
    return eventIf(event, match, impliedChoices(event, address)) ?? NO_EVENTS;
  });
  return inOrder(trimmed(met));
}

/** Written out, which takes less than to copy all and then change some. */
function subjectAt(
  about: FlowSubject,
  folder: string | null,
  address: string,
  addresses: ReadonlySet<string>,
): FlowSubject {
  const { host, server, fileName, fileNames, region, regions, ledTo, proxied } = about;
  if (ledTo !== undefined || proxied !== undefined) {
    return { ...about, folder: folder ?? about.folder, address, addresses };
  }
  return {
    host,
    server,
    address,
    folder: folder ?? about.folder,
    fileName,
    fileNames,
    region,
    regions,
    addresses,
  };
}

/** A pattern that begins with `/x/` cannot match `/x` itself, as `<Location /x/>` cannot. */
function impliedChoices({ section: { matcher } }: SidedSection, address: string): readonly Choice[] {
  const isBelow = matcher.type === 'location-regex' && matchesOnlyBelow(matcher.pattern, address);
  return isBelow ? [belowChoice(address)] : NO_CHOICES;
}

const NO_CHOICES: readonly Choice[] = [];

/** Of a section whose address is this one or lies above it, or of a pattern. */
function matchLocation(
  { section: { matcher } }: SidedSection,
  address: string,
  others: ReadonlySet<string>,
  work: Work,
): Match {
  switch (matcher.type) {
    case 'location':
      return matcher.onlyBelow && address === joinComponents(matcher.path) ? 'maybe' : 'always';
    case 'location-wildcard':
      return matchLocationWildcard(matcher.path, pathComponents(address), others);
    case 'location-regex':
      return matchRegexBelow(matcher.pattern, { path: address, others }, work);
    default:
      return 'never';
  }
}
