import { posix } from 'node:path';
import { decodePath, resolvePath } from '../paths/config-path.ts';
import type { Places } from '../paths/places.ts';
import type { Occurrence, Scope } from '../types.ts';
import { hasWildcard } from '../fnmatch.ts';
import { homeFolders, matchingFolders } from './home-folders.ts';
import { readRewriteFlags, ruleStatus } from '../rewrite-flags.ts';

interface Ground {
  /** ServerRoot. */
  readonly root: string;
  readonly places: Places;
  /** All DocumentRoots that are there. */
  roots(): readonly string[];
}

type Serving = (line: Occurrence, ground: Ground) => readonly string[];

const alias: Serving = (line, ground) => aliasFolders(line, ground);
/** What stands at that place of the line, up to the first part of the address. */
const startOf =
  (index: number): Serving =>
  (line, ground) =>
    absolute(line, ({ args }) => beforeParts(args[index] ?? ''), ground);

/** VirtualDocumentRoot and its kin: the folder that those of all hosts are in. */
const hostFolders: Serving = (line, ground) => (namesNoHostFolder(line.args) ? [] : startOf(0)(line, ground));

/** With `none`, in any case, the host has what it would have without such a line (`vhost_alias_set`, mod_vhost_alias.c). */
export function namesNoHostFolder([folder = '']: readonly string[]): boolean {
  return folder.toLowerCase() === 'none';
}

/** Directives that map addresses to folders, and to which. */
const SERVING: Readonly<Record<string, Serving>> = {
  documentroot: (line, ground) => absolute(line, firstWord, ground),
  alias,
  scriptalias: alias,
  wsgiscriptalias: alias,
  aliasmatch: startOf(1),
  scriptaliasmatch: startOf(1),
  wsgiscriptaliasmatch: startOf(1),
  virtualdocumentroot: hostFolders,
  virtualdocumentrootip: hostFolders,
  virtualscriptalias: hostFolders,
  virtualscriptaliasip: hostFolders,
  userdir: (line, { places }) => homeFolders(line, places),
  rewriterule: (line, { roots, places }) => rewrittenFolders(line, roots, places),
  rewritemap: (line, ground) =>
    mapFolders(line, (path) => resolvePath(ground.root, decodePath(path)), ground.places),
};

/** The names of these directives, in lower case. */
export const SERVING_DIRECTIVES: readonly string[] = Object.keys(SERVING);

/**
 * The folders, as the server names them, that may hold .htaccess files which it reads: what addresses are mapped to, and what the
 * Directory sections speak of (a module may map to anywhere), by what leads there.
 */
export function servedFolders(
  items: readonly (Occurrence | Scope)[],
  open: ReadonlyMap<Occurrence | Scope, string>,
  root: string,
  places: Places,
): readonly Served[] {
  // Those that are left open are told (openFolders).
  const isOpen = (item: Occurrence | Scope) => open.size > 0 && open.has(item);
  const live = items.filter((item) => (item.on22 !== 'no' || item.on24 !== 'no') && !isOpen(item));
  let roots: readonly string[] | null = null;
  const ground: Ground = { root, places, roots: () => (roots ??= rootsThere(live, ground)) };
  return live.map((item) => ({
    item,
    folders:
      item.type === 'scope' ? sectionFolders(item, ground) : (SERVING[item.name]?.(item, ground) ?? []),
  }));
}

/** What leads to folders. */
export interface Served {
  readonly item: Occurrence | Scope;
  readonly folders: readonly string[];
}

function rootsThere(items: readonly (Occurrence | Scope)[], ground: Ground): string[] {
  return items
    .filter(({ name }) => name === 'documentroot')
    .flatMap((item) => absolute(item, firstWord, ground))
    .filter((folder) => ground.places.kindOf(folder) === 'folder');
}

/** Each once; not `/` itself: it is every server's outermost section, and below it is everything. */
export function eachFolder(served: readonly Served[]): ReadonlySet<string> {
  const each = new Set<string>();
  for (const { folders } of served) for (const folder of folders) each.add(folder);
  each.delete('/');
  return each;
}

/** The folders that these are in, up to the root. */
export function foldersAround(folders: Iterable<string>): ReadonlySet<string> {
  const around = new Set<string>();
  for (const folder of folders) {
    for (let at = posix.dirname(folder); !around.has(at); at = posix.dirname(at)) around.add(at);
  }
  return around;
}

