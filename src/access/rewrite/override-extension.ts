import type { AccessContainer, AccessLine, AccessSection } from '../sections/types.ts';
import { isContainer } from '../sections/types.ts';
import type { Override } from '../states/override.ts';
import { classesOf, emptyListOpens, permitsAll } from '../states/override.ts';
import { permittedOptions } from '../states/permitted-options.ts';
import { joinComponents, pathsTo } from '../folders/paths.ts';
import { canBeLive } from '../sections/worlds.ts';
import { flatMap, groupBy } from '../../text/index.ts';
import { directive22, directive24, overrideClasses } from '../../catalog/index.ts';
import { fnmatch, hasWildcard } from '../../model/index.ts';
import { namesOfOtherClassIn } from '../sections/other-class.ts';
import type { OverrideExtension } from './plan.ts';

/** One piece of text, as far as AllowOverride matters to it. */
export interface OverriddenText {
  readonly sections: readonly AccessSection[];
  /** Whether 2.2 answers all requests that come to it with 500. */
  readonly isRefused: boolean;
  /** The lines that are written into it. */
  readonly written: readonly string[];
}

/** An AllowOverride line and the section it stands in. */
interface OverrideLine {
  readonly line: AccessLine;
  readonly section: AccessSection;
}

/**
 * What AllowOverrideList must say beside which AllowOverride lines: above .htaccess files that will say Require where only
 * `Limit` is permitted, for 2.4 counts Require as AuthConfig (OR_AUTHCFG, mod_authz_core.c); above those that say so to 2.4 already, and those that say what 2.2
 * permitted by another class than 2.4 (Substitute, Limit sections); and `None` beside each line further in that permitted less,
 * for an AllowOverride leaves an inherited list in force. Before 2.4.20 even that opens files which AllowOverride None keeps closed
 * (ap_directory_walk): there the AllowOverride above them gets the class of Require.
 */
export function overridesToExtend(
  sections: readonly AccessSection[],
  texts: readonly OverriddenText[],
): OverrideExtension[] {
  const namesNeededIn = namesByFolder(htaccessNames(sections, texts));
  const lines = sections
    .flatMap(overrideLines)
    .map((each): Needing => ({ names: namesFor(each, namesNeededIn), ...each }));
  // Most trees have none: every virtual host says AllowOverride, and few hold such files.
  const needing = lines.filter(({ names }) => names.length > 0);
  const closed = needing.length === 0 ? [] : lines.filter(({ line }) => classesOf(line.args).length === 0);
  const refused = texts.flatMap((text) => (text.isRefused ? text.sections : []));
  const getsClass = new Set(needing.filter((outer) => mustGetClass(outer, closed, refused)));
  const around = linesAround(needing.filter((outer) => !getsClass.has(outer)));
  return lines.flatMap((each): OverrideExtension[] => {
    const { line, section, names } = each;
    if (hasList(section)) return [];
    if (getsClass.has(each)) return [{ line, names: [], byClass: true, refusedFolders: [] }];
    if (names.length > 0) {
      const folders = refusedFolders(section, overrideOf(line.args, names), refused);
      return [{ line, names, byClass: false, refusedFolders: folders }];
    }
    const inherited = flatMap(around(section), (outer) => outer.names);
    const isMore = inherited.some((name) => !permits22(line, name) && !permits24(line, name));
    return isMore ? [{ line, names: ['None'], byClass: false, refusedFolders: [] }] : [];
  });
}

/** Those of the lines that may be in force where a section is met; of plain folders they are looked up. */
function linesAround(lines: readonly Needing[]): (section: AccessSection) => readonly Needing[] {
  const byPath = groupBy(lines, ({ section }) => plainFolder(section));
  const others = byPath.get(null) ?? [];
  return (section) => {
    const folder = plainFolder(section);
    const isInside = (outer: Needing): boolean => mayBeInside(section, outer.section);
    if (folder === null) return lines.filter(isInside);
    return [...pathsTo(folder).flatMap((path) => byPath.get(path) ?? []), ...others.filter(isInside)];
  };
}

/** The folder of a section, where none of its names could be taken for a pattern; else null. */
function plainFolder({ matcher }: AccessSection): string | null {
  return matcher.type === 'directory' && matcher.path.every(isPlain) ? joinComponents(matcher.path) : null;
}

