import { fnmatch } from '../../model/index.ts';
import type { Pattern } from '../../pattern/index.ts';
import { branchesOf, compilePattern, neverMatches, patternTokens } from '../../pattern/index.ts';
import { LITERAL, MOST_WRITTEN, NOWHERE_SURE, readStart, readStarts } from './pattern-starts.ts';
import { mostSlashes } from './slash-patterns.ts';
import { joinComponents, pathComponents } from '../folders/paths.ts';
import { limitedWork } from '../work.ts';
import type { Work } from '../work.ts';
import type { RootedPattern } from './rooted-pattern.ts';

/** What a pattern says to every text of a set: it matches all of them, none, or that depends. */
export type Match = 'always' | 'never' | 'maybe';

/** A text that matches stays one however it goes on, if the pattern has none of these. */
const LOOKS_BEHIND_THE_MATCH = /\$|\(\?(?!:)|\\[bBzZGK]/;

/** The paths at and below one, but for those at and below others that are looked at by themselves. */
export interface Region {
  readonly path: string;
  /** Of the whole tree; those not below `path` do not matter. */
  readonly others: ReadonlySet<string>;
}

/**
 * Whether a pattern matches every path of a region.
 * `endIsDead`: a `$` never matches, as in 2.2's DirectoryMatch (REG_NOTEOL, server/request.c).
 */
export function matchRegexBelow(
  pattern: string,
  region: Region,
  work: Work = limitedWork(),
  endIsDead = false,
): Match {
  const prefix = region.path;
  const { starts, slashes, isDead, isDeadWithoutEnd } = shapeOf(pattern);
  if (isDead || (endIsDead && isDeadWithoutEnd)) return 'never';
  if (starts.every((start) => cannotBeginWith(start, prefix) || liesInAnother(start, region))) return 'never';
  if (hasMoreSlashes(prefix, slashes)) return 'never';
  if (LOOKS_BEHIND_THE_MATCH.test(pattern) || starts.every(({ length }) => length > prefix.length))
    return 'maybe';
  return testPattern(compilePattern(pattern, { endIsDead }), prefix, work) === true ? 'always' : 'maybe';
}

/**
 * Whether a pattern that is meant for folders from the root (`RootedPattern`) matches in a region: further in, where its path could be found once
 * more, it is taken for one that isn't there, if that can't be looked up.
 */
export function mayMatchFromRoot(
  { starts, folders }: RootedPattern,
  region: Region,
  isThere: (folder: string) => boolean,
): boolean {
  const { path } = region;
  if (starts.some((start) => !cannotBeginWith(start, path) && !liesInAnother(start, region))) return true;
  return path !== '/' && folders.some((folder) => isThere(`${path}${folder}`));
}

/** Instructions times bytes that take as long as a unit of work. */
const STEPS_OF_UNIT = 256;

function testPattern(pattern: Pattern | null, text: string, work: Work): boolean | null {
  if (pattern === null) return null;
  work.spend(Math.floor((pattern.size * text.length) / STEPS_OF_UNIT));
  return pattern.test(text);
}

/** What every text begins with that the pattern matches; '' where that is not known. */
export function patternStart(pattern: string): string {
  return shapeOf(pattern).start;
}

/**
 * What all addresses begin with that the pattern matches; '' where that is not known, or has doubled slashes: whether these are merged first
 * tells nothing of an address without.
 */
export function addressStart(pattern: string): string {
  const { start } = shapeOf(pattern);
  return start.includes('//') ? '' : start;
}

/** All addresses that the pattern matches begin with one of these: where that is known, as of `addressStart`. */
export function addressStarts(pattern: string): readonly string[] {
  const { starts } = shapeOf(pattern);
  return starts.some((start) => start.includes('//')) ? NOWHERE_SURE : starts;
}

/** All that the pattern matches begins with one of these; '' where that is not known. */
export function patternStarts(pattern: string): readonly string[] {
  return shapeOf(pattern).starts;
}

/** All addresses that the pattern matches end with one of these; '' where that is not known, or has doubled slashes. */
export function addressEnds(pattern: string): readonly string[] {
  const { ends } = shapeOf(pattern);
  return ends.some((end) => end.includes('//')) ? NOWHERE_SURE : ends;
}

/** All that the pattern matches ends with one of these; '' where that is not known. */
export function patternEnds(pattern: string): readonly string[] {
  return shapeOf(pattern).ends;
}

/** All folders that the pattern matches, and what is in them, lie in one of these, or are it: each ends with a slash. */
export function folderStarts(pattern: string): readonly string[] {
  return shapeOf(pattern).starts.map((start) => start.slice(0, start.lastIndexOf('/') + 1));
}

/** All that a wildcard matches begins with this. */
export function textBeforeWild(wildcard: string): string {
  return wildcard.replace(/[*?[\\].*/s, '');
}

/** All that a wildcard matches ends with this. */
export function textAfterWild(wildcard: string): string {
  return /[[\\]/.test(wildcard) ? '' : wildcard.replace(/.*[*?]/s, '');
}

/** In which folder all lies that a wildcard of a Directory section matches, but for the names that it ends with: as of `folderStarts`. */
export function wildcardStart(wildcard: string): string {
  const parts = pathComponents(wildcard).slice(0, -1);
  const wild = parts.findIndex((part) => WILD.test(part));
  return `${joinComponents(wild === -1 ? parts : parts.slice(0, wild))}/`;
}

const WILD = /[*?[\\]/;

/** Whether what the pattern matches is a path and more: not the path alone. */
export function matchesOnlyBelow(pattern: string, path: string): boolean {
  return shapeOf(pattern).start.startsWith(`${path}/`);
}

/** Whether a pattern matches one known text. */
export function matchRegexText(pattern: string, text: string, work: Work = limitedWork()): Match {
  const matches = testPattern(compilePattern(pattern), text, work);
  if (matches === null) return 'maybe';
  return matches ? 'always' : 'never';
}

/** The pattern with every `$` that is an anchor replaced by what never matches; `${NAME}` is a variable. */
export function killEndAnchors(pattern: string): string {
  return patternTokens(pattern)
    .map((token) => (token === '$' ? '(?!)' : token))
    .join('');
}

/** Whether the pattern has a `$` that 2.2's DirectoryMatch treats as dead. */
export function hasEndAnchor(pattern: string): boolean {
  return killEndAnchors(pattern) !== pattern;
}

/**
 * `<Directory /home/?/public_html>`: one component of the pattern for one of the path. `path` and everything below it
 * (ap_directory_walk, server/request.c).
 */
export function matchDirectoryWildcard(
  pattern: readonly string[],
  path: readonly string[],
  others: ReadonlySet<string> = new Set(),
): Match {
  const known = Math.min(pattern.length, path.length);
  for (let i = 0; i < known; i++) {
    if (!fnmatch(pattern[i] ?? '', path[i] ?? '')) return 'never';
  }
  if (pattern.length <= path.length) return 'always';
  const wild = pattern.findIndex((part) => /[*?[]/.test(part));
  const fixed = `${joinComponents(pattern.slice(0, wild))}/`;
  return liesInAnother(fixed, { path: joinComponents(path), others }) ? 'never' : 'maybe';
}

/** `<Location /a/*>`: the whole address must match, component by component (FNM_PATHNAME). */
export function matchLocationWildcard(
  pattern: readonly string[],
  path: readonly string[],
  others: ReadonlySet<string>,
): Match {
  if (pattern.length < path.length) return 'never';
  return matchDirectoryWildcard(pattern, path, others) === 'never' ? 'never' : 'maybe';
}

/** `<Proxy http://app/*>`: a wildcard in which `*` matches slashes, too, matched against everything that begins with a text. */
export function matchTextWildcard(pattern: string, start: string): Match {
  const fixed = textBeforeWild(pattern);
  if (pattern === `${fixed}*` && start.startsWith(fixed)) return 'always';
  return fixed.startsWith(start) || start.startsWith(fixed) ? 'maybe' : 'never';
}

/** Whether everything that begins with the text is in a region inside of this one. */
function liesInAnother(start: string, { path, others }: Region): boolean {
  for (let slash = start.lastIndexOf('/'); slash > path.length; slash = start.lastIndexOf('/', slash - 1)) {
    if (others.has(start.slice(0, slash))) return true;
  }
  return false;
}

/** Whether neither the prefix nor anything below it begins with the literal. */
function cannotBeginWith(literal: string, prefix: string): boolean {
  if (prefix.startsWith(literal)) return false;
  return !(literal.startsWith(prefix) && (prefix.endsWith('/') || literal[prefix.length] === '/'));
}

function hasMoreSlashes(text: string, most: number): boolean {
  if (text.length <= most) return false;
  let count = 0;
  for (let at = text.indexOf('/'); at !== -1; at = text.indexOf('/', at + 1)) count++;
  return count > most;
}

/** Of all texts that a pattern matches. */
interface Shape {
  /** What they begin with, as far as that can be told. */
  readonly start: string;
  /** Each of them begins with one of these. */
  readonly starts: readonly string[];
  /** Each of them ends with one of these. */
  readonly ends: readonly string[];
  /** As many slashes are in them at most. */
  readonly slashes: number;
  /** Nothing matches, and so where a `$` never does. */
  readonly isDead: boolean;
  readonly isDeadWithoutEnd: boolean;
}

/** Asked of each pattern for many paths. */
const SHAPES = new Map<string, Shape>();
const MOST_SHAPES = 10_000;

function shapeOf(pattern: string): Shape {
  const known = SHAPES.get(pattern);
  if (known !== undefined) return known;
  if (SHAPES.size >= MOST_SHAPES) SHAPES.clear();
  const shape = {
    start: readStart(pattern),
    starts: readStarts(pattern),
    ends: readEnds(pattern),
    slashes: mostSlashes(pattern),
    isDead: neverMatches(pattern),
    isDeadWithoutEnd: neverMatches(killEndAnchors(pattern)),
  };
  SHAPES.set(pattern, shape);
  return shape;
}

/** Characters by themselves in front of a last `$`, with the words of a group behind them, as in `\.(a|b)$`. */
function readEnds(pattern: string): readonly string[] {
  if (/\(\?(?!:)|\(\*|\\Q/.test(pattern)) return NOWHERE_SURE;
  const ends = branchesOf(pattern).flatMap(branchEnds);
  return ends.length > MOST_WRITTEN ? NOWHERE_SURE : ends;
}

function branchEnds(branch: string): readonly string[] {
  const tokens = patternTokens(branch);
  if (tokens.at(-1) !== '$') return NOWHERE_SURE;
  const before = tokens.slice(0, -1);
  const opening = before.findLastIndex((token) => token.startsWith('('));
  const words = before.slice(opening + 1, -1);
  const isOfWords = before.at(-1) === ')' && words.every((token) => token === '|' || LITERAL.test(token));
  if (!isOfWords) return [literalEnd(before)];
  const start = literalEnd(before.slice(0, opening));
  return branchesOf(words.join('')).map((word) => start + literalEnd(patternTokens(word)));
}

function literalEnd(tokens: readonly string[]): string {
  const literal = tokens.slice(tokens.findLastIndex((token) => !LITERAL.test(token)) + 1);
  return literal.map((token) => token.slice(-1)).join('');
}
