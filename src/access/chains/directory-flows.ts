import { flatMap, groupBy, rememberWeakly, trimmed } from '../../text/index.ts';
import { isPathAtOrBelow, joinComponents, pathComponents, pathWork } from '../sections/paths.ts';
import type { AccessSection } from '../sections/types.ts';
import type { FolderLine, FolderTest, Match } from '../addresses/index.ts';
import type { AbsentFolders } from '../sections/absent-folders.ts';
import type { FolderAround } from '../sections/folder-around.ts';
import { folderBy, matchDirectoryWildcard, matchRegexBelow, matchRegexText } from '../addresses/index.ts';
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
  /** The folder that is meant by a path: the one around it where it may be that of a file, and patterns are matched against it. */
  folderOf(path: string): string;
  /** The same as `at` for where the line leads the address. */
  below(line: FolderLine, address: string): readonly Flow[];
  /** The folders with rules of their own that are this one or in it, outer ones first. */
  inside(folder: string): readonly string[];
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
const NO_INPUTS: readonly Flow[] = [];
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
  aroundOf: FolderAround = (path) => path,
): DirectoryFlows {
  const all = [...lists, ...htaccessFor(index, ofServer.server)];
  const anyFile = filesOfAny(all);
  // Where names of files are told apart, they come in the order of the folders.
  const hasFewPaths = anyFile !== null && all.every(({ byPath }) => byPath.size <= FEW);
  return new KnownFlows(
    { all, anyFile, hasFewPaths, folders, absentIn, aroundOf, work: index.work },
    ofServer,
  );
}

/** For files of any name in a folder. What is told of them is put together when it is asked for. */
class FolderFlow implements Flow {
  readonly inputs = NO_INPUTS;
  readonly events: readonly FlowEvent[];
  readonly isFinal = false;
  readonly #folder: string;
  readonly #subjects: Subjects;
  #about: FlowSubject | null = null;

  constructor(events: readonly FlowEvent[], folder: string, subjects: Subjects) {
    this.events = events;
    this.#folder = folder;
    this.#subjects = subjects;
  }

  get about(): FlowSubject {
    return (this.#about ??= this.#subjects.of(this.#folder));
  }
}

/** What is told of the requests of one server. */
class Subjects {
  readonly #ofServer: Pick<FlowSubject, 'host' | 'server'>;
  readonly #folders: FolderTable;

  constructor(ofServer: Pick<FlowSubject, 'host' | 'server'>, folders: FolderTable) {
    this.#ofServer = ofServer;
    this.#folders = folders;
  }

  of(folder: string | null): FlowSubject {
    const { regions } = this.#folders;
    return {
      host: this.#ofServer.host,
      server: this.#ofServer.server,
      address: null,
      folder,
      fileName: null,
      fileNames: NONE,
      region: folder === null ? null : this.#folders.regionOf(folder),
      regions,
      addresses: NONE,
    };
  }
}

class KnownFlows implements DirectoryFlows {
  readonly #walk: Walk;
  readonly #subjects: Subjects;
  readonly #hasPatterns: boolean;
  readonly #served = new Map<string, ServedFolder>();
  readonly #known = new Map<string, readonly Flow[]>();
  #led: Map<FolderTest, readonly string[]> | null = null;

  constructor(walk: Walk, ofServer: Pick<FlowSubject, 'host' | 'server'>) {
    this.#walk = walk;
    this.#subjects = new Subjects(ofServer, walk.folders);
    this.#hasPatterns = walk.all.some(({ wildcards, patterns }) => wildcards.length + patterns.length > 0);
  }

  at(folder: string): readonly Flow[] {
    return this.#flowsIn(this.#hasPatterns ? this.folderOf(folder) : this.#walk.folders.regionOf(folder));
  }

  folderOf(path: string): string {
    const { folders, aroundOf } = this.#walk;
    return this.#hasPatterns && !folders.regions.has(path) ? aroundOf(path) : path;
  }

  below(line: FolderLine, address: string): readonly Flow[] {
    if (this.#hasPatterns) return this.at(folderBy(line, address));
    const served = this.#servedAs(line.folder);
    const region = this.#regionIn(served, line, address);
    return region === null ? (served.flows ??= this.at(line.folder)) : this.#flowsIn(region);
  }

  /** The region that the line leads the address to, where that may be another than the region of its folder; else null. */
  #regionIn({ inside }: ServedFolder, line: FolderLine, address: string): string | null {
    if (inside.length === 0 || address.length <= line.path.length) return null;
    const folder = folderBy(line, address);
    if (inside.length > FEW) return this.#walk.folders.regionOf(folder);
    for (let i = inside.length - 1; i >= 0; i--) if (isPathAtOrBelow(folder, inside[i]!)) return inside[i]!;
    return null;
  }

  inside(folder: string): readonly string[] {
    return this.#servedAs(folder).inside;
  }

