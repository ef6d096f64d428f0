import { posix } from 'node:path';
import { hasWildcard } from '../fnmatch.ts';
import { isUnder, resolvePath } from '../paths/config-path.ts';
import { moveIntoCopy } from '../paths/places.ts';
import type { Relocation } from '../paths/places.ts';
import type { TreeReader } from '../reader/index.ts';
import type { LayoutName } from '../types.ts';
import { layoutNamed, LAYOUTS } from './layouts.ts';

export interface TreeEvidence {
  /** The main file. */
  readonly entry: string;
  /** ServerRoot as the main file states it; null if it doesn't. */
  readonly statedRoot: string | null;
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
  readonly relocation: Relocation | null;
}

/**
 * Whether the tree lies where it says, or is a copy (a backup, a checkout, a container's files) whose absolute paths mean other
 * places: those of the copy must be read then, and never the running system's. It is a copy if its ServerRoot doesn't hold the
 * main file that was given.
 */
export function placeTree(evidence: TreeEvidence, reader: TreeReader): TreePlace {
  const { statedRoot, givenRoot, entry } = evidence;
  if (givenRoot !== null) return placeAt(statedRoot ?? givenRoot, givenRoot, reader);
  if (statedRoot === null) return placeWithoutRoot(evidence, reader);
  const homes = homesOf(statedRoot, evidence);
  if (homes.some((home) => isSamePlace(home, entry, reader))) return inPlace(statedRoot);
  const best = bestCopy(statedRoot, homes, evidence, reader);
  // A main file of another name or folder below its ServerRoot is no copy, unless what it includes lies beside it.
  if (best.relocation === null || (isUnder(entry, statedRoot) && best.score === 0))
    return inPlace(statedRoot);
  return placeCopy(statedRoot, best.relocation, entry);
}

function inPlace(root: string): TreePlace {
  return { statedRoot: root, serverRoot: root, relocation: null };
}

function placeAt(statedRoot: string, givenRoot: string, reader: TreeReader): TreePlace {
  const relocation = isSamePlace(statedRoot, givenRoot, reader) ? null : relocate(statedRoot, givenRoot);
  return { statedRoot, serverRoot: givenRoot, relocation };
}

function placeCopy(statedRoot: string, relocation: Relocation, entry: string): TreePlace {
  const serverRoot = moveIntoCopy(statedRoot, relocation) ?? posix.dirname(entry);
  return { statedRoot, serverRoot, relocation };
}

/** A packaged server's root is known; that of a build from source is the folder that its Include lines fit best. */
function placeWithoutRoot(evidence: TreeEvidence, reader: TreeReader): TreePlace {
  const { entry } = evidence;
  const layout = layoutNamed(evidence.layout);
  if (layout !== null) {
    const [root = '/'] = layout.roots;
    const home = posix.join(posix.dirname(layout.entry), posix.basename(entry));
    if (isSamePlace(home, entry, reader)) return inPlace(root);
    const copy = bestCopy(root, [home], evidence, reader);
    const isPackage = layout.name !== 'upstream';
    if (copy.relocation !== null && (isPackage || copy.score > 0))
      return placeCopy(root, copy.relocation, entry);
  }
  const folder = posix.dirname(entry);
  const guesses = [folder, posix.dirname(folder)];
  if (posix.basename(folder) === 'conf') guesses.reverse();
  return inPlace(highest(guesses, (root) => countFound(root, null, evidence.includes, reader)) ?? folder);
}

/** Where the main file would be if the tree lay where it says, likeliest first. */
function homesOf(statedRoot: string, { entry, layout }: TreeEvidence): string[] {
  const name = posix.basename(entry);
  const ofPackages = LAYOUTS.flatMap(({ name: layoutName, entry: main, roots }) =>
    roots
      .filter((root) => statedRoot.endsWith(root))
      .map((root) => ({
        isLikely: layoutName === layout,
        home: posix.join(statedRoot.slice(0, -root.length), posix.dirname(main), name),
      })),
  );
  const folder = posix.basename(posix.dirname(entry));
  const below = [
    `${statedRoot}/conf/${name}`,
    `${statedRoot}/${name}`,
    `${statedRoot}/etc/${folder}/${name}`,
  ];
  if (folder !== 'conf') below.push(...below.splice(0, 1));
  return [
    ...ofPackages.filter(({ isLikely }) => isLikely).map(({ home }) => home),
    ...below,
    ...ofPackages.map(({ home }) => home),
  ];
}

interface Copy {
  readonly relocation: Relocation | null;
  /** How many of the Include lines lead to something in the copy. */
  readonly score: number;
}

function bestCopy(root: string, homes: readonly string[], evidence: TreeEvidence, reader: TreeReader): Copy {
  const copies = homes.map((home): Copy => {
    const relocation = relocate(posix.dirname(home), posix.dirname(evidence.entry));
    return { relocation, score: countFound(root, relocation, evidence.includes, reader) };
  });
  return highest(copies, ({ score }) => score) ?? { relocation: null, score: 0 };
}

/** The widest pair of folders that says the same: `/etc/httpd` -> `/backup/etc/httpd` is `/` -> `/backup`. */
function relocate(from: string, to: string): Relocation | null {
  if (from === to) return null;
  const [parent, above] = [posix.dirname(from), posix.dirname(to)];
  const isSameName = posix.basename(from) === posix.basename(to) && parent !== '.' && parent !== above;
  return isSameName ? relocate(parent, above) : { from, to };
}

function countFound(
  root: string,
  relocation: Relocation | null,
  includes: readonly string[],
  reader: TreeReader,
): number {
  return includes.filter((include) => {
    const fixed = fixedPart(resolvePath(root, include));
    const path = relocation === null ? fixed : moveIntoCopy(fixed, relocation);
    return path !== null && reader.kindOf(path) !== null;
  }).length;
}

/** The path up to its first component with a wildcard. */
export function fixedPart(path: string): string {
  const components = path.split('/');
  const wild = components.findIndex(hasWildcard);
  return wild === -1 ? path : components.slice(0, wild).join('/') || '/';
}

function isSamePlace(a: string, b: string, reader: TreeReader): boolean {
  if (a === b) return true;
  const real = reader.realPath(a);
  return real !== null && real === reader.realPath(b);
}

/** The first of those for which the number is highest. */
function highest<T>(values: readonly T[], rank: (value: T) => number): T | undefined {
  let best: { value: T; rank: number } | undefined;
  for (const value of values) {
    const ranked = rank(value);
    if (best === undefined || ranked > best.rank) best = { value, rank: ranked };
  }
  return best?.value;
}
