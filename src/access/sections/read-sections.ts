import { patchRelease } from '../../catalog/index.ts';
import { plainTags } from '../../syntax/index.ts';
import { portablePattern, rememberSome, trimmed, withoutGroupNames } from '../../text/index.ts';
import { ACCESS_DIRECTIVES } from './access-directives.ts';
import type { Guard, Occurrence, Scope, ScopeKind, ServerModel } from '../../model/index.ts';
import { decodePath, isLimit } from '../../model/index.ts';
import { ALL_METHODS, intersectMethods } from '../policy/index.ts';
import { saysOtherClass } from './other-class.ts';
import { chosenLines } from './chosen-words.ts';
import { chosenGuards, eitherWays } from './either-values.ts';
import { fileTest } from '../folders/folder-around.ts';
import {
  SHARES,
  completePath,
  encodePath,
  folderComponents,
  isOfWindows,
  joinComponents,
  pathComponents,
} from '../folders/paths.ts';
import { methodsOfLimit } from './limit-error.ts';
import { refusingLines } from './refusing-lines.ts';
import type { AccessContainer, AccessLine, AccessSection, Matcher } from './types.ts';
import type { LineSurroundings } from './written-line.ts';
import { joinGuards, WrittenLine, WrittenSection } from './written-line.ts';

const CONTAINERS: Readonly<Record<string, AccessContainer['kind']>> = {
  requireall: 'all',
  requireany: 'any',
  requirenone: 'none',
};

/**
 * Every section of the tree that can apply to a request, in reading order: those of the main server, of the
 * virtual hosts, and the .htaccess files with the Files sections in them; those that say nothing about access, too.
 */
export function readAllSections(model: ServerModel): AccessSection[] {
  const found: AccessSection[] = [];
  const { assumptions, readBy } = model;
  const plain = { ...PLAIN, assumptions, release: oldRelease(model) };
  const windows = isOfWindows(model) ? model : null;
  const reading: Reading = { found, plain, readBy, windows, isFile: fileTest(model) };
  if (model.kind !== 'server') readSnippet(model.main, reading);
  readScope(model.main, null, reading);
  for (const { scope, hosts } of model.htaccess) {
    const refusing = refusingLines(scope, model);
    const section = readSection(scope, null, reading);
    if (section === null) continue;
    if (refusing['2.2'].length + refusing['2.4'].length > 0) section.refusing = refusing;
    if (hosts !== null) section.hosts = hosts;
  }
  return found;
}

/**
 * Those that say something, and every .htaccess file that says anything: a server that does not permit it answers 500.
 * @param isKept others that stay
 */
export function comparedSections(
  all: readonly AccessSection[],
  isKept: (section: AccessSection) => boolean,
): readonly AccessSection[] {
  const saysAnything = ({ scope }: AccessSection) => scope.kind === 'htaccess' && scope.items.length > 0;
  return withoutSilent(all, (section) => saysAnything(section) || isKept(section));
}

/** Sections that say nothing about access change nothing, unless one inside of them does. @param isKept those that stay all the same */
export function withoutSilent(
  sections: readonly AccessSection[],
  isKept: (section: AccessSection) => boolean = ({ scope }) =>
    scope.kind === 'htaccess' && saysOtherClass(scope),
): readonly AccessSection[] {
  const hasSay = (section: AccessSection): boolean =>
    section.entries.length > 0 || section.refusing !== undefined || isKept(section);
  if (sections.every(hasSay)) return sections;
  const parents = new Set<AccessSection>();
  for (const section of sections) {
    if (section.parent !== null && hasSay(section)) parents.add(section.parent);
  }
  return sections.filter((section) => hasSay(section) || parents.has(section));
}

/** Of lines without methods and guards of their own. */
const PLAIN: LineSurroundings = { methods: ALL_METHODS, limits: [], guards: [], assumptions: new Map() };

interface Reading {
  readonly found: AccessSection[];
  /** Of the lines in most sections. */
  readonly plain: LineSurroundings;
  readonly readBy: ServerModel['readBy'];
  /** Null: it runs on another system. */
  readonly windows: Pick<ServerModel, 'statedRoot'> | null;
  readonly isFile: (path: string) => boolean;
}

/** From this release on every line is read as the newest reads it, as far as access goes. */
const LIKE_NEWEST = 20;

