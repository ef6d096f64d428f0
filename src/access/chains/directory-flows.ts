import type { Scope } from '../../model/index.ts';
import { flatMap, groupBy, lazy, trimmed } from '../../text/index.ts';
import type { AccessSection } from '../sections/types.ts';
import type { FolderLine, FolderTest } from '../addresses/index.ts';
import { isPathAtOrBelow } from '../folders/paths.ts';
import type { FolderClasses } from './folder-classes.ts';
import { FlowsAnywhere } from './folder-classes.ts';
import type { FolderTable } from './folder-table.ts';
import { choiceOf, patternOfChoice } from './flow.ts';
import type { Flow, FlowEvent, FlowProgress, FlowSubject } from './flow.ts';
import { FLOW_UNITS } from '../work.ts';
import { htaccessFor } from './section-index.ts';
import type { SectionIndex, SectionLists } from './section-index.ts';
import type { KnownFolders, Place, Walk } from './walked-sections.ts';
import {
  addEvent,
  eventsAt,
  eventsOfAny,
  fileEvent,
  filesOfAny,
  filesSections,
  isMeantElsewhere,
  placeKey,
  writtenName,
} from './walked-sections.ts';

/** Makes, once each, the flows of what the Directory, pattern and Files walks of one server can meet. */
export interface DirectoryFlows {
  /**
   * For files at and below the folder (or for the file of that path): one flow for each file name that matters. Where no pattern is
   * matched against the folder they are those of the deepest folder with rules of its own that it is in.
   */
  at(folder: string): readonly Flow[];
  /** The folder that is meant by a path: the one around it where it may be that of a file, and patterns are matched against it. */
  folderOf(path: string): string;
  /** Paths of one place meet the same. */
  placeOf(path: string): string;
  /** The same as `at` for a path that the line leads an address to. */
  below(line: FolderLine, path: string): readonly Flow[];
  /** The folders with rules of their own that are this one or in it, outer ones first. */
  inside(folder: string): readonly string[];
  /** For files anywhere, where an address cannot be followed to one. @param behind what is met behind the folder */
  anywhere(leadsTo: FolderTest, behind: readonly FlowEvent[]): readonly Flow[];
  /** For what the first tree takes from one place and the second from another: each with its own sections. */
  between(before: Place, after: Place): readonly Flow[];
  /** The folders of `anywhere`. */
  foldersOf(leadsTo: FolderTest): readonly string[];
}

const NONE: ReadonlySet<string> = new Set();
const NO_EVENTS: readonly FlowEvent[] = [];
const NO_INPUTS: readonly Flow[] = [];
const NO_NAMES: ReadonlyMap<string | null, readonly FlowEvent[]> = new Map();

/**
 * @param lists the sections of the server and of the main server
 * @param classes where folders that meet the same need not be gone through one by one
 */
export function createDirectoryFlows(
  index: SectionIndex,
  lists: readonly SectionLists[],
  folders: FolderTable,
  server: Scope,
  known: KnownFolders = NOTHING_KNOWN,
  classes: FolderClasses | null = null,
): DirectoryFlows {
  const all = lists.concat(htaccessFor(index, server));
  const anyFile = filesOfAny(all);
  // Where names of files are told apart, they come in the order of the folders.
  const hasFewPaths = anyFile !== null && all.every(({ plain }) => plain.length <= FEW);
  return new KnownFlows(
    { all, anyFile, hasFewPaths, folders, known, inOrder: index.inOrder, work: index.work },
    server,
    classes,
  );
}

const NOTHING_KNOWN: KnownFolders = {
  absentIn: () => null,
  aroundOf: (path) => path,
  rooted: () => null,
  isThere: () => false,
};

/** For files of any name in a folder. What is told of them is put together when it is asked for. */
class FolderFlow implements Flow {
  readonly events: readonly FlowEvent[];
  progress: FlowProgress | undefined = undefined;
  readonly #folder: string;
  readonly #subjects: Subjects;
  #about: FlowSubject | null = null;

  constructor(events: readonly FlowEvent[], folder: string, subjects: Subjects) {
    this.events = events;
    this.#folder = folder;
    this.#subjects = subjects;
  }

  get inputs(): readonly Flow[] {
    return NO_INPUTS;
  }

  get isFinal(): boolean {
    return false;
  }

