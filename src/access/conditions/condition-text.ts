import type { Clause, PatternTest } from './clause.ts';
import { patternTestOf } from './clause.ts';
import { hasWildcard } from '../../model/index.ts';
import { branchesOf } from '../../pattern/index.ts';
import { hasPlaceholder } from '../../syntax/index.ts';
import { SHARES, withoutDrivePath } from '../folders/paths.ts';
import { walkedPattern, wildcardOfPattern, wildcardPattern } from './path-patterns.ts';

/** A clause as it was read. */
export type WrittenClause =
  | { readonly kind: 'pattern'; readonly test: PatternTest; readonly isTrue: boolean }
  | { readonly kind: 'flag'; readonly flag: string; readonly isTrue: boolean };

/**
 * The clauses as `Require expr` takes them, all of which must hold; null if one of them can't be said so.
 * @param isOnWindows whether files lie on drives: there no path of one begins with a slash, but that of a share
 */
export function conditionText(clauses: readonly Clause[], isOnWindows = false): string | null {
  const texts = clauses.map(clauseText);
  if (!texts.every((text) => text !== null)) return null;
  const written = texts.map(withDrives).join(' && ');
  return `"${isOnWindows ? written.replaceAll(ANY_FILE, `$1${FILE_OF_WINDOWS}`) : written}"`;
}

/** Of requests that lead to a file: `proxy:http://...` is none. */
const ANY_FILE = /(%\{REQUEST_FILENAME\} [=!]~ )m#\^\/#/g;
const FILE_OF_WINDOWS = 'm#^(?:[A-Za-z]:)?/#';

/**
 * Paths of Windows begin with a drive or as those of a share, which here are folders of the root (`drivePath`, `SHARES`). To a section a folder is
 * there however it is spelled, to an expression it has the name on the disk: letters are the same in either case, but for those after a wildcard.
 */
function withDrives(text: string): string {
  return text.replace(FOLDER_OF_WINDOWS, (_, start: string, path: string) => {
    return `${start}(?i:${withoutDrivePath(path)})`;
  });
}