/** The path that the item names, as the server completes it; none for an empty one. */
function absolute<Item extends Occurrence | Scope>(
  item: Item,
  wordOf: (item: Item) => string,
  { root }: Ground,
): readonly string[] {
  const written = wordOf(item);
  return written === '' ? [] : [resolvePath(root, decodePath(written))];
}

function firstWord({ args: [word = ''] }: Occurrence | Scope): string {
  return word;
}

function sectionFolders(section: Scope, ground: Ground): readonly string[] {
  const folders = absolute(section, firstWord, ground);
  const [path = ''] = folders;
  return hasWildcard(path) ? matchingFolders(path, ground.places) : folders;
}

/** With a slash at the end of the address alone, the target is the beginning of names: `Alias /data/ /srv/pub`. */
function aliasFolders(line: Occurrence, ground: Ground): readonly string[] {
  const folders = absolute(line, ({ args }) => args[1] ?? '', ground);
  const [folder] = folders;
  const [prefix = '', to = ''] = line.args;
  if (folder === undefined || !prefix.endsWith('/') || to.endsWith('/')) return folders;
  const around = posix.dirname(folder);
  const glued = (ground.places.list(around) ?? [])
    .filter(({ name, kind }) => kind !== 'file' && name.startsWith(posix.basename(folder)))
    .map(({ name }) => posix.join(around, name))
    .filter((path) => ground.places.kindOf(path) === 'folder');
  return [...new Set([folder, ...glued])];
}

/** What comes before the first part of the address that is put in: `/home/$1/www`, `/srv/%0`. */
function beforeParts(path: string): string {
  const variable = path.search(/[$%]/);
  return variable === -1 ? path : path.slice(0, Math.max(path.lastIndexOf('/', variable), 0));
}

/**
 * The folders that a rewrite rule of a server leads to: below what is fixed in its target. That is a path of the file system if its first
 * folder is there (`prefix_stat`, mod_rewrite.c), else one below DocumentRoot, which is looked through anyway.
 * @param roots the DocumentRoots that are there
 */
function rewrittenFolders(
  { args: [, target = '-', flags = ''], scope }: Occurrence,
  roots: () => readonly string[],
  places: Places,
): readonly string[] {
  const isOfServer = scope.kind === 'server' || scope.kind === 'virtualhost';
  if (!isOfServer || !target.startsWith('/') || isElsewhere(target, flags)) return [];
  const fixed = target.replace(/[$%&\\?].*/s, '');
  const folder = fixed.slice(0, fixed.lastIndexOf('/'));
  return folder !== '' && isOfSystem(folder, roots, places) ? [folder] : [];
}

/** Answered, proxied, or an address again. */
function isElsewhere(target: string, flagText: string): boolean {
  const flags = readRewriteFlags(flagText);
  return flags.has('P') || flags.has('PT') || ruleStatus(flags, target) !== null;
}

/** In a copy that does not hold the first folder: if no DocumentRoot holds one of that name. */
function isOfSystem(folder: string, roots: () => readonly string[], places: Places): boolean {
  const first = /^\/[^/]+/.exec(folder)?.[0] ?? folder;
  const kind = places.kindOf(first);
  if (kind !== 'outside') return kind === 'folder';
  const known = roots();
  return known.length > 0 && known.every((root) => places.kindOf(root + first) !== 'folder');
}

/** The folders that the file of a RewriteMap names; a program or a database names none. */
function mapFolders(
  { args: [, source = ''] }: Occurrence,
  resolve: (path: string) => string,
  places: Places,
): readonly string[] {
  const file = /^(?:(?:txt|rnd):)?(\/.*|(?<=:)[^/].*)$/s.exec(source)?.[1];
  if (file === undefined) return [];
  const read = places.readFile(resolve(file));
  if (!('text' in read)) return [];
  const values = read.text
    .split('\n')
    .flatMap((line) => /^\s*[^#\s]\S*\s+(\S+)/.exec(line)?.[1]?.split('|') ?? []);
  return [...new Set(values)].filter((value) => value.startsWith('/') && places.kindOf(value) === 'folder');
}