  get about(): FlowSubject {
    return (this.#about ??= this.#subjects.of(this.#folder));
  }
}

/** What is told of the requests of one server. */
class Subjects {
  readonly #server: Scope;
  readonly #walk: Walk;
  readonly #isMeantElsewhere: NonNullable<FlowSubject['isMeantElsewhere']>;

  constructor(server: Scope, walk: Walk) {
    this.#server = server;
    this.#walk = walk;
    const patterns = lazy(() => patternsByChoice(walk.all));
    this.#isMeantElsewhere = (chosen, path) => {
      const pattern = patterns().get(chosen);
      const region = { path, others: walk.folders.regions };
      return pattern !== undefined && isMeantElsewhere(pattern, region, walk.known);
    };
  }

  of(folder: string | null): FlowSubject {
    const { folders } = this.#walk;
    const { regions } = folders;
    return {
      server: this.#server,
      address: null,
      folder,
      fileName: null,
      fileNames: NONE,
      region: folder === null ? null : folders.regionOf(folder),
      regions,
      addresses: NONE,
      isMeantElsewhere: this.#isMeantElsewhere,
    };
  }
}

/** The patterns of sections for folders, each by the one of its choice. */
function patternsByChoice(all: readonly SectionLists[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const event of all.flatMap(({ patterns }) => patterns)) {
    const { matcher } = event.section;
    if (matcher.type === 'directory-regex') found.set(patternOfChoice(choiceOf(event)), matcher.pattern);
  }
  return found;
}

class KnownFlows implements DirectoryFlows {
  readonly #walk: Walk;
  readonly #subjects: Subjects;
  readonly #hasPatterns: boolean;
  readonly #served = new Map<string, ServedFolder>();
  readonly #known = new Map<string, readonly Flow[]>();
  readonly #classes: FolderClasses | null;
  #led: Map<FolderTest, readonly string[]> | null = null;
  #anywhere: FlowsAnywhere | null = null;

  constructor(walk: Walk, server: Scope, classes: FolderClasses | null) {
    this.#walk = walk;
    this.#classes = classes;
    this.#subjects = new Subjects(server, walk);
    this.#hasPatterns = walk.all.some(({ wildcards, patterns }) => wildcards.length + patterns.length > 0);
  }

  at(folder: string): readonly Flow[] {
    return this.#flowsIn(this.placeOf(folder));
  }

  placeOf(path: string): string {
    return this.#hasPatterns ? this.folderOf(path) : this.#walk.folders.regionOf(path);
  }

  folderOf(path: string): string {
    const { folders, known } = this.#walk;
    return this.#hasPatterns && !folders.regions.has(path) ? known.aroundOf(path) : path;
  }

  below({ folder }: FolderLine, path: string): readonly Flow[] {
    if (this.#hasPatterns) return this.at(path);
    const served = this.#servedAs(folder);
    const region = this.#regionIn(served, path);
    return region === null ? (served.flows ??= this.at(folder)) : this.#flowsIn(region);
  }

  /** The region that a path below the folder is in, where that may be another than the region of the folder; else null. */
  #regionIn({ inside }: ServedFolder, path: string): string | null {
    if (inside.length === 0) return null;
    if (inside.length > FEW) return this.#walk.folders.regionOf(path);
    for (let i = inside.length - 1; i >= 0; i--) if (isPathAtOrBelow(path, inside[i]!)) return inside[i]!;
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

  anywhere(leadsTo: FolderTest, behind: readonly FlowEvent[]): readonly Flow[] {
    const classes = this.#classes;
    const own = classes === null ? [] : this.#walk.all.filter((lists) => !classes.shared.includes(lists));
    const hasPatterns = own.some(({ wildcards, patterns }) => wildcards.length + patterns.length > 0);
    if (classes === null || hasPatterns) return flatMap(this.foldersOf(leadsTo), (folder) => this.at(folder));
    this.#anywhere ??= new FlowsAnywhere(classes, own, this.#walk.folders, (folder) => this.at(folder));
    return this.#anywhere.in(leadsTo, behind);
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
  if (files.length === 0)
    return [{ inputs: [], events: walk.inOrder(trimmed(walked)), isFinal: false, about }];
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
      events: walk.inOrder(trimmed(events)),
      isFinal: false,
      about: isOfAny ? about : { ...about, fileName, fileNames },
    };
  };
  return isPlain ? [flowFor(null)] : [null, ...fileNames].map(flowFor);
}

const NOTHING_MET: ReadonlyMap<AccessSection, FlowEvent> = new Map();