function oldRelease({ version24 }: ServerModel): number | undefined {
  const release = version24 === null ? LIKE_NEWEST : patchRelease(version24);
  return release < LIKE_NEWEST ? release : undefined;
}

/** A file given alone whose lines stand in no section is meant for the inside of one: of any folder. */
function readSnippet(scope: Scope, { found, plain }: Reading): void {
  const entries = readEntries(scope, plain);
  if (entries.length === 0) return;
  const matcher: Matcher = { type: 'directory', path: [] };
  found.push(new WrittenSection(scope, matcher, null, entries, []));
}

function readScope(scope: Scope, parent: AccessSection | null, reading: Reading): void {
  const { items } = scope;
  for (let i = 0; i < items.length; i++) {
    const item = items[i]!;
    if (item.type !== 'scope' || isMisplaced(item, parent)) continue;
    if (item.kind === 'virtualhost') readScope(item, null, reading);
    else if (item.kind !== 'other') readSection(item, parent, reading);
  }
}

/** Another section than Files in a .htaccess file is none: both servers refuse the file (`refusingLines`). */
function isMisplaced({ kind }: Scope, parent: AccessSection | null): boolean {
  return parent?.matcher.type === 'htaccess' && kind !== 'files' && kind !== 'filesmatch';
}

function readSection(scope: Scope, parent: AccessSection | null, reading: Reading): WrittenSection | null {
  const { found, plain, isFile } = reading;
  const matcher = matcherOf(scope, reading);
  if (matcher === null) return null;
  const guards = guardsOfScope(scope);
  const around = guards.length === 0 ? plain : { ...plain, guards };
  const section = new WrittenSection(scope, matcher, parent, readEntries(scope, around), around.guards);
  if (matcher.type === 'directory' && isFile(joinComponents(matcher.path))) section.mayBeFile = true;
  found.push(section);
  readScope(scope, section, reading);
  return section;
}

/** An `<If>`, `<ElseIf>` or `<Else>` as a section that a request meets whatever its address is, as `<Location />`. */
export function readCondition(scope: Scope, model: ServerModel): AccessSection {
  const guards = guardsOfScope(scope);
  const around = { ...PLAIN, assumptions: model.assumptions, release: oldRelease(model), guards };
  const matcher: Matcher = { type: 'location', path: [], onlyBelow: false };
  return new WrittenSection(scope, matcher, null, readEntries(scope, around), guards);
}

const NO_ENTRIES: AccessSection['entries'] = [];

function readEntries({ items }: Scope, around: LineSurroundings): AccessSection['entries'] {
  let found: (AccessLine | AccessContainer)[] | null = null;
  for (let i = 0; i < items.length; i++) {
    const item = items[i]!;
    if (item.type === 'occurrence') {
      if (ACCESS_DIRECTIVES.has(item.name)) addLine(item, around, (found ??= []));
    } else {
      for (const inner of readInnerScope(item, around)) (found ??= []).push(inner);
    }
  }
  return found === null ? NO_ENTRIES : trimmed(found);
}

function addLine(
  occurrence: Occurrence,
  around: LineSurroundings,
  found: (AccessLine | AccessContainer)[],
): void {
  const chosen = chosenLines(occurrence, around.assumptions);
  if (chosen === null) addWays(occurrence, around, found);
  else for (const each of chosen) addWays(each.line, { ...around, ofValues: chosenGuards(each) }, found);
}

function addWays(
  occurrence: Occurrence,
  around: LineSurroundings,
  found: (AccessLine | AccessContainer)[],
): void {
  // What a value is said to be is what a line may be read by in several ways.
  if (around.assumptions.size === 0) found.push(new WrittenLine(occurrence, around));
  else for (const way of eitherWays(occurrence, around)) found.push(new WrittenLine(occurrence, way));
}

function readInnerScope(scope: Scope, around: LineSurroundings): AccessSection['entries'] {
  if (!isLimit(scope) && CONTAINERS[scope.name] === undefined) return NO_ENTRIES;
  const inside = { ...around, guards: joinGuards(around.guards, scope.guards) };
  if (isLimit(scope)) {
    return readEntries(scope, {
      ...inside,
      methods: intersectMethods(around.methods, methodsOfLimit(scope)),
      limits: [...around.limits, scope],
    });
  }
  const kind = CONTAINERS[scope.name];
  if (kind === undefined) return NO_ENTRIES;
  return [
    { scope, kind, methods: around.methods, guards: inside.guards, children: readEntries(scope, inside) },
  ];
}