const FOLDER_OF_WINDOWS =
  /(%\{REQUEST_FILENAME\} [=!]~ m#\^\(?)(\/(?:[A-Za-z]|UNC):(?:(?:\/(?:[^\\/#()[\].*?$^|{}+]|\\[^/])+)*(?=[/()#$])))/g;

function withDrivePaths(text: string): string {
  return text
    .replaceAll(FILE_OF_WINDOWS, 'm#^/#')
    .replace(/(?<=%\{REQUEST_FILENAME\} [=!]~ m#\^\(?)\(\?i:((?:[^()\\]|\\.)*)\)/g, (_, path: string) =>
      path.startsWith('//') ? `${SHARES}${path.slice(1)}` : `/${path}`,
    );
}

/** A section of folders by a wildcard counts only for those that exist: a clause with an `&&` of its own, in parentheses. */
const EXISTS = " && -e '$1'";
/**
 * What matches files in a folder does not count for its index file, which takes over what was found for the folder
 * (ap_directory_walk, server/request.c). An address that ends with `/..` or `/.` is that of a folder, too, as is a URL without a path.
 */
const IS_NO_INDEX =
  "%{IS_SUBREQ} == 'false' || %{THE_REQUEST} !~ m#^[^ ]+ ([^ ?]*/(\\.|%2[eE]){0,2}|[^/ ]+://[^/ ?]+)([ ?]|$)#";
/** An index file that is not there, or a folder, takes nothing over: it has a walk of its own. */
const IS_NO_FILE = '!-f %{REQUEST_FILENAME}';
/**
 * A wildcard matches files, too, but neither the index file of its folder nor one with text after its name (`/x.cgi/more`): then each component is
 * looked at, and the walk ends before a file (ap_directory_walk).
 */
const OF_FILE = ` && (-d '$1' || (%{PATH_INFO} == '' && (${IS_NO_INDEX})))`;

function clauseText(clause: Clause): string | null {
  if (clause.kind === 'flagged') return `${clause.isTrue ? '-n' : '-z'} reqenv('${clause.text}')`;
  // What comes in its place is a text: in a pattern it would match other names, and a path that begins with it none at all.
  if (hasPlaceholder(clause.text)) return null;
  const test = patternTestOf(clause);
  if (test === null || test.pattern.includes('"')) return null;
  const inside = clause.kind === 'choice' ? choiceText(clause.text, test.pattern) : null;
  if (inside !== null) return `${clause.isTrue ? '' : '!'}(${inside})`;
  return `%{${test.variable}} ${clause.isTrue ? '=~' : '!~'} m#${inHashes(test.pattern)}#`;
}

/** What a section of folders asks beside its pattern: whether they are there; null for what the pattern alone says. */
function choiceText(choice: string, pattern: string): string | null {
  const [, kind, wildcard = ''] = /^(walk|path\*?) (.*)$/s.exec(choice) ?? [];
  switch (kind) {
    case 'walk':
      return foldersText(wildcard, true);
    case 'path*':
      return foldersText(wildcard);
    case 'path':
      return endsWithFolder(pattern) ? null : pathText(pattern);
    default:
      return null;
  }
}

/**
 * Whether all that the pattern asks for ends with a slash: files are no part of it. Whatever may come after it is not asked for, and of the end that
 * DirectoryMatch leaves dead nothing comes.
 */
function endsWithFolder(pattern: string): boolean {
  const asked = (branch: string): string => branch.replace(/\/\.\*$|\(\/\|\(\?!\)\)$/, '/');
  return branchesOf(pattern).every((branch) => asked(branch).endsWith('/'));
}

function pathText(pattern: string): string {
  const written = inHashes(pattern);
  const inFolder = `(%{REQUEST_FILENAME} =~ m#^(.*/)# && '$1' =~ m#${written}#)`;
  return `%{REQUEST_FILENAME} =~ m#${written}# && (${IS_NO_INDEX} || ${IS_NO_FILE} || ${inFolder})`;
}

/**
 * No component of a path is empty, but what stands behind the slash of `/folder/` is.
 * @param isOfFiles whether a file of that path meets it, too
 */
function foldersText(
  wildcard: string,
  isOfFiles = hasWildcard(wildcard.slice(wildcard.lastIndexOf('/'))),
): string {
  const folders = inHashes(wildcardPattern(wildcard)).replaceAll(ANY_OR_NOTHING, '[^/]+');
  return `%{REQUEST_FILENAME} =~ m#^(${folders})(/|$)#${EXISTS}${isOfFiles ? OF_FILE : ''}`;
}

/** A whole component. */
const ANY_OR_NOTHING = /(?<=\/)\[\^\/\]\*(?=\/|$)/g;

/** A clause that was written here; null for other texts. */
export function readClause(written: string): WrittenClause | null {
  const text = withDrivePaths(written);
  const flag = /^-([nz]) reqenv\('(\w+)'\)$/.exec(text);
  if (flag !== null) return { kind: 'flag', flag: flag[2] ?? '', isTrue: flag[1] === 'n' };
  const [, not, inside] = /^(!?)\((.*)\)$/s.exec(text) ?? [];
  if (inside !== undefined) {
    const pattern = foldersIn(inside) ?? pathIn(inside);
    return pattern === null ? null : patternClause('REQUEST_FILENAME', pattern, not === '');
  }
  const [whole, variable = '', operator, pattern = ''] = /^%\{(\w+)\} ([=!])~ m#([^#]*)#$/.exec(text) ?? [];
  return whole === undefined ? null : patternClause(variable, pattern, operator === '=');
}

/** The pattern of folders that `foldersText` wrote; else null. */
function foldersIn(text: string): string | null {
  const folders = /^%\{REQUEST_FILENAME\} =~ m#\^\((.*?)\)\(\/\|\$\)# && -e /.exec(text)?.[1];
  if (folders === undefined) return null;
  const pattern = withPlainHashes(`^${folders.replaceAll('[^/]+', '[^/]*')}(/|$)`);
  const wildcard = wildcardOfPattern(pattern);
  if (wildcard === null) return null;
  if (text === foldersText(wildcard)) return pattern;
  return text === foldersText(wildcard, true) ? walkedPattern(wildcard) : null;
}

/** The wildcards in a condition that files match, too. */
export function wildcardsOfFiles(condition: string): readonly string[] {
  if (!condition.includes("-e '$1'")) return NO_WILDCARDS;
  return [...withDrivePaths(condition).matchAll(/m#\^\(([^#]*?)\)\(\/\|\$\)# && -e '\$1' && \(-d/g)].flatMap(
    ([, folders = '']) => {
      const pattern = withPlainHashes(`^${folders.replaceAll('[^/]+', '[^/]*')}(/|$)`);
      return wildcardOfPattern(pattern) ?? [];
    },
  );
}

const NO_WILDCARDS: readonly string[] = [];

/** Whether a condition asks for files that a pattern or wildcard of folders matches, which depends on what was asked for. */
export function tellsFilesApart(condition: string): boolean {
  return condition.includes(IS_NO_INDEX);
}

/** The patterns by which a condition tells files apart so; null where one of them can't be read. */
export function patternsTellingFiles(written: string): readonly string[] | null {
  const condition = withDrivePaths(written);
  const ofPaths = [...condition.matchAll(/%\{REQUEST_FILENAME\} =~ m#([^#]*)# && \(%\{IS_SUBREQ/g)];
  const ofWildcards = [...condition.matchAll(/m#(\^\([^#]*?\)\(\/\|\$\))# && -e '\$1' && \(-d/g)];
  const found = [...ofPaths, ...ofWildcards].map(([, pattern = '']) => withPlainHashes(pattern));
  return found.length === condition.split(IS_NO_INDEX).length - 1 ? found : null;
}

/** The sections of folders that such conditions ask for, as they are written, for people. */
export function sectionsNamedIn(conditions: readonly string[]): string {
  const patterns = new Set(conditions.flatMap((condition) => patternsTellingFiles(condition) ?? []));
  const wildcardIn = (pattern: string): string | null => {
    const folders = /^\^\((.*)\)\(\/\|\$\)$/.exec(pattern)?.[1];
    return folders === undefined ? null : wildcardOfPattern(`^${folders.replaceAll('[^/]+', '[^/]*')}(/|$)`);
  };
  const quoted = [...patterns].map(
    (pattern) => `\`${wildcardIn(pattern) ?? pattern.replaceAll('(?!)', '$')}\``,
  );
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(quoted);
}

/** The pattern of paths that `pathText` wrote; else null. */
function pathIn(text: string): string | null {
  const path = /^%\{REQUEST_FILENAME\} =~ m#([^#]*)# && \(%\{IS_SUBREQ/.exec(text)?.[1];
  const pattern = path === undefined ? null : withPlainHashes(path);
  return pattern !== null && text === pathText(pattern) ? pattern : null;
}

/** What of a pattern stands before a drive. */
const DRIVE = /^(\^\(?)(?=[A-Za-z]:[/(])/;

/** Of other variables nothing is known: a header is what the client says. */
export function patternClause(variable: string, pattern: string, isTrue: boolean): WrittenClause | null {
  if (variable !== 'REQUEST_FILENAME' && variable !== 'REQUEST_URI') return null;
  const ofPath = variable === 'REQUEST_FILENAME' ? pattern.replace(DRIVE, '$1/') : pattern;
  return { kind: 'pattern', test: { variable, pattern: withPlainHashes(ofPath) }, isTrue };
}

/** The pattern for `m#...#`: the server knows no escape for the character that ends it (util_expr_scan.l). */
function inHashes(pattern: string): string {
  return pattern.replace(/\\[\s\S]|#/g, (token) => (token === '#' || token === '\\#' ? '\\x23' : token));
}

/** Written in one way, whatever way it was. */
export function withPlainHashes(pattern: string): string {
  return pattern.replace(/\\x23|\\[\s\S]/g, (token) => (/^\\(?:x23|#)$/.test(token) ? '#' : token));
}
