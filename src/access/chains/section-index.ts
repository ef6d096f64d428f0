import type { Scope } from '../../model/index.ts';
import { joinComponents } from '../folders/paths.ts';
import { choiceOf } from './flow.ts';
import type { EventOrder } from './event-order.ts';
import { inOrder } from './event-order.ts';
import type { FlowEvent, SidedSection } from './flow.ts';
import { mergeOrder, stepOf } from './order.ts';
import type { AccessSection } from '../sections/types.ts';
import { isOfHtaccess } from '../sections/types.ts';
import { limitedWork } from '../work.ts';
import type { Work } from '../work.ts';
import { append, groupBy } from '../../text/index.ts';
import { patternStarts, startLookup, textBeforeWild } from '../addresses/index.ts';

/**
 * The sections of one server, or of some .htaccess files, by the walk that finds them. Made when a server is walked: of all servers only the
 * events are kept.
 */
export interface SectionLists {
  /** Plain Directory sections and .htaccess files. */
  readonly plain: readonly FlowEvent[];
  readonly wildcards: readonly FlowEvent[];
  readonly patterns: readonly FlowEvent[];
  /** Those outside of any Directory. */
  readonly files: readonly FlowEvent[];
  /** Those inside a Directory section or .htaccess file. */
  readonly nestedFiles: ReadonlyMap<AccessSection, readonly FlowEvent[]>;
  readonly locations: readonly FlowEvent[];
  readonly proxies: readonly FlowEvent[];
  /** Those that no request meets, whatever it asks for: of doubled slashes, and Files inside of Files (`ap_file_walk` looks once). */
  readonly dead: readonly FlowEvent[];
  /** The plain ones by their paths. */
  readonly byPath: ReadonlyMap<string, readonly FlowEvent[]>;
}

/**
 * Sections by server (the main server, each virtual host) and, apart, the .htaccess files, each as the event that it is where it matches for
 * certain.
 */
export interface SectionIndex {
  readonly servers: ReadonlyMap<Scope, readonly FlowEvent[]>;
  /** The .htaccess files that all servers read. */
  readonly htaccess: SectionLists;
  /** Those that only some read, since each may look for files of other names (AccessFileName). */
  readonly htaccessOf: ReadonlyMap<Scope, readonly HtaccessGroup[]>;
  /** All of both. */
  readonly allHtaccess: readonly SectionLists[];
  /** Whether each server reads all. */
  readonly sharesHtaccess: boolean;
  readonly inOrder: EventOrder;
  /** Spent by whoever makes flows of them. */
  readonly work: Work;
  /** There are sections beside these: of a host that reads none of these nothing is asked. */
  readonly isOfPart?: boolean;
}

/** The .htaccess files that the same servers read. */
interface HtaccessGroup {
  readonly hosts: readonly Scope[];
  readonly lists: SectionLists;
}

const NO_CHOICES: FlowEvent['choices'] = [];

export function indexSections(
  sections: readonly SidedSection[],
  work: Work = limitedWork(),
  order: EventOrder = inOrder,
): SectionIndex {
  const servers = new Map<Scope, FlowEvent[]>();
  const shared: FlowEvent[] = [];
  const byReaders = new Map<readonly Scope[], FlowEvent[]>();
  for (let i = 0; i < sections.length; i++) {
    const sided = sections[i]!;
    const { section } = sided;
    const event = eventOf(sided);
    if (!isOfHtaccess(section)) {
      append(servers, section.server, event);
      continue;
    }
    const readers = readersOf(section);
    if (readers === undefined) shared.push(event);
    else append(byReaders, readers, event);
  }
  const htaccess = sectionLists(shared);
  const groups = [...byReaders].map(([hosts, events]) => ({ hosts, lists: sectionLists(events) }));
  const allHtaccess = [htaccess, ...groups.map(({ lists }) => lists)];
  const sharesHtaccess = groups.length === 0;
  return { servers, htaccess, htaccessOf: byHost(groups), allHtaccess, sharesHtaccess, inOrder: order, work };
}

function eventOf({ section, side }: SidedSection): FlowEvent {
  const choices = section.mayBeFile === true ? [choiceOf({ section, side })] : NO_CHOICES;
  return { section, side, choices, path: pathOf(section), order: mergeOrder(section) };
}

/** See `FlowEvent`. */
function pathOf({ matcher }: AccessSection): string | null {
  const { type } = matcher;
  return type === 'directory' || type === 'htaccess' || type === 'location'
    ? joinComponents(matcher.path)
    : null;
}

/** The servers that read the .htaccess file; undefined: all. */
function readersOf({ hosts, parent }: AccessSection): readonly Scope[] | undefined {
  return hosts ?? (parent === null ? undefined : readersOf(parent));
}

function byHost(groups: Iterable<HtaccessGroup>): Map<Scope, HtaccessGroup[]> {
  const found = new Map<Scope, HtaccessGroup[]>();
  for (const group of groups) for (const host of group.hosts) append(found, host, group);
  return found;
}

