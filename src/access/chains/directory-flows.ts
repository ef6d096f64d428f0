import { flatMap, groupBy, rememberWeakly } from '../../text/index.ts';
import { joinComponents, pathComponents, pathWork } from '../sections/paths.ts';
import type { AccessSection } from '../sections/types.ts';
import type { FolderTest, Match } from '../addresses/index.ts';
import type { AbsentFolders } from '../sections/absent-folders.ts';
import { matchDirectoryWildcard, matchRegexBelow, matchRegexText } from '../addresses/index.ts';
import { remember } from '../sections/remember.ts';
import { choiceOf, hasDeadEnd } from './choice.ts';
import type { FolderTable } from './folder-table.ts';
import type { Flow, FlowEvent, FlowSubject, SidedSection } from './flow.ts';
import { compareOrder } from './order.ts';
import { fnmatch } from '../../model/index.ts';
import { FLOW_UNITS } from '../work.ts';
import type { Work } from '../work.ts';
import { htaccessFor } from './section-index.ts';
import type { SectionIndex, SectionLists } from './section-index.ts';

/** Makes, once each, the flows of what the Directory, pattern and Files walks of one server can meet. */
export interface DirectoryFlows {
  /**
   * For files at and below the folder (or for the file of that path): one flow for each file name that matters. Where no pattern is
   * matched against the folder they are those of the deepest folder with rules of its own that it is in.
   */
  at(folder: readonly string[]): readonly Flow[];
  /** For files anywhere, where an address cannot be followed to one. */
  anywhere(leadsTo: FolderTest): readonly Flow[];
  /** For what the first tree takes from one place and the second from another: each with its own sections. */
  between(before: Place, after: Place): readonly Flow[];
  /** The folders of `anywhere`. */
  foldersOf(leadsTo: FolderTest): (readonly string[])[];
}

/** A folder (or the file of that path), as text, too, or what is proxied: then with the Proxy sections for it. */
export type Place =
  | { readonly folder: readonly string[]; readonly path: string }
  | { readonly target: string; readonly events: readonly FlowEvent[] };

const NONE: ReadonlySet<string> = new Set();
const NO_EVENTS: readonly FlowEvent[] = [];
const NO_NAMES: ReadonlyMap<string | null, readonly FlowEvent[]> = new Map();

/**
 * @param lists the sections of the server and of the main server
 * @param absentIn where a folder is certainly not there the walk of a request ends above it (`ap_directory_walk`), until somebody makes
 * it. One that a section writes out is taken to be there.
 */
export function createDirectoryFlows(
  index: SectionIndex,
  lists: readonly SectionLists[],
  folders: FolderTable,
  ofServer: Pick<FlowSubject, 'host' | 'server'>,
  absentIn: AbsentFolders = () => null,
): DirectoryFlows {
  const { work } = index;
  const walk: Walk = { all: [...lists, ...htaccessFor(index, ofServer.server)], folders, absentIn, work };
  const known = new Map<string, readonly Flow[]>();
  const { host, server } = ofServer;
  const subject = (folder: string | null): FlowSubject => ({
    host,
    server,
    address: null,
    folder,
    fileName: null,
    fileNames: NONE,
    region: folder === null ? null : folders.regionOf(folder),
    regions: folders.regions,
    addresses: NONE,
  });
  const flowsFor = (path: string, components: readonly string[] | null): readonly Flow[] => {
    let flows = known.get(path);
    if (flows === undefined) {
      const place = { folder: components ?? pathComponents(path), path };
      known.set(path, (flows = flowsAt(walk, place, place, subject(path))));
    }
    return flows;
  };
  const hasPatterns = walk.all.some(({ wildcards, patterns }) => wildcards.length + patterns.length > 0);
  const at = (folder: readonly string[]): readonly Flow[] => {
    const path = joinComponents(folder);
    if (hasPatterns) return flowsFor(path, folder);
    const region = folders.regionOf(path);
    return flowsFor(region, region === path ? folder : null);
  };
  // Many addresses are led there by the same line.
  const foldersOf = remember((leadsTo: FolderTest): (readonly string[])[] => {
    const meant = folders.meantBy(leadsTo);
    work.spend(1 + meant.length);
    return meant;
  });
  return {
    at,
    foldersOf,
    anywhere: (leadsTo) => flatMap(foldersOf(leadsTo), at),
    between(before, after) {
      const [from, to] = [placeKey(before), placeKey(after)];
      if (from === to && 'folder' in before) return flowsFor(from, before.folder);
      const key = `${from} ${to}`;
      const ledTo = 'folder' in before ? { folder: from } : { proxied: before.target };
      const about = { ledTo, ...subject('folder' in after ? after.path : null) };
      const flows = known.get(key) ?? flowsAt(walk, before, after, about);
      known.set(key, flows);
      return flows;
    },
  };
}

