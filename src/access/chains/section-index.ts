import type { Scope } from '../../model/index.ts';
import { joinComponents } from '../paths.ts';
import type { AccessSection } from '../sections.ts';

/** A section with the side of a comparison it belongs to; in a rewrite every section is on both. */
export interface SidedSection {
  readonly section: AccessSection;
  readonly side: 'before' | 'after' | 'both';
}

/** The sections of one server by the walk that finds them. */
export interface SectionLists {
  /** Plain Directory sections and .htaccess files by path. */
  readonly byPath: Map<string, SidedSection[]>;
  readonly wildcards: SidedSection[];
  readonly patterns: SidedSection[];
  /** Those outside of any Directory. */
  readonly files: SidedSection[];
  /** Those inside a Directory section or .htaccess file. */
  readonly nestedFiles: Map<AccessSection, SidedSection[]>;
  readonly locations: SidedSection[];
  readonly proxies: SidedSection[];
}

/** Sections by server (the main server, each virtual host) and, apart, the .htaccess files, which serve all. */
export interface SectionIndex {
  readonly servers: ReadonlyMap<Scope, SectionLists>;
  readonly htaccess: SectionLists;
}

export function indexSections(sections: readonly SidedSection[]): SectionIndex {
  const servers = new Map<Scope, SectionLists>();
  const htaccess = emptyLists();
  for (const sided of sections) {
    const { server, parent, matcher } = sided.section;
    const inHtaccess = matcher.type === 'htaccess' || parent?.matcher.type === 'htaccess';
    addSection(inHtaccess ? htaccess : listsOf(servers, server), sided);
  }
  return { servers, htaccess };
}

/** The sections of the Directory, pattern and Files walks. */
export function walkedSections(lists: SectionLists): AccessSection[] {
  const { byPath, wildcards, patterns, files, nestedFiles } = lists;
  const nested = [...nestedFiles.values()].flat();
  return [...[...byPath.values()].flat(), ...wildcards, ...patterns, ...files, ...nested].map(
    ({ section }) => section,
  );
}

function listsOf(servers: Map<Scope, SectionLists>, server: Scope): SectionLists {
  const known = servers.get(server);
  if (known !== undefined) return known;
  const made = emptyLists();
  servers.set(server, made);
  return made;
}

function emptyLists(): SectionLists {
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

function addSection(lists: SectionLists, sided: SidedSection): void {
  const { matcher, parent } = sided.section;
  switch (matcher.type) {
    case 'directory':
    case 'htaccess':
      append(lists.byPath, joinComponents(matcher.path), sided);
      break;
    case 'directory-wildcard':
      lists.wildcards.push(sided);
      break;
    case 'directory-regex':
      lists.patterns.push(sided);
      break;
    case 'files':
    case 'files-wildcard':
    case 'files-regex':
      if (parent === null) lists.files.push(sided);
      else append(lists.nestedFiles, parent, sided);
      break;
    case 'proxy':
    case 'proxy-wildcard':
    case 'proxy-regex':
      lists.proxies.push(sided);
      break;
    default:
      lists.locations.push(sided);
  }
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
