import { posix } from 'node:path';
import { flatMap } from '../../text/index.ts';
import { joinComponents, pathComponents, pathWork } from '../sections/paths.ts';
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
import type { Flow, FlowSubject, SidedSection } from './flow.ts';
import type { FolderTable } from './folder-table.ts';
import { addressOf } from './location-table.ts';
import type { ServerWalk } from './server-walk.ts';
import { destinationFlows, inputsAt } from './destination-flows.ts';

/** The requests that an address of the server leads to, of those that are asked for, and those that name another server. */
export function reachedFlows(walk: ServerWalk, isAsked: (address: string) => boolean = () => true): Flow[] {
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
  const events = inOrder(flatMap(walk.locations.patterns, (event) => eventIf(event, matchForward(event))));
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
  const met = flatMap(near, (event) =>
    eventIf(event, matchLocation(event, address, others, walk.work), impliedChoices(event, text)),
  );
  const events = inOrder(met);
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
