import { rememberWeakly, trimmed } from '../../text/index.ts';
import { isPathAtOrBelow, joinComponents, pathComponents, pathWork } from '../folders/paths.ts';
import type { AccessSection } from '../sections/types.ts';
import type { Match, Region, RootedPatterns } from '../addresses/index.ts';
import type { FolderAround, AbsentFolders } from '../folders/folder-around.ts';
import {
  matchDirectoryWildcard,
  matchRegexBelow,
  matchRegexText,
  mayMatchFromRoot,
} from '../addresses/index.ts';
import { choiceOf, hasDeadEnd } from './flow.ts';
import type { FolderTable } from './folder-table.ts';
import type { FlowEvent, SidedSection, Choice } from './flow.ts';
import type { EventOrder } from './event-order.ts';
import { fnmatch } from '../../model/index.ts';
import { FLOW_UNITS } from '../work.ts';
import type { Work } from '../work.ts';
import type { SectionLists } from './section-index.ts';
import { eventsNear } from './section-index.ts';

const NO_EVENTS: readonly FlowEvent[] = [];

/** A folder (or the file of that path), or what is proxied: then with the Proxy sections for it. */
export type Place =
  { readonly folder: string } | { readonly target: string; readonly events: readonly FlowEvent[] };

/** What is walked for every request of a server. */
export interface Walk {
  readonly all: readonly SectionLists[];
  /** The Files sections for every folder, where these are all that there are, and none names a file: else null. */
  readonly anyFile: readonly FlowEvent[] | null;
  /** Whether the sections may be found in any order, and are sooner gone through than looked up by folder. */
  readonly hasFewPaths: boolean;
  readonly folders: FolderTable;
  readonly known: KnownFolders;
  readonly inOrder: EventOrder;
  readonly work: Work;
}

/** What is known of the folders of a server. */
export interface KnownFolders {
  /** Where a folder is certainly not there the walk of a request ends above it (`ap_directory_walk`), until somebody makes it. One that a section writes out is taken to be there. */
  readonly absentIn: AbsentFolders;
  readonly aroundOf: FolderAround;
  readonly rooted: RootedPatterns;
  isThere(folder: string): boolean;
}

/** The sections of `anyFile`; null where some name a file, or stand in a folder's section. */
export function filesOfAny(all: readonly SectionLists[]): Walk['anyFile'] {
  let found = NO_EVENTS;
  for (let i = 0; i < all.length; i++) {
    const { files, nestedFiles } = all[i]!;
    if (nestedFiles.size > 0) return null;
    if (files.length === 0) continue;
    if (files.some((event) => writtenName(event) !== null)) return null;
    found = found.concat(files.map(possible));
  }
  return found;
}

/** What files of any name meet in a place, where none is told apart by its name. */
export function eventsOfAny(
  walk: Walk,
  place: Place,
  anyFile: NonNullable<Walk['anyFile']>,
): readonly FlowEvent[] {
  const walked = eventsAt(walk, place);
  const { length } = anyFile;
  walk.work.spend(FLOW_UNITS + walked.length + (length > 0 ? walked.length + 2 * length : 0));
  return walk.inOrder(length > 0 ? walked.concat(anyFile) : trimmed(walked));
}

/** Places of one key meet the same sections. */
export function placeKey(place: Place): string {
  return 'folder' in place ? place.folder : `proxy:${place.target}`;
}

export function addEvent(events: FlowEvent[], event: FlowEvent | null): void {
  if (event !== null) events.push(event);
}

/** The Directory sections and .htaccess files that a place meets, in no order. */
export function eventsAt(walk: Walk, place: Place): readonly FlowEvent[] {
  const { all, work } = walk;
  if (!('folder' in place)) return place.events;
  let units = pathWork(place.folder);
  const around = walk.hasFewPaths ? null : walk.folders.regionsAround(place.folder);
  const events: FlowEvent[] = [];
  for (let i = 0; i < all.length; i++) {
    const lists = all[i]!;
    units += 1 + addDirectoryEvents(lists, place.folder, around, walk, events);
  }
  work.spend(units);
  return events;
}

/** @returns so many patterns were matched against the folder */
function addDirectoryEvents(
  lists: SectionLists,
  folder: string,
  around: readonly string[] | null,
  walk: Walk,
  found: FlowEvent[],
): number {
  const { wildcards, patterns } = lists;
  if (around === null) addPlainEvents(lists.plain, folder, found);
  else addPlainEventsAt(lists.byPath, around, found);
  if (wildcards.length + patterns.length === 0) return 0;
  const components = pathComponents(folder);
  // A file may take over which patterns the folder around it met.
  const outer = walk.known.aroundOf(folder);
  const folderOfFile = pathComponents(outer);
  const near = eventsNear(wildcards, outer).concat(eventsNear(patterns, outer));
  for (const event of near) {
    const match = matchWalked(event, components, walk);
    const isSame =
      folderOfFile.length === components.length || match === matchWalked(event, folderOfFile, walk);
    addEvent(found, eventIf(event, isSame ? match : 'maybe'));
  }
  return near.length;
}

