import { flatMap, groupBy, rememberWeakly, trimmed } from '../../text/index.ts';
import { isPathAtOrBelow, joinComponents, pathComponents, pathWork } from '../sections/paths.ts';
import type { AccessSection } from '../sections/types.ts';
import type { FolderTest, Match } from '../addresses/index.ts';
import type { AbsentFolders } from '../sections/absent-folders.ts';
import { matchDirectoryWildcard, matchRegexBelow, matchRegexText } from '../addresses/index.ts';
import type { Choice } from './choice.ts';
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
  at(folder: string): readonly Flow[];
  /** For files anywhere, where an address cannot be followed to one. */
  anywhere(leadsTo: FolderTest): readonly Flow[];
  /** For what the first tree takes from one place and the second from another: each with its own sections. */
  between(before: Place, after: Place): readonly Flow[];
  /** The folders of `anywhere`. */
  foldersOf(leadsTo: FolderTest): readonly string[];
}

/** A folder (or the file of that path), or what is proxied: then with the Proxy sections for it. */
export type Place =
  { readonly folder: string } | { readonly target: string; readonly events: readonly FlowEvent[] };

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
  const all = [...lists, ...htaccessFor(index, ofServer.server)];
  return new KnownFlows({ all, anyFile: filesOfAny(all), folders, absentIn, work: index.work }, ofServer);
}

class KnownFlows implements DirectoryFlows {
  readonly #walk: Walk;
  readonly #ofServer: Pick<FlowSubject, 'host' | 'server'>;
  readonly #hasPatterns: boolean;
  #served: ServedFolder | null = null;
  readonly #known = new Map<string, readonly Flow[]>();
  #led: Map<FolderTest, readonly string[]> | null = null;

  constructor(walk: Walk, ofServer: Pick<FlowSubject, 'host' | 'server'>) {
    this.#walk = walk;
    this.#ofServer = ofServer;
    this.#hasPatterns = walk.all.some(({ wildcards, patterns }) => wildcards.length + patterns.length > 0);
  }

  at(folder: string): readonly Flow[] {
    return this.#flowsIn(this.#hasPatterns ? folder : this.#regionOf(folder));
  }

  /** Most are in the folder that is asked for first, for the root of all addresses. */
  #regionOf(folder: string): string {
    const { folders } = this.#walk;
    const isIn = (region: string) => isPathAtOrBelow(folder, region);
    if (this.#served !== null && isIn(this.#served.region)) {
      return this.#served.inner.findLast(isIn) ?? this.#served.region;
    }
    const region = folders.regionOf(folder);
    const inner = this.#served === null ? folders.fewBelow(region) : null;
    if (inner !== null) this.#served = { region, inner };
    return region;
  }

  anywhere(leadsTo: FolderTest): readonly Flow[] {
    return flatMap(this.foldersOf(leadsTo), (folder) => this.at(folder));
  }

  between(before: Place, after: Place): readonly Flow[] {
    const [from, to] = [placeKey(before), placeKey(after)];
    if (from === to && 'folder' in before) return this.#flowsIn(before.folder);
    const key = `${from} ${to}`;
    const ledTo = 'folder' in before ? { folder: from } : { proxied: before.target };
    const about = { ledTo, ...this.#subject('folder' in after ? after.folder : null) };
    const flows = this.#known.get(key) ?? flowsAt(this.#walk, before, after, about);
    this.#known.set(key, flows);
    return flows;
  }

  // Many addresses are led there by the same line.
  foldersOf(leadsTo: FolderTest): readonly string[] {
    const { folders, work } = this.#walk;
    const known = this.#led?.get(leadsTo);
    if (known !== undefined) return known;
    const meant = folders.meantBy(leadsTo);
    work.spend(1 + meant.length);
    (this.#led ??= new Map()).set(leadsTo, meant);
    return meant;
  }

  #flowsIn(folder: string): readonly Flow[] {
    let flows = this.#known.get(folder);
    if (flows === undefined) {
      const place = { folder };
      flows = flowsAt(this.#walk, place, place, this.#subject(folder));
      this.#known.set(folder, flows);
    }
    return flows;
  }

  #subject(folder: string | null): FlowSubject {
    const { folders } = this.#walk;
    return {
      host: this.#ofServer.host,
      server: this.#ofServer.server,
      address: null,
      folder,
      fileName: null,
      fileNames: NONE,
      region: folder === null ? null : folders.regionOf(folder),
      regions: folders.regions,
      addresses: NONE,
    };
  }
}

interface ServedFolder {
  readonly region: string;
  /** All regions in it, outer ones first. */
  readonly inner: readonly string[];
}

function placeKey(place: Place): string {
  return 'folder' in place ? place.folder : `proxy:${place.target}`;
}

