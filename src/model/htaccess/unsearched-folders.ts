import { groupBy, isLossy } from '../../text/index.ts';
import { decodePath, resolvePath } from '../paths/config-path.ts';
import type { Places } from '../paths/places.ts';
import type { Occurrence, Scope } from '../types.ts';
import type { Unknown } from '../unknown.ts';
import type { IsNeverRead } from './override-none.ts';
import { foldersAround } from './served-folders.ts';

export interface Unsearched {
  /** Folders that addresses lead to, as the server names them, and the servers whose addresses these are. */
  readonly mapped: ReadonlyMap<string, ReadonlySet<Scope>>;
  /** The folders of Directory sections. */
  readonly ofSections: readonly string[];
  /** Folders that are there and that this user can't look into. */
  readonly unreadable: ReadonlySet<string>;
  /** What names the folders, for a place to point at. */
  readonly items: readonly (Occurrence | Scope)[];
  readonly root: string;
  /** The line by which .htaccess files count in a folder or below it. */
  readonly reach: (folder: string) => string | null;
  readonly isNeverRead: IsNeverRead;
  /** The main file. */
  readonly path: string;
  /** Whether the tree lies elsewhere than it says. */
  readonly isCopy: boolean;
}

/** The folders in which .htaccess files would count and that could not be searched for them, grouped by why and by what lets them count. */
export function unsearchedFolders(unsearched: Unsearched, places: Places): Unknown[] {
  const { mapped, isNeverRead } = unsearched;
  const unreadable = new Set([
    ...unsearched.unreadable,
    ...sectionsIn((folder) => unsearched.unreadable.has(folder), unsearched, places),
  ]);
  const lost = sectionsIn((folder) => mapped.has(folder) && isLost(folder, places), unsearched, places);
  const mayBeRead = [...new Set([...mapped.keys(), ...lost])].filter(
    (folder) =>
      !isNeverRead(folder) && serversOf(folder, mapped).some((server) => !isNeverRead(folder, server)),
  );
  const missing = outermost(mayBeRead.filter((folder) => !unreadable.has(folder)));
  const byWhy = groupBy(missing, (folder) => whyMissing(folder, unsearched, places));
  const closed = outermost([...unreadable].filter((folder) => !isNeverRead(folder)));
  return [
    ...grouped(byWhy.get('outside') ?? [], 'outside', unsearched),
    ...grouped(byWhy.get('absent') ?? [], 'absent', unsearched),
    ...grouped(
      closed.filter((folder) => !isLossy(folder)),
      'unreadable',
      unsearched,
    ),
    ...grouped(closed.filter(isLossy), 'unnamed', unsearched),
  ];
}

/** In a folder that can't be searched: such a section may let files count where the folder around it lets none. */
function sectionsIn(
  isUnsearched: (folder: string) => boolean,
  { ofSections }: Unsearched,
  places: Places,
): string[] {
  return ofSections.filter(
    (folder) => isLost(folder, places) && [...foldersAround([folder])].some(isUnsearched),
  );
}

function isLost(folder: string, places: Places): boolean {
  const kind = places.kindOf(folder);
  return kind === null || kind === 'outside';
}

/** The servers that have addresses for the folder, or for one that it is in. The main server's hold in every host. */
function serversOf(folder: string, mapped: Unsearched['mapped']): (Scope | undefined)[] {
  const servers = [folder, ...foldersAround([folder])].flatMap((at) => [...(mapped.get(at) ?? [])]);
  return servers.map((server) => (server.kind === 'server' ? undefined : server));
}

/**
 * Of a copy what it does not hold. Of a tree in its place a folder that is not there only where a line lets .htaccess files count in
 * it: one that somebody wrote for them, not 2.2's default.
 */
