import { posix } from 'node:path';
import type { Scope } from '../../model/index.ts';
import { flatMap } from '../../text/index.ts';
import type { FlowEvent } from '../chains/index.ts';
import { compareOrder, mergeOrder, stepOf } from '../chains/index.ts';
import { ownState24 } from '../states/own-state.ts';
import { isAtOrBelow, isPathAtOrBelow, joinComponents } from '../folders/paths.ts';
import type { AccessSection, FolderSection } from '../sections/types.ts';
import { countsOn, guardsOf, isFolder } from '../sections/types.ts';
import type { World } from '../sections/worlds.ts';
import { undecidedGuards } from '../sections/worlds.ts';
import type { WorldFlows } from './arrivals.ts';
import type { CopyPlace, SectionCopy, SplitCandidate } from './candidate.ts';
import { candidateState, copiesOf } from './candidate.ts';
import type { ReadArrival } from './judge.ts';
import { firstRight, isRight } from './judge.ts';
import type { Arrival, Planning } from './planning.ts';
import { decidedFor, isCopyMet } from './planning.ts';
import type { Unit } from './units.ts';
import { plainCandidates, textByCases, wholeText } from './written-candidates.ts';

// A section that inherits something else in one folder, or at one address, than elsewhere need not tell the cases apart by
// expressions: it can stand once more, with other rules, where these hold. Files sections inside of the section of a folder are
// merged behind those outside (ap_file_walk, server/request.c); Locations in the order in which they are written.

/** The sections of folders that can take a Files section, by folder. */
export type FolderPlaces = (folder: string) => readonly FolderSection[];

/** Looked up when they are first asked for: most trees need no copies. */
export function folderPlaces(units: readonly Unit[]): FolderPlaces {
  let places: ReadonlyMap<string, readonly FolderSection[]> | null = null;
  return (folder) => (places ??= placesByFolder(units)).get(folder) ?? [];
}

function placesByFolder(units: readonly Unit[]): ReadonlyMap<string, readonly FolderSection[]> {
  const places = new Map<string, FolderSection[]>();
  for (const { sections } of units) {
    const [section] = sections;
    if (section === undefined || sections.length > 1 || !isFolder(section) || !hasRoom(section)) continue;
    const folder = joinComponents(section.matcher.path);
    places.set(folder, [...(places.get(folder) ?? []), section]);
  }
  return places;
}

/** A place that one server has and the other has not would take no part in both walks. */
function hasRoom({ scope, guards }: FolderSection): boolean {
  const first = firstFilesSection(scope);
  const isBefore = first === null || (first.file === scope.file && first.guards.length === 0);
  return isBefore && guards.every(({ on22, on24 }) => on22 === on24);
}

/** Copies stand before the Files sections that the section of a folder has of its own. */
export function firstFilesSection(folder: Scope): Scope | null {
  const isFiles = (item: Scope['items'][number]): item is Scope =>
    item.type === 'scope' && (item.kind === 'files' || item.kind === 'filesmatch');
  return folder.items.find(isFiles) ?? null;
}

/**
 * The section with rules that are right where requests come from outermost, and a copy wherever these are not right. Texts tell
 * cases apart only where they have to. Null if a section can't be copied, or if no text is right.
 */
export function splitCandidate(
  unit: Unit,
  arrivals: readonly Arrival[],
  read: readonly ReadArrival[],
  places: FolderPlaces,
  planning: Planning,
): SplitCandidate | null {
  const [section] = unit.sections;
  if (section === undefined || !canBeCopied(unit, planning)) return null;
  const [outermost, ...inner] = groupByPlace(section, read, places);
  if (outermost === undefined || inner.length === 0) return null;
  const rest =
    firstRight(plainCandidates(unit, outermost.met, planning), outermost.met, planning) ??
    textByCases(outermost.met, planning);
  if (rest === null) return null;
  const copies: SectionCopy[] = [];
  const split: SplitCandidate = { type: 'split', rest, copies };
  for (const { place, met } of inner) {
    if (place === null || isRight(split, met, planning)) continue;
    const text = wholeText(unit, met, planning) ?? textByCases(met, planning);
    if (text === null) return null;
    copies.push({ of: section, place, text });
  }
  const isClear = read.every((arrival) => split.copies.every(({ place }) => isDistinguished(place, arrival)));
  return !isClear || isMetUnread(split, section, arrivals) ? null : split;
}

/** Whether of requests that arrive so either all meet the copy or none: where a guard is open, an address may have no flow of its own. */
function isDistinguished(place: CopyPlace, { situation: { about } }: Arrival): boolean {
  if (place.type === 'inside' || about.addresses.has(place.address)) return true;
  const { address } = about;
  if (address === null) return false;
  return isPathAtOrBelow(address, place.address) || !isPathAtOrBelow(place.address, address);
}