  #servedAs(folder: string): ServedFolder {
    let served = this.#served.get(folder);
    if (served === undefined) {
      served = { inside: this.#walk.folders.inside(folder), flows: null };
      this.#served.set(folder, served);
    }
    return served;
  }

  anywhere(leadsTo: FolderTest): readonly Flow[] {
    return flatMap(this.foldersOf(leadsTo), (folder) => this.at(folder));
  }

  between(before: Place, after: Place): readonly Flow[] {
    const [from, to] = [placeKey(before), placeKey(after)];
    if (from === to && 'folder' in before) return this.#flowsIn(before.folder);
    const key = `${from} ${to}`;
    const ledTo = 'folder' in before ? { folder: from } : { proxied: before.target };
    const about = { ledTo, ...this.#subjects.of('folder' in after ? after.folder : null) };
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
      const { anyFile } = this.#walk;
      flows =
        anyFile === null
          ? flowsAt(this.#walk, place, place, this.#subjects.of(folder))
          : [new FolderFlow(eventsOfAny(this.#walk, place, anyFile), folder, this.#subjects)];
      this.#known.set(folder, flows);
    }
    return flows;
  }
}

/** A folder that some line puts in the place of a prefix. */
interface ServedFolder {
  readonly inside: readonly string[];
  /** Of what is in none of these but itself; null: nobody asked yet. */
  flows: readonly Flow[] | null;
}

/** So many are gone through sooner than one of them is looked up. */
const FEW = 8;

function placeKey(place: Place): string {
  return 'folder' in place ? place.folder : `proxy:${place.target}`;
}

/** What is walked for every request of a server. */
interface Walk {
  readonly all: readonly SectionLists[];
  /** The Files sections for every folder, where these are all that there are, and none names a file: else null. */
  readonly anyFile: readonly FlowEvent[] | null;
  /** Whether the sections may be found in any order, and are sooner gone through than looked up by folder. */
  readonly hasFewPaths: boolean;
  readonly folders: FolderTable;
  readonly absentIn: AbsentFolders;
  readonly aroundOf: FolderAround;
  readonly work: Work;
}

function filesOfAny(all: readonly SectionLists[]): Walk['anyFile'] {
  const found: FlowEvent[] = [];
  for (let i = 0; i < all.length; i++) {
    const { files, nestedFiles } = all[i]!;
    if (nestedFiles.size > 0 || files.some((event) => writtenName(event) !== null)) return null;
    if (files.length > 0) for (const event of files) found.push(possible(event));
  }
  return found.length === 0 ? NO_EVENTS : found;
}

/** What files of any name meet in a place, where none is told apart by its name. */
function eventsOfAny(walk: Walk, place: Place, anyFile: NonNullable<Walk['anyFile']>): readonly FlowEvent[] {
  const walked = eventsAt(walk, place);
  const { length } = anyFile;
  walk.work.spend(FLOW_UNITS + walked.length + (length > 0 ? walked.length + 2 * length : 0));
  return inOrder(length > 0 ? walked.concat(anyFile) : trimmed(walked));
}

function flowsAt(walk: Walk, before: Place, after: Place, about: FlowSubject): Flow[] {
  const { all, work } = walk;
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
  const { all, work } = walk;
  if (!('folder' in place)) return place.events;
  let units = pathWork(place.folder);
  const around = walk.hasFewPaths ? null : walk.folders.regionsAround(place.folder);
  const events: FlowEvent[] = [];
  for (let i = 0; i < all.length; i++) {
    const lists = all[i]!;
    units += lists.wildcards.length + lists.patterns.length + 1;
    addDirectoryEvents(lists, place.folder, around, walk, events);
  }
  work.spend(units);
  return events;
}

function addDirectoryEvents(
  { byPath, wildcards, patterns }: SectionLists,
  folder: string,
  around: readonly string[] | null,
  walk: Walk,
  found: FlowEvent[],
): void {
  if (byPath.size > 0) addPlainEvents(byPath, folder, around, found);
  if (wildcards.length + patterns.length === 0) return;
  const components = pathComponents(folder);
  // A file may take over which patterns the folder around it met.
  const folderOfFile = pathComponents(walk.aroundOf(folder));
  for (const event of [...wildcards, ...patterns]) {
    const match = matchWalked(event, components, walk);
    const isSame =
      folderOfFile.length === components.length || match === matchWalked(event, folderOfFile, walk);
    addEvent(found, eventIf(event, isSame ? match : 'maybe'));
  }
}

function addPlainEvents(
  byPath: SectionLists['byPath'],
  folder: string,
  around: readonly string[] | null,
  found: FlowEvent[],
): void {
  if (around === null) {
    byPath.forEach((events, path) => {
      if (isPathAtOrBelow(folder, path)) addAll(events, found);
    });
  } else for (const path of around) addAll(byPath.get(path) ?? NO_EVENTS, found);
}

function addAll(events: readonly FlowEvent[], found: FlowEvent[]): void {
  for (let i = 0; i < events.length; i++) found.push(events[i]!);
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
