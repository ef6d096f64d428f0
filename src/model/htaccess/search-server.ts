import { onDrive } from '../paths/config-path.ts';
import type { Places } from '../paths/places.ts';
import type { Reading } from '../read/reading.ts';
import type { HtaccessFile, Occurrence, Scope } from '../types.ts';
import type { Unknown } from '../unknown.ts';
import { welcomeHtaccess } from '../read/surroundings.ts';
import { accessFileNames } from './access-file-names.ts';
import type { FoundHtaccess } from './find-htaccess.ts';
import { findHtaccess, findHtaccessOf } from './find-htaccess.ts';
import type { HomeGround } from './home-folders.ts';
import { findUnknownHomes } from './home-folders.ts';
import { openFolders, openItems } from './open-folders.ts';
import { overrideNone } from './override-none.ts';
import { overrideReach } from './override-reach.ts';
import { readHtaccess } from './read-htaccess.ts';
import type { FolderSearch, SearchMemory } from './search-memory.ts';
import { unsearchedFolders } from './unsearched-folders.ts';
import { eachFolder, foldersAround, servedFolders } from './served-folders.ts';
import type { Served } from './served-folders.ts';
import { flatMap } from '../../text/index.ts';

export const MOST_FOLDERS = 50_000;

interface ServerSearch {
  readonly main: Scope;
  /** ServerRoot. */
  readonly root: string;
  readonly mostFolders: number;
  /** Of the configuration itself, real paths. */
  readonly ownFolders: readonly string[];
  readonly isCopy: boolean;
  /** See SearchMemory. */
  readonly names: object | null;
  readonly searches: SearchMemory;
}

/**
 * Finds and reads the .htaccess files that the server of this configuration would read: those below what it serves, and those on the
 * way there from the root (ap_directory_walk, server/request.c).
 */
export function searchServer(request: ServerSearch, reading: Reading): HtaccessFile[] {
  const { main, root, mostFolders, ownFolders, searches } = request;
  const { served, overrides, places } = reading;
  const bounds = `${mostFolders} ${root}`;
  const { found, real, isNeverRead, unknowns } = searches.search(
    bounds,
    [served, overrides],
    request.names,
    places,
    (asked) => searchFolders(request, { ...reading, places: asked }),
  );
  for (const unknown of unknowns) reading.unknowns.push(unknown);
  return readHtaccess(found, main, welcomeHtaccess([...ownFolders, ...real], true), reading, isNeverRead);
}

function searchFolders(
  { main, root, mostFolders, isCopy }: ServerSearch,
  { served: items, overrides: lines, virtualHosts, places }: Reading,
): FolderSearch {
  const overrides = lines.filter(({ name }) => name !== 'accessfilename');
  const fileNames = lines.filter(({ name }) => name === 'accessfilename');
  const isNeverRead = overrideNone(overrides, root);
  const open = openItems(items);
  const unknowns = [...openFolders(items, open, fileNames, root, isNeverRead)];
  const leading = servedFolders(items, open, root, places);
  const served = eachFolder(leading);
  const folders = [...served].filter((folder) => !isNeverRead(folder));
  const names = accessFileNames(fileNames, main, virtualHosts);
  const { found: below, cutAt, unreadable } = findHtaccess(folders, names, places, mostFolders);
  const onTheWay = [...foldersAround(served)].filter((folder) => !isNeverRead(folder));
  const found = outermostFirst(findHtaccessOf(onTheWay, names, places), below);
  const path = main.file.path;
  if (cutAt !== null) unknowns.push(searchCut(cutAt, mostFolders, path));
  const mapped = foldersByServer(leading.filter(({ item }) => isMapping(item)));
  const aroundLost = foldersAround(folders.filter((folder) => places.kindOf(folder) === null));
  const shut = [...onTheWay, ...aroundLost].filter((folder) => isShut(folder, places));
  const unsearched = {
    mapped,
    ofSections: leading.flatMap(({ item, folders: own }) => (item.type === 'scope' ? own : [])),
    unreadable: new Set([...unreadable, ...shut]),
    items,
    root,
    reach: overrideReach(overrides, root),
    isNeverRead,
    path,
    isCopy,
  };
  unknowns.push(...unsearchedFolders(unsearched, places));
  unknowns.push(
    ...homesNotSearched(items, { places, isNeverRead, isCopy, isOnWindows: onDrive(root) !== null }),
  );
  const real = flatMap(folders, (folder) => places.realPath(folder) ?? []);
  const isPlaceless = unknowns.length === 0 && open.size === 0 && fileNames.length === 0;
  return { found, real, isNeverRead, unknowns, isPlaceless };
}

/** What leads there of itself, and is not told of elsewhere: what only has a section may lie anywhere. */
function isMapping(item: Occurrence | Scope): boolean {
  return item.type === 'occurrence' && item.on22 !== 'no' && !ELSEWHERE.has(item.name);
}

/** The folders, but for `/`, each with the servers whose lines lead there. */
function foldersByServer(leading: readonly Served[]): ReadonlyMap<string, ReadonlySet<Scope>> {
  const servers = new Map<string, Set<Scope>>();
  for (const { item, folders } of leading) {
    const { server } = item.type === 'scope' ? item : item.scope;
    for (const folder of folders) {
      const known = servers.get(folder);
      if (known !== undefined) known.add(server);
      else if (folder !== '/') servers.set(folder, new Set([server]));
    }
  }
  return servers;
}

const ELSEWHERE: ReadonlySet<string> = new Set(['userdir', 'rewriterule', 'rewritemap']);

function isShut(folder: string, places: Places): boolean {
  return places.kindOf(folder) === 'folder' && places.list(folder) === null;
}

/** UserDir lines whose folders are not known, where a .htaccess file would be read in them. */
function homesNotSearched(served: readonly (Occurrence | Scope)[], ground: HomeGround): readonly Unknown[] {
  const lines = flatMap(served, (item) =>
    item.name === 'userdir' && item.type === 'occurrence' ? [item] : [],
  );
  return flatMap(
    lines.filter(({ on22 }) => on22 !== 'no'),
    (line) => findUnknownHomes(line, ground) ?? [],
  );
}

/** Those on the way before those that are found below; what is both is one. */
function outermostFirst(
  onTheWay: readonly FoundHtaccess[],
  below: readonly FoundHtaccess[],
): readonly FoundHtaccess[] {
  const known = new Set(below.map(({ path }) => path));
  return [...onTheWay.filter(({ path }) => !known.has(path)), ...below];
}

/** That not every folder was looked at. @param path of the file, or folder, that the search was for */
export function searchCut(cutAt: string, mostFolders: number, path: string): Unknown {
  const message =
    `More than ${mostFolders} folders could hold .htaccess files: the search ended at ${cutAt}. ` +
    'Folders after it were not looked at, and .htaccess files in them are not migrated; run the tool on them, too.';
  return {
    kind: 'folder',
    path,
    offset: null,
    subject: `folders after ${cutAt}`,
    below: null,
    message,
    bearing: 'access',
  };
}