const NO_GUARDS: readonly Guard[] = [];

/** The guards of the scope, and of those that it stands in. */
export function guardsOfScope(scope: Scope): readonly Guard[] {
  let guards = NO_GUARDS;
  for (let at: Scope | null = scope; at !== null; at = at.parent) guards = joinGuards(at.guards, guards);
  return guards;
}

/** Patterns in the words that PCRE and PCRE2 read alike: what is written otherwise for PCRE2 is the same section. */
function matcherOf({ kind, args: [text = ''] }: Scope, { readBy, windows }: Reading): Matcher | null {
  const matcher = MATCHERS[kind]?.(windows === null ? text : textOfWindows(kind, text, windows)) ?? null;
  const isRead24 = readBy === '2.4' && matcher?.type === 'directory-regex';
  return isRead24 ? { ...matcher, isRead24 } : matcher;
}

/**
 * What the section names, as Windows takes it. A pattern is matched against files and folders without telling case apart (USE_ICASE, server/core.c),
 * and against a path that begins with a drive, which here is a folder of the root (`drivePath`); what is made of it for an expression is matched
 * against the former. A folder without a drive is on that of the server, whose working directory is its root (mpm_winnt.c); `/` is above all drives.
 */
function textOfWindows(kind: ScopeKind, text: string, windows: Pick<ServerModel, 'statedRoot'>): string {
  switch (kind) {
    case 'filesmatch':
      return `(?i)${text}`;
    case 'directorymatch':
      return `(?i)${text.replace(PIECE, (piece) => STARTS[piece] ?? piece)}`;
    case 'directory':
      return completePath(text, windows);
    case 'htaccess':
      return decodePath(completePath(text.startsWith('/') ? `/${text}` : text, windows));
    default:
      return text;
  }
}

/** A `^` after a backslash or within brackets is none. */
const PIECE = /\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]|\^(?:\/\/)?/g;
const STARTS: Readonly<Record<string, string>> = { '^': '^/?', '^//': `^${SHARES}/` };

const MOST_KNOWN = 1_000;

/** One object for all sections of a kind with one text, as most virtual hosts have some. */
const known = (read: (text: string) => Matcher): ((text: string) => Matcher) =>
  rememberSome(MOST_KNOWN, (text) => read(plainTags(text)));

const MATCHERS: Readonly<Partial<Record<ScopeKind, (text: string) => Matcher>>> = {
  directory: known((text) => ({
    type: isWildcard(text) ? 'directory-wildcard' : 'directory',
    path: folderComponents(text),
  })),
  directorymatch: known((text) => ({ type: 'directory-regex', pattern: patternOf(text) })),
  htaccess: known((text) => ({ type: 'htaccess', path: folderComponents(encodePath(text)) })),
  files: known((text) => ({ type: isWildcard(text) ? 'files-wildcard' : 'files', name: text })),
  filesmatch: known((text) => ({ type: 'files-regex', pattern: patternOf(text) })),
  location: known((text) =>
    isWildcard(text)
      ? { type: 'location-wildcard', path: pathComponents(text), text }
      : {
          type: 'location',
          path: pathComponents(text),
          onlyBelow: text.length > 1 && text.endsWith('/'),
        },
  ),
  locationmatch: known((text) => ({ type: 'location-regex', pattern: patternOf(text) })),
  proxy: known((text) => ({
    type: isWildcard(text) ? 'proxy-wildcard' : 'proxy',
    text: text.replace(/^proxy:/i, ''),
  })),
  proxymatch: known((text) => ({ type: 'proxy-regex', pattern: patternOf(text) })),
};

/** The form in which patterns that match the same are the same. */
function patternOf(text: string): string {
  const pattern = portablePattern(text);
  return withoutGroupNames(pattern) ?? pattern;
}

/** As apr_fnmatch_test decides whether a name is a pattern. */
function isWildcard(text: string): boolean {
  const bracket = text.indexOf('[');
  return (bracket !== -1 && text.includes(']', bracket)) || /(?<!\\)(?:\\\\)*[*?]/.test(text);
}

/** Whether a section says anything about who gets in. */
export function hasAccessRules(scope: Scope): boolean {
  return readEntries(scope, PLAIN).length > 0;
}
