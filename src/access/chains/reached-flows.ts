import { flatMap, groupBy, trimmed } from '../../text/index.ts';
import { joinComponents, normalPath, pathComponents, pathWork, plainPath } from '../folders/paths.ts';
import type { Work } from '../work.ts';
import { FLOW_UNITS } from '../work.ts';
import type { AddressMap, Mapping, Match } from '../addresses/index.ts';
import {
  folderBy,
  folderLines,
  isGlued,
  mappedPrefixes,
  matchesOnlyBelow,
  matchLocationWildcard,
  matchRegexBelow,
  onlyLine,
} from '../addresses/index.ts';
import { AddressFlow } from './address-flow.ts';
import type { MetElsewhere } from './folder-classes.ts';
import { repeatedLines } from './like-addresses.ts';
import { eventsNear } from './section-index.ts';
import { eventIf } from './walked-sections.ts';
import { belowChoice } from './flow.ts';
import type { Flow, FlowEvent, SidedSection, Choice } from './flow.ts';
import type { ServerWalk } from './server-walk.ts';
import { destinationFlows, inputsAt } from './destination-flows.ts';

/** The requests that an address of the server leads to, of those that are asked for, and those that name another server. */
export function reachedFlows(walk: ServerWalk, isAsked: (address: string) => boolean = () => true): Flow[] {
  const repeated = walk.classes === null ? NO_LINES : repeatedLines(walk, walk.classes);
  const addresses = addressesOf(walk, repeated);
  const likeOf = likeAddresses(repeated, walk);
  const found: Flow[] = [];
  for (const address of addresses) {
    if (isAsked(address)) addAddressFlows(walk, address, addresses, likeOf.get(address) ?? 0, found);
  }
  if (walk.map.forwards) for (const flow of forwardFlows(walk)) found.push(flow);
  return found;
}