/** Whether the virtual host reads none of the sections: its own, the main server's and .htaccess files. */
export function readsNone({ servers, allHtaccess }: SectionIndex, main: Scope): (host: Scope) => boolean {
  const areShared = servers.has(main) || allHtaccess.some(({ plain }) => plain.length > 0);
  return (host) => !areShared && !servers.has(host);
}

/** The .htaccess files that the server reads. */
export function htaccessFor({ htaccess, htaccessOf }: SectionIndex, server: Scope): readonly SectionLists[] {
  const groups = htaccessOf.get(server);
  return groups === undefined ? [htaccess] : [htaccess, ...groups.map(({ lists }) => lists)];
}

/** Each .htaccess file for one server: the first that reads it, the main server for those that all read. */
export function htaccessFirstReadBy(
  { htaccess, htaccessOf }: SectionIndex,
  server: Scope,
  isMain: boolean,
): readonly SectionLists[] {
  const ofAll = isMain ? [htaccess] : NO_FILES_READ;
  const groups = htaccessOf.get(server)?.filter(({ hosts: [first] }) => first === server) ?? [];
  return groups.length === 0 ? ofAll : [...ofAll, ...groups.map(({ lists }) => lists)];
}

const NO_FILES_READ: readonly SectionLists[] = [];

/** Those of the server itself. */
export function listsOf({ servers }: SectionIndex, server: Scope): SectionLists {
  const own = servers.get(server);
  return own === undefined ? NO_LISTS : sectionLists(own);
}

/** Those of a list that may be met at the text, or at one that it begins. */
export const eventsNear = startLookup(startsOf);

function startsOf({ section: { matcher } }: FlowEvent): readonly string[] {
  switch (matcher.type) {
    case 'directory-regex':
    case 'location-regex':
    case 'proxy-regex':
      return patternStarts(matcher.pattern);
    case 'proxy':
      return [matcher.text];
    case 'proxy-wildcard':
      return [textBeforeWild(matcher.text)];
    case 'directory-wildcard':
    case 'location-wildcard':
      return [textBeforeWild(joinComponents(matcher.path))];
    default:
      return ANYWHERE;
  }
}

const ANYWHERE: readonly string[] = [''];

/** Those of the Directory, pattern and Files walks. */
export function visitWalked(lists: SectionLists, visit: (event: FlowEvent) => void): void {
  const { plain, wildcards, patterns, files, nestedFiles } = lists;
  plain.forEach(visit);
  wildcards.forEach(visit);
  patterns.forEach(visit);
  files.forEach(visit);
  nestedFiles.forEach((events) => events.forEach(visit));
}

/** Where there are none, as of most walks of a host: never added to. */
const NO_EVENTS: FlowEvent[] = [];
const NO_FILES: Map<AccessSection, FlowEvent[]> = new Map();

class SortedSections implements SectionLists {
  plain = NO_EVENTS;
  wildcards = NO_EVENTS;
  patterns = NO_EVENTS;
  files = NO_EVENTS;
  nestedFiles = NO_FILES;
  locations = NO_EVENTS;
  proxies = NO_EVENTS;
  dead = NO_EVENTS;
  #byPath: SectionLists['byPath'] | null = null;

  get byPath(): SectionLists['byPath'] {
    return (this.#byPath ??= groupBy(this.plain, ({ path }) => path!));
  }

  add(event: FlowEvent): void {
    const { matcher, parent } = event.section;
    switch (matcher.type) {
      case 'directory':
      case 'htaccess':
        this.plain = added(this.plain, event);
        break;
      case 'directory-wildcard':
        this.wildcards = added(this.wildcards, event);
        break;
      case 'directory-regex':
        this.patterns = added(this.patterns, event);
        break;
      case 'files':
      case 'files-wildcard':
      case 'files-regex':
        if (parent === null) this.files = added(this.files, event);
        else if (stepOf(parent) === 'files') this.dead = added(this.dead, event);
        else this.#addInside(parent, event);
        break;
      case 'proxy':
      case 'proxy-wildcard':
      case 'proxy-regex':
        this.proxies = added(this.proxies, event);
        break;
      default:
        if (isDead(event.section)) this.dead = added(this.dead, event);
        else this.locations = added(this.locations, event);
    }
  }

  #addInside(parent: AccessSection, event: FlowEvent): void {
    if (this.nestedFiles === NO_FILES) this.nestedFiles = new Map();
    append(this.nestedFiles, parent, event);
  }
}

function added(list: FlowEvent[], event: FlowEvent): FlowEvent[] {
  if (list === NO_EVENTS) return [event];
  list.push(event);
  return list;
}

function sectionLists(events: readonly FlowEvent[]): SectionLists {
  const lists = new SortedSections();
  for (let i = 0; i < events.length; i++) lists.add(events[i]!);
  return lists;
}

const NO_LISTS: SectionLists = new SortedSections();

/** `<Location /a//b>`: what is asked for has its slashes merged before it is compared, the section has not (`ap_location_walk`). */
function isDead({ matcher, scope }: AccessSection): boolean {
  if (matcher.type === 'location-regex') return false;
  const text = scope.args[0] ?? '';
  return text.startsWith('/') && text.includes('//');
}