function whyMissing(folder: string, { reach, isCopy }: Unsearched, places: Places): Why | null {
  const kind = places.kindOf(folder);
  const isOutside = kind === 'outside' || (kind === null && isCopy);
  if (isOutside) return !OF_PACKAGES.test(folder) || reach(folder) !== null ? 'outside' : null;
  return kind === null && reach(folder) !== null ? 'absent' : null;
}

/** What comes with the server, without .htaccess files: icons, pages of errors, the manual. */
const OF_PACKAGES =
  /^\/usr\/(?:share\/(?:apache2|httpd|doc|javascript)|lib\/(?:apache2|cgi-bin))(?:\/|$)|^\/var\/www\/(?:icons|error|manual)(?:\/|$)/;

/** What is inside of another is not known with it. */
function outermost(folders: readonly string[]): string[] {
  const all = new Set(folders);
  return folders.filter((folder) => ![...foldersAround([folder])].some((around) => all.has(around)));
}

function grouped(folders: readonly string[], why: Why, unsearched: Unsearched): Unknown[] {
  const { reach } = unsearched;
  // A keyword is the same in any case.
  const byLine = groupBy(folders, (folder) => reach(folder)?.toLowerCase());
  return [...byLine.values()].flatMap(
    (group) => unknownFolders(group, reach(group[0]), why, unsearched) ?? [],
  );
}

/** `outside`: of what a copy holds; `absent`: of a tree that lies where it says; `unnamed`: see `isLossy`. */
type Why = 'outside' | 'absent' | 'unreadable' | 'unnamed';

const MOST_NAMED = 3;

function unknownFolders(
  folders: readonly string[],
  line: string | null,
  why: Why,
  { items, root, path }: Unsearched,
): Unknown | null {
  const [first] = folders;
  if (first === undefined) return null;
  const naming = items.filter((item) => namesFolder(item, first, root));
  const place = naming.find(({ type }) => type === 'occurrence') ?? naming[0];
  const node =
    place === undefined || place.node === null ? null : 'open' in place.node ? place.node.open : place.node;
  const named = folders.slice(0, MOST_NAMED).join(', ');
  const more = folders.length > MOST_NAMED ? ` and ${folders.length - MOST_NAMED} more` : '';
  const isOne = folders.length === 1;
  return {
    kind: 'folder',
    path: place?.file.path ?? path,
    offset: node?.name.span.start ?? null,
    subject: named + more,
    below: isOne ? first : null,
    folders,
    message: `${sentence(why, folders.length, `${named}${more}`, line)} ${REMEDY[why]}`,
    bearing: 'access',
  };
}

function sentence(why: Why, count: number, named: string, line: string | null): string {
  const isOne = count === 1;
  const what = isOne
    ? `${named} is served and ${STATE[why]}`
    : `${count} folders are served and ${STATE[why]}: ${named}`;
  const override = line === null ? "2.2's default, AllowOverride All" : line;
  const whose = isOne ? 'its' : 'their';
  return `${what}. With ${override}, ${whose} .htaccess files count: they were not migrated, and 2.4 answers 500 to Order lines in them.`;
}

const STATE: Readonly<Record<Why, string>> = {
  outside: 'not in this copy',
  absent: 'not here',
  unreadable: 'not readable for this user',
  unnamed: 'not to be opened by its name, in which bytes are not UTF-8',
};

const ELSEWHERE =
  'Run the tool on the server, or on a whole copy (`httpd-codemod collect` lists what it needs), or say where the folder is here: --map FOLDER=HERE.';

const REMEDY: Readonly<Record<Why, string>> = {
  outside: ELSEWHERE,
  absent: ELSEWHERE,
  unreadable: 'Run the tool as a user who may read it, such as root.',
  unnamed:
    'Look for .htaccess files in it by hand, or give it a name in UTF-8 where its address need not stay.',
};

function namesFolder({ args }: Occurrence | Scope, folder: string, root: string): boolean {
  return args.some((path) => path !== '' && resolvePath(root, decodePath(path)) === folder);
}
