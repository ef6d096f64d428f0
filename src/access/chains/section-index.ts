import type { Scope } from '../../model/index.ts';
import { joinComponents } from '../folders/paths.ts';
import { choiceOf } from './choice.ts';
import type { FlowEvent, SidedSection } from './flow.ts';
import { mergeOrder, stepOf } from './order.ts';
import type { AccessSection } from '../sections/types.ts';
import { isOfHtaccess } from '../sections/types.ts';
import { limitedWork } from '../work.ts';
import type { Work } from '../work.ts';

/** The sections of one server by the walk that finds them, each as the event that it is where it matches for certain. */
export interface SectionLists {
  /** Plain Directory sections and .htaccess files by path. */
  readonly byPath: Map<string, FlowEvent[]>;
  readonly wildcards: FlowEvent[];
  readonly patterns: FlowEvent[];
  /** Those outside of any Directory. */
  readonly files: FlowEvent[];
  /** Those inside a Directory section or .htaccess file. */
  readonly nestedFiles: Map<AccessSection, FlowEvent[]>;
  readonly locations: FlowEvent[];
  readonly proxies: FlowEvent[];
  /** Those that no request meets, whatever it asks for: of doubled slashes, and Files inside of Files (`ap_file_walk` looks once). */
  readonly dead: FlowEvent[];
}

/** Sections by server (the main server, each virtual host) and, apart, the .htaccess files. */
export interface SectionIndex {
  readonly servers: ReadonlyMap<Scope, SectionLists>;
  /** The .htaccess files that all servers read. */
  readonly htaccess: SectionLists;
  /** Those that only some read, since each may look for files of other names (AccessFileName). */
  readonly htaccessOf: ReadonlyMap<Scope, readonly HtaccessGroup[]>;
  /** All of both. */
  readonly allHtaccess: readonly SectionLists[];
  /** Whether each server reads all. */
  readonly sharesHtaccess: boolean;
  /** Spent by whoever makes flows of them. */
  readonly work: Work;
}

/** The .htaccess files that the same servers read. */
interface HtaccessGroup {
  readonly hosts: readonly Scope[];
  readonly lists: SectionLists;
}

const NO_CHOICES: FlowEvent['choices'] = [];

export function indexSections(sections: readonly SidedSection[], work: Work = limitedWork()): SectionIndex {
  const servers = new Map<Scope, SectionLists>();
  const htaccess = emptyLists();
  const groups = new Map<readonly Scope[], HtaccessGroup>();
  for (let i = 0; i < sections.length; i++) {
    const { section, side } = sections[i]!;
    const choices = section.mayBeFile === true ? [choiceOf({ section, side })] : NO_CHOICES;
    const event = { section, side, choices, order: mergeOrder(section) };
    const hosts = hostsOf(section);
    if (!isOfHtaccess(section)) addEvent(listsOf(servers, section.server), event);
    else addEvent(hosts === undefined ? htaccess : groupOf(groups, hosts).lists, event);
  }
  const allHtaccess = [htaccess, ...[...groups.values()].map(({ lists }) => lists)];
  const sharesHtaccess = groups.size === 0;
  return { servers, htaccess, htaccessOf: byHost(groups.values()), allHtaccess, sharesHtaccess, work };
}

/** The servers that read the .htaccess file; undefined: all. */
function hostsOf({ hosts, parent }: AccessSection): readonly Scope[] | undefined {
  return hosts ?? (parent === null ? undefined : hostsOf(parent));
}

function groupOf(groups: Map<readonly Scope[], HtaccessGroup>, hosts: readonly Scope[]): HtaccessGroup {
  const known = groups.get(hosts) ?? { hosts, lists: emptyLists() };
  groups.set(hosts, known);
  return known;
}

function byHost(groups: Iterable<HtaccessGroup>): Map<Scope, HtaccessGroup[]> {
  const found = new Map<Scope, HtaccessGroup[]>();
  for (const group of groups) for (const host of group.hosts) append(found, host, group);
  return found;
}

/** The .htaccess files that the server reads. */
export function htaccessFor({ htaccess, htaccessOf }: SectionIndex, server: Scope): SectionLists[] {
  return [htaccess, ...(htaccessOf.get(server) ?? []).map(({ lists }) => lists)];
}

/** Each .htaccess file for one server: the first that reads it, the main server for those that all read. */
export function htaccessFirstReadBy(
  { htaccess, htaccessOf }: SectionIndex,
  server: Scope,
  isMain: boolean,
): SectionLists[] {
  const groups = (htaccessOf.get(server) ?? []).filter(({ hosts: [first] }) => first === server);
  return [...(isMain ? [htaccess] : []), ...groups.map(({ lists }) => lists)];
}

/** Those that count for requests to a server: the main server's, then its own. */
export function listsFor({ servers }: SectionIndex, server: Scope, main: Scope): SectionLists[] {
  const lists = [main, ...(server === main ? [] : [server])].map((each) => servers.get(each));
  return lists.filter((each) => each !== undefined);
}

/** Those of all walks. */
export function allEvents(lists: SectionLists): FlowEvent[] {
  const found: FlowEvent[] = [];
  visitEvents(lists, (event) => void found.push(event));
  return found;
}

export function visitEvents(lists: SectionLists, visit: (event: FlowEvent) => void): void {
  visitWalked(lists, visit);
  lists.locations.forEach(visit);
  lists.proxies.forEach(visit);
  lists.dead.forEach(visit);
}

/** Those of the Directory, pattern and Files walks. */
export function visitWalked(lists: SectionLists, visit: (event: FlowEvent) => void): void {
  const { byPath, wildcards, patterns, files, nestedFiles } = lists;
  const visitAll = (events: readonly FlowEvent[]): void => events.forEach(visit);
  byPath.forEach(visitAll);
  wildcards.forEach(visit);
  patterns.forEach(visit);
  files.forEach(visit);
  nestedFiles.forEach(visitAll);
}

function listsOf(servers: Map<Scope, SectionLists>, server: Scope): SectionLists {
  const known = servers.get(server);
  if (known !== undefined) return known;
  const made = emptyLists();
  servers.set(server, made);
  return made;
}

export function emptyLists(): SectionLists {
  return {
    byPath: new Map(),
    wildcards: [],
    patterns: [],
    files: [],
    nestedFiles: new Map(),
    locations: [],
    proxies: [],
    dead: [],
  };
}

function addEvent(lists: SectionLists, event: FlowEvent): void {
  const { matcher, parent } = event.section;
  switch (matcher.type) {
    case 'directory':
    case 'htaccess':
      append(lists.byPath, joinComponents(matcher.path), event);
      break;
    case 'directory-wildcard':
      lists.wildcards.push(event);
      break;
    case 'directory-regex':
      lists.patterns.push(event);
      break;
    case 'files':
    case 'files-wildcard':
    case 'files-regex':
      if (parent === null) lists.files.push(event);
      else if (stepOf(parent) === 'files') lists.dead.push(event);
      else append(lists.nestedFiles, parent, event);
      break;
    case 'proxy':
    case 'proxy-wildcard':
    case 'proxy-regex':
      lists.proxies.push(event);
      break;
    default:
      (isDead(event.section) ? lists.dead : lists.locations).push(event);
  }
}

/** `<Location /a//b>`: what is asked for has its slashes merged before it is compared, the section has not (`ap_location_walk`). */
function isDead({ matcher, scope }: AccessSection): boolean {
  if (matcher.type === 'location-regex') return false;
  const text = scope.args[0] ?? '';
  return text.startsWith('/') && text.includes('//');
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