/** Requests that name another server. That is no address of this one: it begins with no slash, so only a pattern can speak of it. */
function forwardFlows(walk: ServerWalk): Flow[] {
  const events = walk.inOrder(
    flatMap(walk.locations.patterns, (event) => eventIf(event, matchForward(event)) ?? []),
  );
  return destinationFlows(walk, { type: 'proxy', target: '', start: '' }, events).map((input) => ({
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
function addressesOf(walk: ServerWalk, repeated: Repeated): ReadonlySet<string> {
  const { map, after, locations, work } = walk;
  const found = new Set(['/']);
  addAddresses(mappedPrefixes(map), found, work);
  if (after !== null) addAddresses(mappedPrefixes(after.map), found, work);
  addAddresses(locations.plain.paths, found, work);
  addInside(map, walk, repeated, found);
  if (after !== null) addInside(after.map, walk, NO_LINES, found);
  return found;
}

/** The addresses that lines lead to folders with rules of their own. */
function addInside(map: AddressMap, walk: ServerWalk, repeated: Repeated, found: Set<string>): void {
  const lines = folderLines(map);
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    if (!repeated.has(line)) addAddresses(addressesInto(line, walk), found, walk.work);
  }
}

type Repeated = ReturnType<typeof repeatedLines>;

const NO_LINES: Repeated = new Map();

const NO_ADDRESSES_LIKE: ReadonlyMap<string, number> = new Map();

/** How many others, which are not gone through, are like the address. */
function likeAddresses(repeated: Repeated, walk: ServerWalk): ReadonlyMap<string, number> {
  if (repeated.size === 0) return NO_ADDRESSES_LIKE;
  const found = new Map<string, number>();
  for (const [line, others] of groupBy(repeated.values(), (first) => first)) {
    for (const address of addressesInto(line, walk)) {
      if (address !== line.path) found.set(address, others.length);
    }
  }
  return found;
}

function addAddresses(addresses: readonly string[], found: Set<string>, work: Work): void {
  for (let i = 0; i < addresses.length; i++) found.add(addresses[i]!);
  work.spend(addresses.length);
}

/** The addresses that a line leads to folders with rules of their own. */
function addressesInto(line: Mapping, { directories, folders }: ServerWalk): readonly string[] {
  const { prefix, to, path, folder } = line;
  const base = prefix.endsWith('/') ? prefix : `${prefix}/`;
  if (folder !== null) {
    const inside = directories.inside(folder);
    if (inside.length === 0) return NO_ADDRESSES;
    const start = folder === '/' ? 1 : folder.length + 1;
    return inside.map((each) => (each.length <= start ? path : base + each.slice(start)));
  }
  const at = to.lastIndexOf('/') + 1;
  // The last name stays as written: the address goes on behind it.
  const start = normalPath(to.slice(0, at)) + to.slice(at);
  const own = isGlued(line) || start.endsWith('/') ? start : `${start}/`;
  return flatMap(folders.beginningWith(own), (each) => {
    const rest = each.slice(own.length);
    // No address goes on with a slash behind the prefix's own.
    return isGlued(line) && rest.startsWith('/') ? [] : plainPath(base + rest);
  });
}

const NO_ADDRESSES: readonly string[] = [];

function addAddressFlows(
  walk: ServerWalk,
  address: string,
  others: ReadonlySet<string>,
  like: number,
  found: Flow[],
): void {
  const { map, after, directories, classes, inherited, work } = walk;
  work.spend(pathWork(address));
  const events = locationEvents(walk, address, others);
  const line = after === null ? onlyLine(map, address, work) : null;
  const before = found.length;
  if (line !== null) {
    const path = folderBy(line, address);
    const key = inherited?.keyOf(path, events) ?? null;
    const seen = key === null ? null : inherited!.seenBefore(key);
    if (seen !== null) {
      classes!.leaveOut(seen * (1 + like), NOTHING_MET);
      return;
    }
    const folder = directories.folderOf(path);
    const flows = directories.below(line, path);
    for (let i = 0; i < flows.length; i++) {
      found.push(new AddressFlow(oneOf(flows, i), events, address, others, folder));
    }
    if (key !== null) inherited!.see(key, flows.length);
    if (like > 0) classes!.leaveOut(flows.length * like, NOTHING_MET);
  } else {
    for (const { flows, folder } of inputsAt(walk, address, events)) {
      for (let i = 0; i < flows.length; i++) {
        found.push(new AddressFlow(oneOf(flows, i), events, address, others, folder));
      }
    }
  }
  work.spend(FLOW_UNITS * (found.length - before));
}

/** One of the flows as a list: of one alone the list itself, for all addresses. */
function oneOf(flows: readonly Flow[], at: number): readonly Flow[] {
  return flows.length === 1 ? flows : [flows[at]!];
}

const NO_EVENTS: readonly FlowEvent[] = [];
const NOTHING_MET: readonly MetElsewhere[] = [];

function locationEvents(
  walk: ServerWalk,
  address: string,
  others: ReadonlySet<string>,
): readonly FlowEvent[] {
  const { plain } = walk.locations;
  const around = plain.around(address);
  const patterns = eventsNear(walk.locations.patterns, address);
  if (around.length + patterns.length === 0) return NO_EVENTS;
  walk.work.spend(around.length + patterns.length);
  const isCertain = patterns.length === 0 && around.every(holdsAtAll);
  return walk.inOrder(isCertain ? around : eventsAmong([...around, ...patterns], walk, address, others));
}

/** Whether the section, which names this address or one above it, is met at the address itself, too. */
function holdsAtAll({ section: { matcher } }: FlowEvent): boolean {
  return matcher.type === 'location' && !matcher.onlyBelow;
}

function eventsAmong(
  near: readonly FlowEvent[],
  { work }: ServerWalk,
  address: string,
  others: ReadonlySet<string>,
): readonly FlowEvent[] {
  const met = flatMap(near, (event) => {
    const match = matchLocation(event, address, others, work);
    return eventIf(event, match, impliedChoices(event, address)) ?? NO_EVENTS;
  });
  return trimmed(met);
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
