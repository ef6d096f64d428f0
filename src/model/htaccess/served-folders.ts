import { posix } from 'node:path';
import { decodePath, resolvePath } from '../paths/config-path.ts';
import type { Places } from '../paths/places.ts';
import type { Occurrence, Scope } from '../types.ts';
import { homeFolders } from './home-folders.ts';
import { matchingFolders } from './matching-folders.ts';
import { mapFolders, rewrittenFolders } from './rewritten-folders.ts';

interface Ground {
  /** ServerRoot. */
  readonly root: string;
  readonly places: Places;
  /** All DocumentRoots. */
  readonly roots: readonly string[];
}

type Serving = (line: Occurrence, ground: Ground) => readonly string[];

const alias: Serving = ({ args: [prefix = '', to = ''] }, ground) => aliasFolders(prefix, to, ground);
const startOf =
  (index: number): Serving =>
  ({ args }, ground) =>
    absolute(beforeParts(args[index] ?? ''), ground);

/** Directives that map addresses to folders, and to which. */
const SERVING: Readonly<Record<string, Serving>> = {
  documentroot: ({ args: [folder = ''] }, ground) => absolute(folder, ground),
  alias,
  scriptalias: alias,
  wsgiscriptalias: alias,
  aliasmatch: startOf(1),
  scriptaliasmatch: startOf(1),
  wsgiscriptaliasmatch: startOf(1),
  virtualdocumentroot: startOf(0),
  virtualdocumentrootip: startOf(0),
  virtualscriptalias: startOf(0),
  virtualscriptaliasip: startOf(0),
  userdir: (line, { places }) => homeFolders(line, places),
  rewriterule: (line, { roots, places }) => rewrittenFolders(line, roots, places),
  rewritemap: (line, ground) => mapFolders(line, (path) => resolvePath(ground.root, path), ground.places),
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
): ReadonlyMap<Occurrence | Scope, readonly string[]> {
  // Those that are left open are told (openFolders).
  const live = items.filter((item) => (item.on22 !== 'no' || item.on24 !== 'no') && !open.has(item));
  const roots = live.flatMap((item) => (item.name === 'documentroot' ? (item.args[0] ?? []) : []));
  const ground = { root, places, roots: roots.map((path) => resolvePath(root, decodePath(path))) };
  return new Map(
    live.map((item) => [
      item,
      item.type === 'scope' ? sectionFolders(item, ground) : (SERVING[item.name]?.(item, ground) ?? []),
    ]),
  );
}

/** Each once; not `/` itself: it is every server's outermost section, and below it is everything. */
export function eachFolder(folders: Iterable<readonly string[]>): ReadonlySet<string> {
  const each = new Set<string>();
  for (const some of folders) for (const folder of some) each.add(folder);
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

function absolute(written: string, { root }: Ground): readonly string[] {
  return written === '' ? [] : [resolvePath(root, decodePath(written))];
}

function sectionFolders({ args: [written = ''] }: Scope, ground: Ground): readonly string[] {
  return absolute(written, ground).flatMap((path) => matchingFolders(path, ground.places));
}

/** With a slash at the end of the address alone, the target is the beginning of names: `Alias /data/ /srv/pub`. */
function aliasFolders(prefix: string, to: string, ground: Ground): readonly string[] {
  const [folder] = absolute(to, ground);
  if (folder === undefined) return [];
  if (!prefix.endsWith('/') || to.endsWith('/')) return [folder];
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
  return variable === -1 ? path : path.slice(0, path.lastIndexOf('/', variable));
}