/** Behind a backslash another character may stand for itself. */
function isPlain(name: string): boolean {
  return !hasWildcard(name) && !name.includes('\\');
}

/**
 * Not where .htaccess files would be taken for it that 2.2 refused.
 * @param closed where .htaccess files are not opened
 */
function mustGetClass(
  { line, section, names }: Needing,
  closed: readonly OverrideLine[],
  refused: readonly AccessSection[],
): boolean {
  return (
    emptyListOpens(line) &&
    names.every((name) => OF_RULES.includes(name)) &&
    closed.some((inner) => mayBeInside(inner.section, section)) &&
    refusedFolders(section, overrideOf([...line.args, 'AuthConfig'], []), refused).length === 0
  );
}

/** What is said by name already is left to its author. */
function hasList({ entries }: AccessSection): boolean {
  return entries.some((entry) => !isContainer(entry) && entry.name === 'allowoverridelist');
}

type Needing = OverrideLine & { readonly names: readonly string[] };

/** The names that a .htaccess file will say and that 2.4 may count to another class than 2.2. */
interface HtaccessNames {
  readonly folder: readonly string[];
  readonly names: readonly string[];
}

function htaccessNames(
  sections: readonly AccessSection[],
  texts: readonly OverriddenText[],
): HtaccessNames[] {
  const ofRules = texts.flatMap((text) =>
    htaccessFolders(text).map((folder) => ({ folder, names: namesIn(text) })),
  );
  const refused = new Set(texts.flatMap((text) => (text.isRefused ? text.sections : [])));
  const ofOthers = sections.flatMap((section) => {
    const { matcher, scope } = section;
    if (matcher.type !== 'htaccess' || refused.has(section)) return [];
    return [{ folder: matcher.path, names: namesOfOtherClassIn(scope) }];
  });
  return [...ofRules, ...ofOthers, ...sections.filter((each) => !refused.has(each)).flatMap(newNames)];
}

/** What a .htaccess file that serves both versions says to 2.4 alone. */
function newNames({ matcher, parent, entries }: AccessSection): HtaccessNames[] {
  const { matcher: outer } = parent ?? { matcher };
  if (outer.type !== 'htaccess') return [];
  const isNew = ({ guards }: AccessLine | AccessContainer): boolean =>
    canBeLive(guards, '2.4') && !canBeLive(guards, '2.2');
  return [{ folder: outer.path, names: flatMap(entries, (entry) => (isNew(entry) ? ruleNames(entry) : [])) }];
}

/** Those of the line, or of the container and all in it, that are of `OF_RULES`. */
function ruleNames(entry: AccessLine | AccessContainer): string[] {
  if (!isContainer(entry)) return OF_RULES.filter((name) => name.toLowerCase() === entry.name);
  const own = OF_RULES.filter((name) => name.toLowerCase() === `<${entry.scope.name}`);
  return [...own, ...flatMap(entry.children, ruleNames)];
}

type NamesIn = (section: AccessSection) => ReadonlySet<string>;

