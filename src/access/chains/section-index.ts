import type { Scope } from '../../model/index.ts';
import { joinComponents } from '../sections/paths.ts';
import type { FlowEvent, SidedSection } from './flow.ts';
import { mergeOrder } from './order.ts';
import type { AccessSection } from '../sections/types.ts';
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
}

/** Sections by server (the main server, each virtual host) and, apart, the .htaccess files, which serve all. */
export interface SectionIndex {
  readonly servers: ReadonlyMap<Scope, SectionLists>;
  readonly htaccess: SectionLists;
  /** Whether each server reads all of these. */
  readonly sharesHtaccess: boolean;
  /** Spent by whoever makes flows of them. */
  readonly work: Work;
}

export function indexSections(sections: readonly SidedSection[], work: Work = limitedWork()): SectionIndex {
  const servers = new Map<Scope, SectionLists>();
  const htaccess = emptyLists();
  for (const { section, side } of sections) {
    const { server, parent, matcher } = section;
    const inHtaccess = matcher.type === 'htaccess' || parent?.matcher.type === 'htaccess';
    const event = { section, side, choices: [], order: mergeOrder(section) };
    addEvent(inHtaccess ? htaccess : listsOf(servers, server), event);
  }
  const sharesHtaccess = sections.every(({ section: { hosts } }) => hosts === undefined);
  return { servers, htaccess, sharesHtaccess, work };
}

/** The .htaccess files that the server reads: each may look for files of other names (AccessFileName). */
export function htaccessFor({ htaccess, sharesHtaccess }: SectionIndex, server: Scope): SectionLists {
  if (sharesHtaccess) return htaccess;
  const isRead = ({ section: { hosts } }: FlowEvent): boolean =>
    hosts === undefined || hosts.includes(server);
  const { byPath } = htaccess;
  const read = [...byPath].map(([path, events]) => [path, events.filter(isRead)] as const);
  return { ...htaccess, byPath: new Map(read.filter(([, events]) => events.length > 0)) };
}

/** Those that count for requests to a server: the main server's, then its own. */
export function listsFor({ servers }: SectionIndex, server: Scope, main: Scope): SectionLists[] {
  return [...new Set([main, server])].flatMap((each) => servers.get(each) ?? []);
}

/** The sections of the Directory, pattern and Files walks. */
export function walkedSections(lists: SectionLists): AccessSection[] {
  return walkedEvents(lists).map(({ section }) => section);
}

/** Those of all walks. */
export function allEvents(lists: SectionLists): FlowEvent[] {
  return [...walkedEvents(lists), ...lists.locations, ...lists.proxies];
}

function walkedEvents({ byPath, wildcards, patterns, files, nestedFiles }: SectionLists): FlowEvent[] {
  const nested = [...nestedFiles.values()].flat();
  return [...[...byPath.values()].flat(), ...wildcards, ...patterns, ...files, ...nested];
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
      else append(lists.nestedFiles, parent, event);
      break;
    case 'proxy':
    case 'proxy-wildcard':
    case 'proxy-regex':
      lists.proxies.push(event);
      break;
    default:
      lists.locations.push(event);
  }
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
