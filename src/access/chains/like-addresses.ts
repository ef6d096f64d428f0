import { groupBy } from '../../text/index.ts';
import type { AddressMap, Mapping, PrefixTable } from '../addresses/index.ts';
import { folderLines, mappedPrefixes, prefixTable } from '../addresses/index.ts';
import { pathsTo } from '../folders/paths.ts';
import type { Scope } from '../../model/index.ts';
import type { DirectoryFlows } from './directory-flows.ts';
import type { FlowEvent } from './flow.ts';
import type { FolderClasses } from './folder-classes.ts';
import type { SectionLists } from './section-index.ts';
import type { ServerWalk } from './server-walk.ts';

// Addresses whose requests meet the same sections as those of other addresses: a thousand hosts have a thousand lines of the main server each, and a
// thousand lines lead into one folder with a thousand folders in it. Of these one is gone through.

/** Places in which requests were gone through, by the sections that they meet. */
export type SeenPlaces = Map<string, SeenPlace>;

interface SeenPlace {
  readonly server: Scope;
  readonly flows: number;
}

/** The addresses of one server that none of its own sections is met at: what is met there is what is met on a server before. */
export class InheritedPlaces {
  readonly #classes: FolderClasses;
  readonly #server: Scope;
  readonly #directories: DirectoryFlows;
  /** The server's own sections for folders; null where others of its own may be met in any. */
  readonly #own: PrefixTable<FlowEvent> | null;

  /** @param own null: those of the main server, which all have */
  constructor(classes: FolderClasses, server: Scope, directories: DirectoryFlows, own: SectionLists | null) {
    this.#classes = classes;
    this.#server = server;
    this.#directories = directories;
    this.#own = ownFolders(own);
  }

  /** One for all servers on which the same is met there; null where the server's own sections may be met. @param behind what is met behind the folder */
  keyOf(path: string, behind: readonly FlowEvent[]): string | null {
    const { isShared, numberOf } = this.#classes;
    if (this.#own === null || this.#own.firstAround(path) !== null) return null;
    let key = this.#directories.placeOf(path);
    for (let i = 0; i < behind.length; i++) {
      if (!isShared(behind[i]!)) return null;
      key += `\n${numberOf(behind[i]!)}`;
    }
    return key;
  }

  /** How many flows were gone through there on a server before; null if on none. */
  seenBefore(key: string): number | null {
    const seen = this.#classes.seenPlaces.get(key);
    return seen === undefined || seen.server === this.#server ? null : seen.flows;
  }

  see(key: string, flows: number): void {
    this.#classes.seenPlaces.set(key, { server: this.#server, flows });
  }
}

/** Whether it takes longer to go through the addresses of each host than to find that they are like those of another. */
export function hasManyAddresses(
  map: AddressMap,
  { locations }: SectionLists,
  directories: DirectoryFlows,
): boolean {
  let count = locations.length;
  for (const { folder } of folderLines(map)) {
    count += 1 + (folder === null ? 0 : directories.inside(folder).length);
    if (count > FEW_ADDRESSES) return true;
  }
  return false;
}

const FEW_ADDRESSES = 16;

function ownFolders(own: SectionLists | null): PrefixTable<FlowEvent> | null {
  if (own === null) return prefixTable<FlowEvent>([], () => '/');
  const { plain, wildcards, patterns, files, nestedFiles } = own;
  const isAnywhere = wildcards.length + patterns.length + files.length + nestedFiles.size > 0;
  return isAnywhere ? null : prefixTable(plain, ({ path }) => path!);
}

/** Lines that lead into a folder which a line before leads into, too, so that below both the same is met: each with that one. */
export function repeatedLines(
  { map, locations, directories, after }: ServerWalk,
  { numberOf }: FolderClasses,
): ReadonlyMap<Mapping, Mapping> {
  if (folderLines(map).length <= FEW_LINES) return NO_LINES;
  const byFolder = groupBy(
    folderLines(map).filter(({ folder }) => folder !== null),
    ({ folder }) => folder!,
  );
  const repeated = [...byFolder].filter(
    ([folder, lines]) => lines.length > 1 && directories.inside(folder).length > 0,
  );
  if (repeated.length === 0 || after !== null || locations.patterns.length > 0) return NO_LINES;
  if (!isFollowedAnywhere(map)) return NO_LINES;
  const pathsAround = new Set([...mappedPrefixes(map), ...locations.plain.paths].flatMap(pathsAbove));
  const leadsAlone = (line: Mapping): boolean =>
    !pathsAround.has(line.path) &&
    map.aliased.firstAround(line.path) === line &&
    map.proxied.firstAround(line.path) === null;
  const found = new Map<Mapping, Mapping>();
  for (const [, lines] of repeated) {
    const behind = ({ path }: Mapping): string => locations.plain.around(path).map(numberOf).join(' ');
    for (const [first, ...others] of groupBy(lines.filter(leadsAlone), behind).values()) {
      for (const line of others) found.set(line, first!);
    }
  }
  return found;
}

const NO_LINES: ReadonlyMap<Mapping, Mapping> = new Map();

/** All of so few are gone through. */
const FEW_LINES = 8;

function isFollowedAnywhere({ opaque, maybeProxied, maybeKept, answered }: AddressMap): boolean {
  return opaque.length + maybeProxied.length + maybeKept.length + answered.all.length === 0;
}

function pathsAbove(path: string): readonly string[] {
  return path === '/' ? [] : pathsTo(path).slice(0, -1);
}