/** What is walked for every request of a server. */
interface Walk {
  readonly all: readonly SectionLists[];
  /** The Files sections for every folder, where these are all that there are, and none names a file: else null. */
  readonly anyFile: readonly FlowEvent[] | null;
  readonly folders: FolderTable;
  readonly absentIn: AbsentFolders;
  readonly work: Work;
}

function filesOfAny(all: readonly SectionLists[]): Walk['anyFile'] {
  const isPlain = ({ files, nestedFiles }: SectionLists): boolean =>
    nestedFiles.size === 0 && files.every((event) => writtenName(event) === null);
  return all.every(isPlain) ? all.flatMap(({ files }) => files.map(possible)) : null;
}

function flowsAt(walk: Walk, before: Place, after: Place, about: FlowSubject): Flow[] {
  const { all, anyFile, work } = walk;
  if (before === after && anyFile !== null) {
    const walked = eventsAt(walk, before);
    work.spend(FLOW_UNITS + walked.length);
    if (anyFile.length > 0) work.spend(walked.length + 2 * anyFile.length);
    return [{ inputs: [], events: inOrder(walked.concat(anyFile)), isFinal: false, about }];
  }
  const isAfter = ({ side }: FlowEvent): boolean => side === 'after';
  const isOnePlace = before === after || placeKey(before) === placeKey(after);
  const walked = isOnePlace
    ? eventsAt(walk, before)
    : [
        ...eventsAt(walk, before).filter((event) => !isAfter(event)),
        ...eventsAt(walk, after).filter(isAfter),
      ];
  const written = filesSections(all, walked);
  // What is proxied has no file.
  const hasFile = (event: FlowEvent) => 'folder' in (isAfter(event) ? after : before);
  const files = written.every(hasFile) ? written : written.filter(hasFile);
  work.spend(walked.length);
  work.spend(FLOW_UNITS);
  if (files.length === 0) return [{ inputs: [], events: inOrder(trimmed(walked)), isFinal: false, about }];
  const isNested = files.some(({ section }) => section.parent !== null);
  const met = isNested ? new Map(walked.map((event) => [event.section, event])) : NOTHING_MET;
  const patterns = files.filter((event) => writtenName(event) === null);
  const isPlain = patterns.length === files.length;
  const byName = isPlain ? NO_NAMES : groupBy(files, writtenName);
  const fileNames = isPlain ? NONE : new Set([...byName.keys()].filter((name) => name !== null));
  work.spend((walked.length + patterns.length) * (fileNames.size + 1) + files.length);
  work.spend(FLOW_UNITS * fileNames.size);
  const flowFor = (fileName: string | null): Flow => {
    const named = fileName === null ? NO_EVENTS : (byName.get(fileName) ?? NO_EVENTS);
    const events = [...walked];
    const add = (event: FlowEvent): void => addEvent(events, fileEvent(event, met, fileName, work));
    named.forEach(add);
    patterns.forEach(add);
    const isOfAny = fileName === null && fileNames === NONE;
    return {
      inputs: [],
      events: inOrder(trimmed(events)),
      isFinal: false,
      about: isOfAny ? about : { ...about, fileName, fileNames },
    };
  };
  return isPlain ? [flowFor(null)] : [null, ...fileNames].map(flowFor);
}

const NOTHING_MET: ReadonlyMap<AccessSection, FlowEvent> = new Map();

function addEvent(events: FlowEvent[], event: FlowEvent | null): void {
  if (event !== null) events.push(event);
}

function eventsAt(walk: Walk, place: Place): readonly FlowEvent[] {
  const { all, folders, work } = walk;
  if (!('folder' in place)) return place.events;
  work.spend(pathWork(place.folder));
  for (const { wildcards, patterns } of all) work.spend(wildcards.length + patterns.length + 1);
  const around = folders.regionsAround(place.folder);
  const events: FlowEvent[] = [];
  for (const lists of all) addDirectoryEvents(lists, place.folder, around, walk, events);
  return events;
}

function addDirectoryEvents(
  { byPath, wildcards, patterns }: SectionLists,
  folder: string,
  around: readonly string[],
  walk: Walk,
  found: FlowEvent[],
): void {
  if (byPath.size > 0) {
    for (const path of around) for (const event of byPath.get(path) ?? NO_EVENTS) found.push(event);
  }
  if (wildcards.length + patterns.length === 0) return;
  const components = pathComponents(folder);
  for (const event of [...wildcards, ...patterns]) {
    addEvent(found, eventIf(event, matchWalked(event, components, walk)));
  }
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
function writtenName({ section: { matcher } }: FlowEvent): string | null {
  return matcher.type === 'files' ? matcher.name : null;
}

function fileEvent(
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