function placeKey(place: Place): string {
  return 'folder' in place ? place.path : `proxy:${place.target}`;
}

/** What is walked for every request of a server. */
interface Walk {
  readonly all: readonly SectionLists[];
  readonly folders: FolderTable;
  readonly absentIn: AbsentFolders;
  readonly work: Work;
}

function flowsAt(walk: Walk, before: Place, after: Place, about: FlowSubject): Flow[] {
  const { all, work } = walk;
  const walkedAt = (place: Place) => eventsAt(walk, place);
  const isAfter = ({ side }: FlowEvent): boolean => side === 'after';
  const walked =
    before === after || placeKey(before) === placeKey(after)
      ? walkedAt(before)
      : [...walkedAt(before).filter((event) => !isAfter(event)), ...walkedAt(after).filter(isAfter)];
  // What is proxied has no file.
  const files = filesSections(all, walked).filter((event) => 'folder' in (isAfter(event) ? after : before));
  work.spend(walked.length);
  work.spend(FLOW_UNITS);
  if (files.length === 0) return [{ inputs: [], events: inOrder(walked), isFinal: false, about }];
  const isNested = files.some(({ section }) => section.parent !== null);
  const met = new Map(isNested ? walked.map((event) => [event.section, event]) : []);
  const patterns = files.filter((event) => writtenName(event) === null);
  const isPlain = patterns.length === files.length;
  const byName = isPlain ? NO_NAMES : groupBy(files, writtenName);
  const fileNames = isPlain ? NONE : new Set([...byName.keys()].filter((name) => name !== null));
  work.spend((walked.length + patterns.length) * (fileNames.size + 1) + files.length);
  work.spend(FLOW_UNITS * fileNames.size);
  return [null, ...fileNames].map((fileName) => {
    const named = fileName === null ? [] : (byName.get(fileName) ?? []);
    const events = flatMap([...named, ...patterns], (event) => fileEvent(event, met, fileName, work));
    return {
      inputs: [],
      events: inOrder([...walked, ...events]),
      isFinal: false,
      about: { ...about, fileName, fileNames },
    };
  });
}

function eventsAt(walk: Walk, place: Place): readonly FlowEvent[] {
  const { all, folders, work } = walk;
  if (!('folder' in place)) return place.events;
  work.spend(pathWork(place.folder));
  for (const { wildcards, patterns } of all) work.spend(wildcards.length + patterns.length + 1);
  const around = folders.regionsAround(place.path);
  return flatMap(all, (lists) => directoryEvents(lists, place.folder, around, walk));
}

function directoryEvents(
  { byPath, wildcards, patterns }: SectionLists,
  folder: readonly string[],
  around: readonly string[],
  walk: Walk,
): FlowEvent[] {
  const plain = byPath.size === 0 ? [] : flatMap(around, (path) => byPath.get(path) ?? NO_EVENTS);
  if (wildcards.length + patterns.length === 0) return plain;
  const matched = flatMap([...wildcards, ...patterns], (event) =>
    eventIf(event, matchWalked(event, folder, walk)),
  );
  return [...plain, ...matched];
}

