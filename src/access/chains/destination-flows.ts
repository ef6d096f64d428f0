import { flatMap } from '../../text/index.ts';
import type { Work } from '../work.ts';
import type { Destination, Match } from '../addresses/index.ts';
import { destinationsOf, matchRegexBelow, matchTextWildcard } from '../addresses/index.ts';
import type { Place } from './walked-sections.ts';
import { eventsNear } from './section-index.ts';
import { eventIf, placeKey } from './walked-sections.ts';
import type { Flow, FlowEvent, SidedSection } from './flow.ts';
import { pairDestinations } from './pair-destinations.ts';
import type { ServerWalk } from './server-walk.ts';
import { subjectNowhere } from './server-walk.ts';

/** What requests meet before the Location sections. */
interface Inputs {
  readonly flows: readonly Flow[];
  /** The one folder that the address leads to; null: it is that of each flow. */
  readonly folder: string | null;
}

/** What requests for the address meet in folders and as they are proxied. @param behind what they meet then */
export function inputsAt(walk: ServerWalk, address: string, behind: readonly FlowEvent[]): readonly Inputs[] {
  const then = destinationsOf(walk.map, address, walk.work);
  if (walk.after === null) {
    const led = then.length === 1 ? then : withoutRepeated(then);
    return led.map((to) => inputsFrom(walk, to, behind));
  }
  const now = destinationsOf(walk.after.map, address, walk.work);
  const { skipsAlike } = walk.after;
  return flatMap(pairDestinations(then, now, walk.after), ([from, to]) => {
    if (from === to) return skipsAlike ? NOTHING : inputsFrom(walk, from, behind);
    return { flows: flowsBetween(walk, from, to, skipsAlike), folder: null };
  });
}

const NOTHING: readonly Inputs[] = [];

function inputsFrom(walk: ServerWalk, to: Destination, behind: readonly FlowEvent[]): Inputs {
  const folder = to.type === 'file' ? walk.directories.folderOf(to.path) : null;
  return { flows: destinationFlows(walk, to, behind), folder };
}

/** What several lines may proxy to counts once where it begins alike. */
function withoutRepeated(destinations: readonly Destination[]): readonly Destination[] {
  const unknown = new Set<string>();
  return destinations.filter((to) => {
    if (!isUnknownProxy(to)) return true;
    const isRepeated = unknown.has(to.target);
    unknown.add(to.target);
    return !isRepeated;
  });
}

/** What several lines may proxy to is the same to the sections where it begins alike. */
function isUnknownProxy(to: Destination): to is Extract<Destination, { type: 'proxy' }> {
  return to.type === 'proxy' && to.by !== undefined;
}

function flowsBetween(walk: ServerWalk, from: Destination, to: Destination, skipsAlike: boolean): Flow[] {
  const places = placesOf(walk, to);
  return flatMap(placesOf(walk, from), (before) => {
    const others = skipsAlike ? places.filter((after) => placeKey(after) !== placeKey(before)) : places;
    return flatMap(others, (after) => walk.directories.between(before, after));
  });
}

function placesOf(walk: ServerWalk, to: Destination): Place[] {
  if (to.type === 'file') return [{ folder: to.path }];
  if (to.type === 'module') return [{ target: to.type, events: [] }];
  if (to.type === 'proxy') return [{ target: to.target, events: proxyEvents(walk, to.target) }];
  return walk.directories.foldersOf(to.leadsTo).map((folder) => ({ folder }));
}

export function destinationFlows(
  walk: ServerWalk,
  to: Destination,
  behind: readonly FlowEvent[],
): readonly Flow[] {
  if (to.type === 'file') return walk.directories.at(to.path);
  if (to.type === 'anywhere') return walk.directories.anywhere(to.leadsTo, behind);
  const about = subjectNowhere(walk);
  if (to.type !== 'proxy') return [{ inputs: [], events: [], isFinal: false, about }];
  const where = to.start === '' ? about : { proxied: to.start, ...about };
  return [{ inputs: [], events: proxyEvents(walk, to.target), isFinal: false, about: where }];
}

function proxyEvents({ proxies, inOrder, work }: ServerWalk, target: string): readonly FlowEvent[] {
  const near = eventsNear(proxies, target);
  work.spend(near.length);
  return inOrder(flatMap(near, (event) => eventIf(event, matchProxy(event, target, work)) ?? []));
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
      return matchTarget(matcher.pattern, target, work);
    default:
      return 'never';
  }
}

/** Without a target it is not known what it begins with: only a pattern that matches the empty text matches it for sure. */
function matchTarget(pattern: string, target: string, work: Work): Match {
  const match = matchRegexBelow(pattern, { path: target, others: new Set() }, work);
  return target === '' && match === 'never' ? 'maybe' : match;
}
