import { posix } from 'node:path';
import { isUnder, rebase, resolvePath } from '../paths/config-path.ts';
import { copyPaths } from '../paths/relocation.ts';
import type { Relocation } from '../paths/relocation.ts';
import type { TreeReader } from '../reader/index.ts';
import type { LayoutName } from '../types.ts';
import { fixedPart, homesByIncludes } from './homes-by-includes.ts';
import { layoutNamed, usualEntries } from './layouts.ts';

export interface TreeEvidence {
  /** The main file. */
  readonly entry: string;
  /** ServerRoot as the main file states it; null if it doesn't. */
  readonly statedRoot: string | null;
  /** It states one (`.`, `..`) that depends on the folder in which httpd is started. */
  readonly isRelative: boolean;
  /** The folder that the user says stands for ServerRoot. */
  readonly givenRoot: string | null;
  readonly layout: LayoutName;
  /** The paths of the main file's own Include lines. */
  readonly includes: readonly string[];
}

/** Where the tree lies, and where it says that it lies. */
export interface TreePlace {
  readonly statedRoot: string;
  readonly serverRoot: string;
  /** Not empty for a copy: which folders of the copy stand for which of the server. */
  readonly relocations: readonly Relocation[];
}

/**
 * Whether the tree lies where it says, or is a copy (a backup, a checkout, a container's files) whose absolute paths mean other
 * places: those of the copy must be read then, and never the running system's. It is a copy if its ServerRoot doesn't hold the
 * main file that was given.
 */
export function placeTree(evidence: TreeEvidence, reader: TreeReader): TreePlace {
  const { statedRoot, isRelative, givenRoot, entry } = evidence;
  if (givenRoot !== null) return placeAt(statedRoot ?? givenRoot, givenRoot, reader);
  if (isRelative) return inPlace(guessRoot(evidence, reader));
  if (statedRoot === null) return placeWithoutRoot(evidence, reader);
  const homes = homesOf(statedRoot, evidence);
  if (homes.some((home) => isSamePlace(home, entry, reader))) return inPlace(statedRoot);
  const copy = fitCopy(statedRoot, homes, evidence, reader);
  // A main file of another name or folder below its ServerRoot is no copy, unless what it includes lies beside it; nor is one that
  // names what lies beside it where it lies.
  const isAtHome = isUnder(entry, statedRoot) || namesOwnFolder(evidence, reader);
  return isAtHome && copy.score === 0 ? inPlace(statedRoot) : placeCopy(statedRoot, copy, entry);
}

function namesOwnFolder({ entry, includes }: TreeEvidence, reader: TreeReader): boolean {
  const paths = includes.filter((include) => include.startsWith('/')).map(fixedPart);
  return paths.some((path) => isUnder(path, posix.dirname(entry)) && reader.kindOf(path) !== null);
}

function inPlace(root: string): TreePlace {
  return { statedRoot: root, serverRoot: root, relocations: [] };
}

function placeAt(statedRoot: string, givenRoot: string, reader: TreeReader): TreePlace {
  const relocation = isSamePlace(statedRoot, givenRoot, reader) ? null : relocate(statedRoot, givenRoot);
  return { statedRoot, serverRoot: givenRoot, relocations: relocation === null ? [] : [relocation] };
}

function placeCopy(statedRoot: string, { relocations }: Copy, entry: string): TreePlace {
  const serverRoot = copyPaths(statedRoot, relocations)[0] ?? posix.dirname(entry);
  return { statedRoot, serverRoot, relocations };
}

/** A packaged server's root is known; that of a build from source is the folder that its Include lines fit best. */
function placeWithoutRoot(evidence: TreeEvidence, reader: TreeReader): TreePlace {
  const { entry } = evidence;
  const layout = layoutNamed(evidence.layout);
  const instance = debianInstance(evidence);
  const root = instance ?? layout?.roots[0] ?? '/';
  const name = posix.basename(entry);
  const folders = instance === null ? (layout?.entries ?? []).map((main) => posix.dirname(main)) : [instance];
  const homes = folders.map((folder) => posix.join(folder, name));
  if (homes.some((home) => isSamePlace(home, entry, reader))) return inPlace(root);
  const copy = fitCopy(root, homes, evidence, reader);
  if (layout?.name !== 'upstream') return placeCopy(root, copy, entry);

  const guess = guessRoot(evidence, reader);
  if (copy.score === 0) return inPlace(guess);
  const { relocations } = copy;
  // Relative lines lead to the same files wherever the tree was.
  const absolute = evidence.includes.filter((include) => include.startsWith('/'));
  const isMoved = countFound(root, relocations, absolute, reader) > 0;
  return { statedRoot: isMoved ? originOf(guess, copy) : guess, serverRoot: guess, relocations };
}