/** Those that files say where a section governs. Of one without wildcards they are looked up: a large tree has as many sections as files. */
function namesByFolder(files: readonly HtaccessNames[]): NamesIn {
  const search: NamesIn = (section) =>
    new Set(flatMap(files, ({ folder, names }) => (mayGovern(section, folder) ? names : [])));
  if (!files.every(({ folder }) => folder.every(isPlain))) return search;
  const below = new Map<string, Set<string>>();
  for (const { folder, names } of files) {
    if (names.length === 0) continue;
    for (const path of pathsTo(joinComponents(folder))) {
      const known = below.get(path) ?? new Set<string>();
      below.set(path, known);
      for (const name of names) known.add(name);
    }
  }
  return (section) => {
    const folder = plainFolder(section);
    return folder === null ? search(section) : (below.get(folder) ?? NO_NAMES);
  };
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** In the order in which they are written. */
function namesFor({ line, section }: OverrideLine, namesNeededIn: NamesIn): string[] {
  // What permits all or nothing permits the same in both versions.
  if (/^(?:all|none)$/i.test(line.args.join(' '))) return [];
  const names = namesNeededIn(section);
  return [...OF_RULES, ...names].filter(
    (name, i, all) =>
      names.has(name) && isFirst(name, i, all) && permits22(line, name) && !permits24(line, name),
  );
}

/** The server compares names without regard to case. */
function isFirst(name: string, i: number, all: readonly string[]): boolean {
  return all.findIndex((each) => each.toLowerCase() === name.toLowerCase()) === i;
}

const OF_RULES = ['Require', 'AuthMerging', '<RequireAll', '<RequireAny', '<RequireNone'];

/** Whether 2.2 permitted it, or what it stands for: new rules are what Order was, which is of Limit. */
function permits22(line: AccessLine, name: string): boolean {
  if (OF_RULES.includes(name)) return permits(line, 'limit');
  const facts = directive22(name);
  return facts !== null && overrideClasses(facts).some((each) => permits(line, each.toLowerCase()));
}

function permits24(line: AccessLine, name: string): boolean {
  if (OF_RULES.includes(name)) return permits(line, 'authconfig');
  const facts = directive24(name);
  return facts !== null && overrideClasses(facts).some((each) => permits(line, each.toLowerCase()));
}

/** The folders of those .htaccess files, refused by 2.2, that 2.4 would take with that permitted where the section governs. */
function refusedFolders(
  section: AccessSection,
  override: Override,
  refused: readonly AccessSection[],
): string[] {
  const taken = refused.filter((htaccess) => permitsAll(override, htaccess, '2.4', new Map()));
  const folders = taken.flatMap(({ matcher }) => (matcher.type === 'htaccess' ? [matcher.path] : []));
  return folders.filter((folder) => mayGovern(section, folder)).map(joinComponents);
}

function htaccessFolders({ sections }: OverriddenText): (readonly string[])[] {
  return sections
    .map((section) => section.parent ?? section)
    .flatMap(({ matcher }) => (matcher.type === 'htaccess' ? [matcher.path] : []));
}

/**
 * An AllowOverride in a Location or in Files says nothing about .htaccess files (set_override in server/core.c warns of it), and none for a
 * pattern: those sections are merged after the .htaccess files were read (ap_directory_walk in server/request.c).
 */
function overrideLines(section: AccessSection): OverrideLine[] {
  if (!OF_FOLDERS.has(section.matcher.type)) return [];
  return section.entries.flatMap((entry) =>
    !isContainer(entry) && entry.name === 'allowoverride' ? [{ line: entry, section }] : [],
  );
}

const OF_FOLDERS: ReadonlySet<AccessSection['matcher']['type']> = new Set([
  'directory',
  'directory-wildcard',
]);

function overrideOf(args: AccessLine['args'], names: readonly string[]): Override {
  const lower = names.map((name) => name.toLowerCase());
  const options = permittedOptions(args);
  return {
    classes: classesOf(args),
    names: lower,
    options,
    unset: false,
    opensByList: false,
    isLenient: false,
    accessCompat: true,
  };
}

function permits({ args }: AccessLine, wanted: string): boolean {
  return classesOf(args).some((each) => each.toLowerCase() === wanted);
}

/** Whether the section can be in force in the folder: a pattern for each name of a path, or one for the whole of it. */
function mayGovern({ matcher }: AccessSection, folder: readonly string[]): boolean {
  if (matcher.type !== 'directory' && matcher.type !== 'directory-wildcard') return true;
  return (
    matcher.path.length <= folder.length &&
    matcher.path.every((name, depth) => mayBeSame(name, folder[depth] ?? ''))
  );
}

function mayBeSame(name: string, other: string): boolean {
  return name === other || fnmatch(name, other) || fnmatch(other, name) || [name, other].every(hasWildcard);
}

/** Whether some folder can meet both sections, this one later: those with fewer names in their paths come first (ap_core_reorder_directories, server/core.c). */
function mayBeInside({ matcher }: AccessSection, outer: AccessSection): boolean {
  return !('path' in matcher) || mayGovern(outer, matcher.path);
}

/** Those of the new lines; `<Limit` is permitted by Limit, guards by anything. */
function namesIn({ written }: OverriddenText): string[] {
  const found = new Set(written.map((line) => /^\t*(<?\w+)/.exec(line)?.[1] ?? ''));
  return OF_RULES.filter((name) => found.has(name));
}