/** A pattern is matched against no more than the first folder of the path that is not there; a wildcard, against those that are. */
function matchWalked(
  event: SidedSection,
  folder: readonly string[],
  { folders: { regions }, absentIn, work }: Walk,
): Match {
  const match = matchFolder(event, folder, regions, work);
  const absent = match === 'always' ? absentIn(folder) : null;
  const { matcher } = event.section;
  if (absent === null) return match;
  const isMet =
    matcher.type === 'directory-wildcard'
      ? matcher.path.length < absent.length
      : matchFolder(event, absent, regions, work) === 'always';
  return isMet ? 'always' : 'maybe';
}

function matchFolder(
  sided: SidedSection,
  folder: readonly string[],
  others: ReadonlySet<string>,
  work: Work,
): Match {
  const { matcher } = sided.section;
  if (matcher.type === 'directory-wildcard') return matchDirectoryWildcard(matcher.path, folder, others);
  if (matcher.type !== 'directory-regex') return 'never';
  return matchRegexBelow(matcher.pattern, { path: joinComponents(folder), others }, work, hasDeadEnd(sided));
}

/** Files sections that can count: the servers', and those inside the Directory sections and .htaccess files met. */
function filesSections(all: readonly SectionLists[], met: readonly FlowEvent[]): FlowEvent[] {
  return flatMap(all, ({ files, nestedFiles }) => {
    const nested =
      nestedFiles.size === 0 ? [] : flatMap(met, ({ section }) => nestedFiles.get(section) ?? []);
    return [...files, ...nested];
  });
}

/** The file name that a Files section writes out; null of a pattern. */
function writtenName({ section: { matcher } }: FlowEvent): string | null {
  return matcher.type === 'files' ? matcher.name : null;
}

function fileEvent(
  event: FlowEvent,
  met: ReadonlyMap<AccessSection, FlowEvent>,
  fileName: string | null,
  work: Work,
): FlowEvent | readonly FlowEvent[] {
  const { parent } = event.section;
  const around = parent === null ? [] : (met.get(parent)?.choices ?? []);
  return eventIf(event, matchFile(event.section, fileName, work), around);
}

/** Whether a Files section applies to files of that name; null stands for names that none writes out. */
export function matchFile({ matcher }: AccessSection, fileName: string | null, work: Work): Match {
  if (matcher.type === 'files') return matcher.name === fileName ? 'always' : 'never';
  if (fileName === null) return 'maybe';
  if (matcher.type === 'files-wildcard') return fnmatch(matcher.name, fileName) ? 'always' : 'never';
  return matcher.type === 'files-regex' ? matchRegexText(matcher.pattern, fileName, work) : 'never';
}

/** The event of a section that matches, or may: then its pattern becomes a choice. */
export function eventIf(
  certain: FlowEvent,
  match: Match,
  around: readonly string[] = [],
): FlowEvent | readonly FlowEvent[] {
  if (match === 'never') return NO_EVENTS;
  if (around.length === 0) return match === 'always' ? certain : possible(certain);
  return { ...certain, choices: match === 'always' ? around : [...around, choiceOf(certain)] };
}

/** One for all folders and hosts in which it is met. */
const possible = rememberWeakly((certain: FlowEvent): FlowEvent => ({
  ...certain,
  choices: [choiceOf(certain)],
}));

/** In the order in which they are merged, as most are found. */
export function inOrder(events: readonly FlowEvent[]): readonly FlowEvent[] {
  for (let i = 1; i < events.length; i++) {
    if (byOrder(events[i - 1]!, events[i]!) > 0) return events.toSorted(byOrder);
  }
  return events;
}

function byOrder(a: FlowEvent, b: FlowEvent): number {
  return compareOrder(a.order, b.order);
}
