import { posix } from 'node:path';
import type { Scope } from '../../model/index.ts';
import type { FlowEvent } from '../chains/index.ts';
import { compareOrder, mergeOrder, stepOf } from '../chains/index.ts';
import { ownState24 } from '../states/own-state.ts';
import { isAtOrBelow, isPathAtOrBelow, joinComponents } from '../sections/paths.ts';
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
export type FolderPlaces = ReadonlyMap<string, readonly FolderSection[]>;

export function folderPlaces(units: readonly Unit[]): FolderPlaces {
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
function hasRoom(section: FolderSection): boolean {
  const { file, node } = section.scope;
  const isWritten = section.matcher.type === 'htaccess' || node !== null;
  const first = firstFilesSection(section.scope);
  const isBefore = first === null || (first.file === file && first.guards.length === 0);
  return isWritten && isBefore && section.guards.every(({ on22, on24 }) => on22 === on24);
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
  const isClear = read.every((arrival) => split.copies.every(({ place }) => isToldApart(place, arrival)));
  return !isClear || isMetUnread(split, section, arrivals) ? null : split;
}

/** Whether of requests that arrive so either all meet the copy or none: where a guard is open, an address may have no flow of its own. */
function isToldApart(place: CopyPlace, { situation: { about } }: Arrival): boolean {
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
  if (section === undefined || sections.length > 1 || section.scope.node === null) return false;
  if (unsplit.has(section)) return false;
  const { guards, matcher, parent } = section;
  if (matcher.type === 'location') {
    const inside = guardsOf(section).filter((guard) => !guards.includes(guard));
    return section.scope.args.length === 1 && undecidedGuards(inside).size === 0;
  }
  const isInFolder = parent === null || isFolder(parent);
  return stepOf(section) === 'files' && isInFolder && undecidedGuards(guardsOf(section)).size === 0;
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
  return [...groups.values()].toSorted((a, b) => comparePlaces(a.place, b.place));
}

function comparePlaces(a: CopyPlace | null, b: CopyPlace | null): number {
  if (a?.type === 'inside' && b?.type === 'inside') {
    return compareOrder(mergeOrder(a.section), mergeOrder(b.section));
  }
  if (a?.type === 'behind' && b?.type === 'behind') return a.address.length - b.address.length;
  return Number(a !== null) - Number(b !== null);
}

/** The innermost place of a copy that such requests would meet; null if there is none. */
function placeFor(arrival: Arrival, section: AccessSection, places: FolderPlaces): CopyPlace | null {
  const { region, address } = arrival.situation.about;
  if (section.matcher.type === 'location') {
    const own = joinComponents(section.matcher.path);
    return address === null || address === own || !isPlain(address) ? null : { type: 'behind', address };
  }
  for (let folder = region; folder !== null; folder = folderAround(folder)) {
    const found = places.get(folder)?.findLast((each) => mayTake(each, section, arrival));
    if (found !== undefined) return { type: 'inside', section: found };
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
function mayTake(place: FolderSection, section: AccessSection, arrival: Arrival): boolean {
  if (!isCopyMet({ type: 'inside', section: place }, arrival)) return false;
  if (place.matcher.type === 'htaccess' && !arrival.pair.before.override.classes.includes('AuthConfig')) {
    return false;
  }
  const { parent, server } = section;
  return countsOn(server, place.server) && (parent === null || isInside(place, parent));
}

/** Whether all requests that meet the section have met the outer one before, where that one is read. */
function isInside(section: FolderSection, outer: AccessSection): boolean {
  if (!isFolder(outer) || !isAtOrBelow(section.matcher.path, outer.matcher.path)) return false;
  return countsOn(outer.server, section.server) && compareOrder(mergeOrder(outer), mergeOrder(section)) < 0;
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
  const copies = (section: AccessSection): readonly SectionCopy[] => copiesOf(decidedFor(section, planning));
  const isCopiedTo = (section: AccessSection, place: FolderSection): boolean =>
    copies(section).some((copy) => copy.place.type === 'inside' && copy.place.section === place);
  const hasSay = (section: AccessSection, world: World): boolean => {
    const candidate = decidedFor(section, planning);
    const { tree, merging } = candidateState(candidate, ownState24(section, world), [], world);
    return tree !== null || merging !== null;
  };
  const isOvertaken = ({ of, place }: SectionCopy, { world, met }: WorldFlows): boolean => {
    if (place.type !== 'inside') return false;
    const between = (met.get(place.section) ?? []).flatMap(({ flow }) =>
      sectionsBetween(flow.events, of, place.section),
    );
    return between.some((section) => !isCopiedTo(section, place.section) && hasSay(section, world));
  };
  return sections.filter((section) =>
    copies(section).some((copy) => flows.some((each) => isOvertaken(copy, each))),
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