/** Where a folder of the copy was before. */
function originOf(folder: string, { relocations }: Copy): string {
  const relocation = relocations.find(({ to }) => isUnder(folder, to));
  return relocation === undefined ? folder : rebase(folder, relocation.to, relocation.from);
}

/** The folder of a further server of Debian's, which is started with it as ServerRoot: /etc/apache2-NAME (README.multiple-instances). */
function debianInstance({ entry, layout }: TreeEvidence): string | null {
  return layout === 'debian' ? (/\/etc\/apache2-[^/]+(?=\/[^/]+$)/.exec(entry)?.[0] ?? null) : null;
}

/** The folder that the Include lines fit best: the main file's own, or the one around it. */
function guessRoot({ entry, includes }: TreeEvidence, reader: TreeReader): string {
  const folder = posix.dirname(entry);
  const guesses = [folder, posix.dirname(folder)];
  if (posix.basename(folder) === 'conf') guesses.reverse();
  const [best] = byScore(guesses, (guess) => countFound(guess, [], includes, reader));
  return best?.value ?? folder;
}

/** Where the main file would be if the tree lay where it says, likeliest first. */
function homesOf(statedRoot: string, { entry, layout }: TreeEvidence): string[] {
  const name = posix.basename(entry);
  const ofPackages = usualEntries(statedRoot, layout).map((main) => posix.join(posix.dirname(main), name));
  const folder = posix.basename(posix.dirname(entry));
  const below = [`${statedRoot}/conf/${name}`, `${statedRoot}/${name}`];
  if (folder !== 'conf') below.reverse();
  // XAMPP has it in etc.
  const inSameFolder = `${statedRoot}/${folder}/${name}`;
  return [...ofPackages, ...below, inSameFolder].map((home) => posix.normalize(home));
}

interface Copy {
  readonly relocations: readonly Relocation[];
  /** How many of the Include lines lead to something in the copy. */
  readonly score: number;
}

/** All pairs of folders by which some Include line leads into the copy, or the likeliest pair. */
function fitCopy(
  root: string,
  homes: readonly string[],
  { entry, includes, layout }: TreeEvidence,
  reader: TreeReader,
): Copy {
  const byIncludes = homesByIncludes(entry, includes, reader);
  const relocations = [...homes, ...byIncludes].flatMap(
    (home) => relocateReal(posix.dirname(home), posix.dirname(entry), reader) ?? [],
  );
  const ranked = byScore(relocations, (relocation) => countFound(root, [relocation], includes, reader));
  const [best] = ranked;
  const fitting = ranked.filter(({ score }) => score > 0).map(({ value }) => value);
  // Where the package has its main file is known, whether or not the copy has what is included from there.
  const isPackage = layout !== 'upstream';
  const known = fitting.length === 0 || isPackage ? relocations.slice(0, 1) : [];
  const chosen = [...fitting, ...known];
  const distinct = chosen.filter((one, index) => chosen.findIndex(({ from }) => from === one.from) === index);
  return { relocations: distinct, score: best?.score ?? 0 };
}

/** The widest pair of folders that says the same: `/etc/httpd` -> `/backup/etc/httpd` is `/` -> `/backup`. */
function relocate(from: string, to: string): Relocation | null {
  if (from === to) return null;
  const [parent, above] = [posix.dirname(from), posix.dirname(to)];
  const isSameName = posix.basename(from) === posix.basename(to) && parent !== '.' && parent !== above;
  return isSameName ? relocate(parent, above) : { from, to };
}

/** The same for a copy that is named by a link: files are read, and new ones made, by the folder that it leads to. */
function relocateReal(from: string, to: string, reader: TreeReader): Relocation | null {
  const named = relocate(from, to);
  const real = named === null ? null : reader.realPath(named.to);
  return named === null || real === null || real === named.to ? named : relocate(named.from, real);
}

/** A path that names the copy itself says nothing of where the tree was before. */
function countFound(
  root: string,
  relocations: readonly Relocation[],
  includes: readonly string[],
  reader: TreeReader,
): number {
  return includes.filter((include) => {
    const path = fixedPart(resolvePath(root, include));
    const places =
      relocations.length === 0 ? [path] : copyPaths(path, relocations).filter((place) => place !== path);
    return places.some((place) => reader.kindOf(place) !== null);
  }).length;
}

function isSamePlace(a: string, b: string, reader: TreeReader): boolean {
  if (a === b) return true;
  const real = reader.realPath(a);
  return real !== null && real === reader.realPath(b);
}

/** The highest score first; equals stay in their order. */
function byScore<T>(values: readonly T[], scoreOf: (value: T) => number): { value: T; score: number }[] {
  return values.map((value) => ({ value, score: scoreOf(value) })).toSorted((a, b) => b.score - a.score);
}