function addPlainEvents(plain: readonly FlowEvent[], folder: string, found: FlowEvent[]): void {
  for (let i = 0; i < plain.length; i++) {
    const event = plain[i]!;
    if (isPathAtOrBelow(folder, event.path!)) found.push(event);
  }
}

function addPlainEventsAt(
  byPath: SectionLists['byPath'],
  around: readonly string[],
  found: FlowEvent[],
): void {
  for (const path of around) {
    for (const event of byPath.get(path) ?? NO_EVENTS) found.push(event);
  }
}

/** A pattern is matched against no more than the first folder of the path that is not there; a wildcard, against those that are. */
function matchWalked(event: SidedSection, folder: readonly string[], walk: Walk): Match {
  const match = matchFolder(event, folder, walk);
  const absent = match === 'always' ? walk.known.absentIn(folder) : null;
  const { matcher } = event.section;
  if (absent === null) return match;
  const isMet =
    matcher.type === 'directory-wildcard'
      ? matcher.path.length < absent.length
      : matchFolder(event, absent, walk) === 'always';
  return isMet ? 'always' : 'maybe';
}

function matchFolder(
  sided: SidedSection,
  folder: readonly string[],
  { folders: { regions: others }, known, work }: Walk,
): Match {
  const { matcher } = sided.section;
  if (matcher.type === 'directory-wildcard') return matchDirectoryWildcard(matcher.path, folder, others);
  if (matcher.type !== 'directory-regex') return 'never';
  const region = { path: joinComponents(folder), others };
  const match = matchRegexBelow(matcher.pattern, region, work, hasDeadEnd(sided));
  return match === 'maybe' && isMeantElsewhere(matcher.pattern, region, known) ? 'never' : match;
}

/** Whether the pattern is meant for folders from the root, and not for those of the region. */
export function isMeantElsewhere(
  pattern: string,
  region: Region,
  { rooted, isThere }: Pick<KnownFolders, 'rooted' | 'isThere'>,
): boolean {
  const meant = rooted(pattern);
  return meant !== null && !mayMatchFromRoot(meant, region, isThere);
}

/** Files sections that can count: the servers', and those inside the Directory sections and .htaccess files met. */
export function filesSections(all: readonly SectionLists[], met: readonly FlowEvent[]): FlowEvent[] {
  const found: FlowEvent[] = [];
  for (const { files, nestedFiles } of all) {
    for (const event of files) found.push(event);
    if (nestedFiles.size === 0) continue;
    for (const { section } of met) {
      for (const event of nestedFiles.get(section) ?? NO_EVENTS) found.push(event);
    }
  }
  return found;
}

/** The file name that a Files section writes out; null of a pattern. */
export function writtenName({ section: { matcher } }: FlowEvent): string | null {
  return matcher.type === 'files' ? matcher.name : null;
}

/** What a Files section is for files of that name, where those around it are met; null if it is none for them. */
export function fileEvent(
  event: FlowEvent,
  met: ReadonlyMap<AccessSection, FlowEvent>,
  fileName: string | null,
  work: Work,
): FlowEvent | null {
  const { parent } = event.section;
  const around = parent === null ? NO_CHOICES : (met.get(parent)?.choices ?? NO_CHOICES);
  return eventIf(event, matchFile(event.section, fileName, work), around);
}

/** Whether a Files section applies to files of that name; null stands for names that none writes out. */
export function matchFile({ matcher }: AccessSection, fileName: string | null, work: Work): Match {
  if (matcher.type === 'files') return matcher.name === fileName ? 'always' : 'never';
  if (fileName === null) return 'maybe';
  if (matcher.type === 'files-wildcard') return fnmatch(matcher.name, fileName) ? 'always' : 'never';
  return matcher.type === 'files-regex' ? matchRegexText(matcher.pattern, fileName, work) : 'never';
}

const NO_CHOICES: readonly Choice[] = [];

/** The event of a section that matches, or may: then its pattern becomes a choice. Null of one that does not match. */
export function eventIf(
  certain: FlowEvent,
  match: Match,
  around: readonly Choice[] = NO_CHOICES,
): FlowEvent | null {
  if (match === 'never') return null;
  if (around.length === 0) return match === 'always' ? certain : possible(certain);
  return { ...certain, choices: match === 'always' ? around : [...around, choiceOf(certain)] };
}

/** One for all folders and hosts in which it is met. */
const possible = rememberWeakly((certain: FlowEvent): FlowEvent => ({
  ...certain,
  choices: [choiceOf(certain)],
}));
