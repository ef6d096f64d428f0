import { posix } from 'node:path';
import type { Occurrence } from '../../model/index.ts';
import { namesNoHostFolder } from '../../model/index.ts';
import { pathComponents } from '../folders/paths.ts';
import type { Work } from '../work.ts';
import { moduleMapping } from './module-mappings.ts';
import { matchRegexBelow, patternStarts } from './pattern-match.ts';
import { startLookup } from './start-index.ts';

/** Of which folders files may be meant: at and below them, but in no folder inside that has rules of its own. */
export type FolderTest =
  | { readonly type: 'any' }
  /** Those whose path begins with one of the texts, and the innermost one around each. */
  | { readonly type: 'near'; readonly starts: readonly string[] }
  | { readonly type: 'wildcards'; readonly patterns: readonly (readonly string[])[] };

export const ANY_FOLDER: FolderTest = { type: 'any' };

/** Whether a line can affect the addresses at and below one. */
export type AddressTest = (address: string, work: Work) => boolean;

/** What fits some addresses. */
export interface Fitting {
  readonly fits: AddressTest;
  /** All of them begin with one of these; '' where that is not known. */
  readonly starts: readonly string[];
}

interface FittingLine extends Fitting {
  /** Null: a default that no line says. */
  readonly by: Occurrence | null;
}

/** A line that may send addresses to another server. */
export interface ProxyingLine extends FittingLine {
  /** What every URL begins with that it makes: whole components, or '' where that is not known. */
  readonly start: string;
}

/** A line that can't be followed to one folder: where it fits, an address may mean several. */
export interface OpaqueLine extends FittingLine {
  readonly leadsTo: FolderTest;
}

const FITS_ALL: Fitting = { fits: () => true, starts: [''] };

export const ANYTHING: OpaqueLine = { ...FITS_ALL, leadsTo: ANY_FOLDER, by: null };

/** Lines that make the folder of a user's or of the host's name. */
export function opaqueLine(line: Occurrence, complete: (path: string) => string): OpaqueLine[] {
  switch (line.name) {
    case 'userdir':
      return namesNoFolder(line) ? [] : [{ ...FITS_USERS, leadsTo: userFolders(line.args), by: line }];
    case 'virtualdocumentroot':
    case 'virtualdocumentrootip':
    case 'virtualscriptalias':
    case 'virtualscriptaliasip':
      if (namesNoHostFolder(line.args)) return [];
      return [{ ...FITS_ALL, leadsTo: near(complete(fixedStart(line.args[0] ?? ''))), by: line }];
    default:
      return moduleMapping(line.name) === 'anywhere' ? [{ ...ANYTHING, by: line }] : [];
  }
}

/** Folders of `/home/?/public_html` and the like; a folder inside of homes may be anywhere. */
function userFolders(args: readonly string[]): FolderTest {
  const patterns = args.map((arg) => pathComponents(arg.includes('*') ? arg : `${arg}/*`));
  const isAbsolute = args.every((arg) => arg.startsWith('/'));
  return isAbsolute ? { type: 'wildcards', patterns } : ANY_FOLDER;
}

/** The text before the first part that is not fixed (`&` in 2.2, ap_pregsub), is written differently than meant, or is a query. */
export function fixedStart(target: string): string {
  return target.replace(/[$%&\\?].*/s, '');
}

/** As much of a proxied URL as is fixed, up to its last slash. */
export function proxiedStart(target: string): string {
  return /^\w+:\/\/(?:.*\/)?/s.exec(fixedStart(target))?.[0] ?? '';
}

/** The same where what follows a target that is fixed begins with a slash, as what ProxyPassMatch adds to one without groups. */
export function joinedStart(target: string): string {
  const start = proxiedStart(target);
  return start !== '' && fixedStart(target) === target ? target : start;
}

function near(...texts: readonly string[]): FolderTest {
  return { type: 'near', starts: texts.map((text) => posix.normalize(text)) };
}

/** Where what a line puts in begins with `..` it leads out of all that is fixed. */
export function madeOf(pattern: string, target: string, ...starts: string[]): FolderTest {
  return mayClimb(pattern, target) ? ANY_FOLDER : near(...starts);
}

/** `/~user/...`, and the root, below which these addresses lie. */
function isUserAddress(address: string): boolean {
  return address === '/' || address.startsWith('/~');
}

const FITS_USERS: Fitting = { fits: isUserAddress, starts: ['/~'] };

/** `UserDir disabled root` and the like switch users off or on, and say nothing of where their folders are (`set_user_dir`, mod_userdir.c). */
function namesNoFolder({ args }: Occurrence): boolean {
  return /^(?:en|dis)abled?$/i.test(args[0] ?? '');
}

const NONE: ReadonlySet<string> = new Set();

/** One that is negated, as it is not anchored behind the `!`, may fit anything. */
export function fittingPattern(written: string, ignoresCase = false): Fitting {
  const pattern = ignoresCase ? `(?i)${written}` : written;
  return {
    fits: (address, work) => matchRegexBelow(pattern, { path: address, others: NONE }, work) !== 'never',
    starts: patternStarts(pattern),
  };
}

/** Those of them that may fit the address, or one below it. */
export const fittingNear = startLookup(({ starts }: Fitting) => starts) as <T extends Fitting>(
  lines: readonly T[],
  address: string,
) => readonly T[];

/**
 * Whether a part that is put into a target can become a `..`. An address has none as a component of its own (`ap_getparents`), but
 * `/q../x` has one for the group of `^/q(.*)`. Parts of conditions and variables are taken for names, but for those that a client
 * may write as it likes.
 */
export function mayClimb(pattern: string, target: string): boolean {
  const parts = [...target.matchAll(/[/.](?:\$(\d)|%\{(?:QUERY_STRING|HTTP_(?!HOST\})[^}]*)\}|%\d)/gi)];
  if (parts.length === 0) return false;
  const isSafe = [...pattern.matchAll(/(?<!\\)\((?!\?)/g)].map(({ index }) => isSafeGroup(pattern, index));
  return parts.some(
    ([, group]) => group === undefined || (group !== '0' && isSafe[Number(group) - 1] !== true),
  );
}

/** Whether what the group at an index matches has no dots, or begins and ends where a component of the address does. */
function isSafeGroup(pattern: string, index: number): boolean {
  const body = pattern.slice(index, pattern.indexOf(')', index) + 1);
  if (!/[.[\\]/.test(body.replace(WITHOUT_DOTS, ''))) return true;
  const before = pattern.slice(0, index).replace(/\(+$/, '');
  if (before === '' || before === '^') return /^\(+(?:\.[*+]|\/)/.test(body);
  const isAtStart = /(?:^|[^\\])\/[?*+]?$/.test(before);
  // Less than the whole of `..x` could be `..`.
  return isAtStart && (/[*+]\)$/.test(body) || /^\)*(?:\$|\/)/.test(pattern.slice(index + body.length)));
}

/** Classes, and letters behind a backslash, that no dot is among. */
const WITHOUT_DOTS = /\[(?:[a-zA-Z]-[a-zA-Z]|\d-\d|\\[dw]|[\w%+~]|-(?=\]))+\]|\\[dw]/g;