/** Whether a copy would have its say where the section has none: the .htaccess file that it stands in is not read there. */
function isMetUnread(
  split: SplitCandidate,
  { parent }: AccessSection,
  arrivals: readonly Arrival[],
): boolean {
  if (parent?.matcher.type !== 'htaccess') return false;
  const unread = arrivals.filter(({ pair }) => pair.before.unread.includes(parent.scope.seq));
  return unread.some((arrival) => split.copies.some(({ place }) => isCopyMet(place, arrival)));
}

function canBeCopied({ sections }: Unit, { unsplit }: Planning): boolean {
  const [section] = sections;
  if (section === undefined || sections.length > 1 || unsplit.has(section)) return false;
  // A copy of a Location stands in the guards of the Location itself.
  if (section.matcher.type === 'location') return true;
  return stepOf(section) === 'files' && undecidedGuards(guardsOf(section)).size === 0;
}

/** Requests that meet the same copies, where there are copies. */
interface PlaceGroup {
  readonly place: CopyPlace | null;
  readonly met: ReadArrival[];
}

/** Outer ones before inner ones; those that no copy could have its say on come first. */
function groupByPlace(
  section: AccessSection,
  read: readonly ReadArrival[],
  places: FolderPlaces,
): PlaceGroup[] {
  const groups = new Map<AccessSection | string | null, PlaceGroup>();
  for (const arrival of read) {
    const place = placeFor(arrival, section, places);
    const key = place === null ? null : place.type === 'inside' ? place.section : place.address;
    const group = groups.get(key) ?? { place, met: [] };
    groups.set(key, group);
    group.met.push(arrival);
  }
  return [...groups.values()].toSorted((a, b) => compareOrder(orderOf(a.place), orderOf(b.place)));
}

function orderOf(place: CopyPlace | null): readonly number[] {
  if (place === null) return [0];
  return place.type === 'inside' ? mergeOrder(place.section) : [1, place.address.length];
}

/** The innermost place of a copy that such requests would meet; null if there is none. */
function placeFor(arrival: Arrival, section: AccessSection, places: FolderPlaces): CopyPlace | null {
  const { region, address } = arrival.situation.about;
  if (section.matcher.type === 'location') {
    const own = joinComponents(section.matcher.path);
    return address === null || address === own || !isPlain(address) ? null : { type: 'behind', address };
  }
  for (let folder = region; folder !== null; folder = folderAround(folder)) {
    const inFolder = places(folder).map((each) => ({ type: 'inside' as const, section: each }));
    const found = inFolder.findLast((place) => mayTake(place, section, arrival));
    if (found !== undefined) return found;
  }
  return null;
}

/** Whether the address is the name of a Location as it stands. */
function isPlain(address: string): boolean {
  return /^[\w./~+-]+$/.test(address);
}

function folderAround(folder: string): string | null {
  return folder === '/' ? null : posix.dirname(folder);
}

/** Whether a copy in the folder's section has its say on such requests, and on none that do not meet the section itself. */
function mayTake(
  place: CopyPlace & { readonly type: 'inside' },
  { parent, server }: AccessSection,
  arrival: Arrival,
): boolean {
  if (!isCopyMet(place, arrival) || !countsOn(server, place.section.server)) return false;
  const { matcher } = place.section;
  const { classes } = arrival.pair.before.override;
  if (matcher.type === 'htaccess' && !classes.includes('AuthConfig')) return false;
  return parent === null || (isFolder(parent) && isAtOrBelow(matcher.path, parent.matcher.path));
}

/**
 * The Files sections that must not be split, since another one has its say between them and one of their copies, and no
 * copy of its own behind that.
 */
export function overtakenSections(
  sections: readonly AccessSection[],
  flows: readonly WorldFlows[],
  planning: Planning,
): AccessSection[] {
  const placesOf = (section: AccessSection): FolderSection[] =>
    flatMap(copiesOf(decidedFor(section, planning)), ({ place }) =>
      place.type === 'inside' ? place.section : [],
    );
  const hasSay = (section: AccessSection, world: World): boolean => {
    const candidate = decidedFor(section, planning);
    const { tree, merging } = candidateState(candidate, ownState24(section, world), [], world);
    return tree !== null || merging !== null;
  };
  const isOvertaken = (section: AccessSection, place: FolderSection, { world, met }: WorldFlows): boolean => {
    const between = (met.get(place) ?? []).flatMap(({ events }) => sectionsBetween(events, section, place));
    return between.some((each) => !placesOf(each).includes(place) && hasSay(each, world));
  };
  return sections.filter((section) =>
    placesOf(section).some((place) => flows.some((each) => isOvertaken(section, place, each))),
  );
}

/** The Files sections of one flow that are merged behind the one and before its copy in the section of a folder. */
function sectionsBetween(
  events: readonly FlowEvent[],
  of: AccessSection,
  place: FolderSection,
): AccessSection[] {
  const start = events.findIndex(({ section }) => section === of);
  if (start === -1) return [];
  const following = events.slice(start + 1).map(({ section }) => section);
  return following.filter(
    (section) =>
      stepOf(section) === 'files' &&
      (section.parent === null || compareOrder(mergeOrder(section.parent), mergeOrder(place)) < 0),
  );
}
