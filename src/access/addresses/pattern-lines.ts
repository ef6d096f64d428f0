import { posix } from 'node:path';
import type { Occurrence } from '../../model/index.ts';
import { joinComponents, pathComponents, pathsTo } from '../sections/paths.ts';
import type { Work } from '../work.ts';
import { mayClimb } from './may-climb.ts';
import { moduleMapping } from './module-mappings.ts';
import { matchDirectoryWildcard, matchRegexBelow } from './pattern-match.ts';

/**
 * Whether files at or below a folder, but in no folder inside of it that has rules of its own, may be meant.
 * @param regions all folders that have, as text, with the root
 */
export type FolderTest = (folder: readonly string[], regions: ReadonlySet<string>) => boolean;

/** Whether a line can affect the addresses at and below one. */
export type AddressTest = (address: readonly string[], work: Work) => boolean;

export interface FittingLine {
  readonly fits: AddressTest;
  /** Null: a default that no line says. */
  readonly by: Occurrence | null;
}

/** A line that can't be followed to one folder: where it fits, an address may mean several. */
export interface OpaqueLine extends FittingLine {
  readonly leadsTo: FolderTest;
}

export const ANYTHING: OpaqueLine = { fits: () => true, leadsTo: () => true, by: null };

/** Lines that make the folder of a user's or of the host's name. */
export function opaqueLine(line: Occurrence, absolute: (path: string) => string): OpaqueLine[] {
  switch (line.name) {
    case 'userdir':
      return isUserDirOff(line) ? [] : [{ fits: isUserAddress, leadsTo: userFolders(line.args), by: line }];
    case 'virtualdocumentroot':
    case 'virtualdocumentrootip':
    case 'virtualscriptalias':
    case 'virtualscriptaliasip':
      return [{ fits: () => true, leadsTo: near(absolute(fixedStart(line.args[0] ?? ''))), by: line }];
    default:
      return moduleMapping(line.name) === 'anywhere' ? [{ ...ANYTHING, by: line }] : [];
  }
}

/** Folders of `/home/?/public_html` and the like; a folder inside of homes may be anywhere. */
function userFolders(args: readonly string[]): FolderTest {
  const patterns = args.map((arg) => pathComponents(arg.includes('*') ? arg : `${arg}/*`));
  const isAbsolute = args.every((arg) => arg.startsWith('/'));
  return (folder, regions) =>
    !isAbsolute || patterns.some((pattern) => matchDirectoryWildcard(pattern, folder, regions) !== 'never');
}

/** The text before the first part that is not fixed (`&` in 2.2, ap_pregsub), is written differently than meant, or is a query. */
export function fixedStart(target: string): string {
  return target.replace(/[$%&\\?].*/s, '');
}

/** Folders whose path begins with one of the texts, and the innermost one around each. */
function near(...texts: readonly string[]): FolderTest {
  const starts = texts.map((text) => posix.normalize(text));
  return (folder, regions) => {
    const path = joinComponents(folder);
    return starts.some(
      (start) =>
        `${path === '/' ? '' : path}/`.startsWith(start) || path === regionOf(pathsAround(start), regions),
    );
  };
}

/** The innermost of the folders that has rules of its own; the root where none has. */
function regionOf(folders: readonly string[], regions: ReadonlySet<string>): string {
  return folders.findLast((path) => regions.has(path)) ?? '/';
}

/** The folders that all paths lie in which begin with a text, outermost first. */
function pathsAround(start: string): string[] {
  return pathsTo(pathComponents(start.slice(0, start.lastIndexOf('/') + 1)));
}

/** Where what a line puts in begins with `..` it leads out of all that is fixed. */
export function madeOf(pattern: string, target: string, ...starts: string[]): FolderTest {
  return mayClimb(pattern, target) ? () => true : near(...starts);
}

/** `/~user/...`, and the root, below which these addresses lie. */
function isUserAddress(address: readonly string[]): boolean {
  return address.length === 0 || (address[0] ?? '').startsWith('~');
}

function isUserDirOff({ args }: Occurrence): boolean {
  return /^disabled?$/i.test(args[0] ?? '') && args.length === 1;
}

const NONE: ReadonlySet<string> = new Set();

/** One that is negated, as it is not anchored behind the `!`, may fit anything. */
export function patternTest(written: string, ignoresCase = false): AddressTest {
  const pattern = ignoresCase ? `(?i)${written}` : written;
  return (address, work) =>
    matchRegexBelow(pattern, { path: joinComponents(address), others: NONE }, work) !== 'never';
}
