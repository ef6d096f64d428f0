import type { Choices, FlowSubject } from './chains/index.ts';
import { matchDirectoryWildcard, matchRegexBelow, matchRegexText } from './chains/index.ts';
import type { HostFlags } from './host-flags.ts';
import { isPathAtOrBelow, pathComponents } from './paths.ts';
import type { RequireLeaf, RequireTree } from './policy/index.ts';

/**
 * A test of the file or address that a request leads to: below a folder (`below`) or an address (`addressed`), of a file
 * name (`named`), or matched by a pattern of the configuration (the name of a `choice`), or of the virtual host with a flag (`flagged`).
 */
export interface Clause {
  readonly kind: 'below' | 'named' | 'choice' | 'addressed' | 'flagged';
  readonly text: string;
  readonly isTrue: boolean;
}

/** What is known of the requests that come to a section. */
export interface Situation {
  readonly about: FlowSubject;
  readonly choices: Choices;
  readonly flags: HostFlags;
}

const FILE = '%{REQUEST_FILENAME}';
/** What the file of a request is called that goes to another server (mod_proxy). */
const PROXIED = '^proxy:';
const ADDRESS = '%{REQUEST_URI}';
/** The match must begin behind the last slash. */
const LAST_COMPONENT = '(?=[^/]*$)';

/** The clauses as `Require expr` takes them, all of which must hold; null if one of them can't be said so. */
export function conditionText(clauses: readonly Clause[]): string | null {
  const texts = clauses.map(clauseText);
  return texts.every((text) => text !== null) ? `"${texts.join(' && ')}"` : null;
}

/** Whether the clause holds in the situation; null if that is not decided there, or if no expression can say it. */
export function clauseTruth(clause: Clause, situation: Situation): boolean | null {
  const text = clauseText(clause);
  return text === null ? null : truthOf(text, situation);
}

/**
 * The tree as it reads in one situation: conditions become `all granted` or `all denied` where the situation decides
 * them; others stay.
 */
export function settleConditions(tree: RequireTree, situation: Situation): RequireTree {
  if (tree.type !== 'leaf') {
    const children = tree.children.map((child) => settleConditions(child, situation));
    return children.every((child, i) => child === tree.children[i]) ? tree : { ...tree, children };
  }
  if (tree.provider !== 'expr') return tree;
  const truths = tree.args
    .replace(/^"|"$/g, '')
    .split(BETWEEN_CLAUSES)
    .map((text) => truthOf(text, situation));
  if (truths.includes(false)) return constant(tree, 'denied');
  return truths.includes(null) ? tree : constant(tree, 'granted');
}

/** Whether the tree has a condition that a situation may decide. */
export function hasConditions(tree: RequireTree | null): boolean {
  if (tree === null) return false;
  return tree.type === 'leaf' ? tree.provider === 'expr' : tree.children.some(hasConditions);
}

function constant(leaf: RequireLeaf, args: 'granted' | 'denied'): RequireLeaf {
  return { ...leaf, provider: 'all', args };
}

/** A section of folders by a wildcard counts only for those that exist: a clause with an `&&` of its own, in parentheses. */
const EXISTS = " && -e '$1')";
const BETWEEN_CLAUSES = / && (?!-e '\$1'\))/;

function clauseText(clause: Clause): string | null {
  if (clause.kind === 'flagged') return `${clause.isTrue ? '-n' : '-z'} reqenv('${clause.text}')`;
  const test = clauseTest(clause);
  if (test === null || /"/.test(test)) return null;
  if (clause.kind === 'choice' && clause.text.startsWith('path* ')) {
    const folders = inHashes(wildcardPattern(clause.text.slice('path* '.length)));
    return `${clause.isTrue ? '' : '!'}(${FILE} =~ m#^(${folders})(/|$)#${EXISTS}`;
  }
  const [variable, , ...pattern] = test.split(' ');
  return `${variable} ${clause.isTrue ? '=~' : '!~'} m#${inHashes(pattern.join(' '))}#`;
}

/** The pattern for `m#...#`: the server knows no escape for the character that ends it (util_expr_scan.l). */
function inHashes(pattern: string): string {
  return pattern.replace(/\\[\s\S]|#/g, (token) => (token === '#' || token === '\\#' ? '\\x23' : token));
}

/** Written in one way, whatever way it was. */
function withPlainHashes(pattern: string): string {
  return pattern.replace(/\\x23|\\[\s\S]/g, (token) => (/^\\(?:x23|#)$/.test(token) ? '#' : token));
}

function clauseTest({ kind, text }: Clause): string | null {
  switch (kind) {
    case 'choice':
      return choiceTest(text);
    case 'below':
      return `${FILE} ~ ${folderPattern(text)}`;
    case 'addressed':
      return `${ADDRESS} ~ ${addressPattern(text)}`;
    case 'named':
      return `${FILE} ~ ${namePattern(text)}`;
    case 'flagged':
      return null;
  }
}

/** `VARIABLE ~ PATTERN`; null for what no expression can say. */
function choiceTest(choice: string): string | null {
  const blank = choice.indexOf(' ');
  const pattern = choice.slice(blank + 1);
  switch (choice.slice(0, blank)) {
    case 'file':
      return `${FILE} ~ ${filePattern(pattern)}`;
    case 'file*':
      return isPlainWildcard(pattern) ? `${FILE} ~ /${wildcardPattern(pattern)}$` : null;
    case 'path':
      return `${FILE} ~ ${pattern}`;
    case 'path*':
      return isPlainWildcard(pattern) ? `${FILE} ~ ${wildcardFolderPattern(pattern)}` : null;
    case 'address*':
      return isPlainWildcard(pattern) && pattern.startsWith('/')
        ? `${ADDRESS} ~ ${wildcardAddressPattern(pattern)}`
        : null;
    case 'address':
      return `${ADDRESS} ~ ${pattern}`;
    case 'below':
      return `${ADDRESS} ~ ^${escapeAddress(pattern)}/`;
    case 'target':
      return `${FILE} ~ ${proxiedPattern(pattern)}`;
    case 'target*':
      return isPlainWildcard(pattern) ? `${FILE} ~ ${PROXIED}${targetPattern(pattern)}` : null;
    default:
      return null;
  }
}

/** Null: some requests of the situation meet it and some do not, or it is not known. */
function truthOf(text: string, situation: Situation): boolean | null {
  const flag = /^(-[nz]) reqenv\('(\w+)'\)$/.exec(text);
  if (flag !== null) return flagTruth(flag[2] ?? '', flag[1] === '-n', situation);
  const existing = /^(!?)\((%\{\w+\}) =~ m#\^\((.*)\)\(\/\|\$\)# && -e '\$1'\)$/.exec(text);
  if (existing !== null) {
    const [, not = '', variable = '', folders = ''] = existing;
    return truthOf(`${variable} ${not === '' ? '=' : '!'}~ m#^${folders}(/|$)#`, situation);
  }
  const match = /^(%\{\w+\}) ([=!])~ m#([^#]*)#$/.exec(text);
  if (match === null) return null;
  const isTrue = match[2] === '=';
  const pattern = withPlainHashes(match[3] ?? '');
  const holds = variableTruth(match[1] ?? '', pattern, situation);
  return holds === null ? null : holds === isTrue;
}

/** Nothing is known of other variables: a header is what the client says. */
function variableTruth(variable: string, pattern: string, situation: Situation): boolean | null {
  if (variable === FILE) return fileTruth(pattern, situation);
  return variable === ADDRESS ? addressTruth(pattern, situation) : null;
}

function flagTruth(flag: string, isTrue: boolean, { about, flags }: Situation): boolean | null {
  if (!flags.all.has(flag)) return null;
  return (flags.setIn.get(about.server)?.has(flag) ?? false) === isTrue;
}

function fileTruth(pattern: string, situation: Situation): boolean | null {
  const chosen = choiceTruth(FILE, pattern, situation);
  if (chosen !== null) return chosen;
  const { about } = situation;
  if (pattern.startsWith(PROXIED)) return about.region === null ? null : false;
  const folder = folderOfPattern(pattern);
  if (folder !== null) return liesBelow(about.region, about.regions, folder);
  const wildcard = wildcardOfPattern(pattern);
  if (wildcard !== null) return matchesFolder(wildcard, about);
  const name = /^\/(.*)\$$/.exec(pattern)?.[1];
  if (name !== undefined && namePattern(unescape(name)) === pattern) return isNamed(unescape(name), about);
  const ofName = about.fileName === null ? null : nameTruth(pattern, about.fileName);
  return ofName ?? pathTruth(pattern, about);
}

/** What holds for every file at and below the folder of a flow, as the flow's own patterns are judged. */
function pathTruth(pattern: string, { folder, regions }: FlowSubject): boolean | null {
  const match = folder === null ? 'maybe' : matchRegexBelow(pattern, { path: folder, others: regions });
  return match === 'maybe' ? null : match === 'always';
}

/** A name that is not told apart here may be that of any file. */
function isNamed(name: string, { fileName, fileNames }: FlowSubject): boolean | null {
  if (fileName !== null) return fileName === name;
  return fileNames.has(name) ? false : null;
}

/** A pattern of file names held against the one name of the situation. */
function nameTruth(pattern: string, name: string): boolean | null {
  if (!pattern.startsWith(LAST_COMPONENT)) return null;
  const match = matchRegexText(pattern, `/${name}`);
  return match === 'maybe' ? null : match === 'always';
}

function choiceTruth(variable: string, pattern: string, { choices }: Situation): boolean | null {
  for (const [choice, value] of choices) {
    const test = choiceTest(choice);
    if (test !== null && withPlainHashes(test) === `${variable} ~ ${pattern}`) return value;
  }
  return null;
}

function addressTruth(pattern: string, situation: Situation): boolean | null {
  const chosen = choiceTruth(ADDRESS, pattern, situation);
  if (chosen !== null) return chosen;
  const { address, addresses } = situation.about;
  const folder = folderOfPattern(pattern.replaceAll('/+', '/'));
  return folder === null || address === null ? null : liesBelow(address, addresses, folder);
}

/** Whether what is told apart as `region` is at or below the folder; null if some of it may be and some not. */
function liesBelow(region: string | null, regions: ReadonlySet<string>, folder: string): boolean | null {
  if (region === null) return false;
  if (isPathAtOrBelow(region, folder)) return true;
  const isApart = !folder.startsWith(region === '/' ? '/' : `${region}/`) || regions.has(folder);
  return isApart ? false : null;
}

/** Whether a wildcard of folders matches all files of a flow or none; null if some. Proxied requests have no folder. */
function matchesFolder(wildcard: string, { folder, regions }: FlowSubject): boolean | null {
  if (folder === null) return false;
  const match = matchDirectoryWildcard(pathComponents(wildcard), pathComponents(folder), regions);
  return match === 'maybe' ? null : match === 'always';
}

function folderPattern(folder: string): string {
  return folder === '/' ? '^/' : `^${escape(folder)}(/|$)`;
}

function addressPattern(address: string): string {
  return address === '/' ? '^/' : `^${escapeAddress(address)}(/|$)`;
}

/** `<Location /a/b>` is met by `/a//b`, which MergeSlashes Off leaves as it is; at the very start both servers merge them. */
function escapeAddress(address: string): string {
  return escape(address).replace(/(?!^)\//g, '/+');
}

function folderOfPattern(pattern: string): string | null {
  if (pattern === '^/') return '/';
  const folder = /^\^(.*)\(\/\|\$\)$/.exec(pattern)?.[1];
  return folder === undefined || escape(unescape(folder)) !== folder ? null : unescape(folder);
}

function namePattern(name: string): string {
  return `/${escape(name)}$`;
}

/** FilesMatch holds its pattern against the last component alone: `^` is the place behind the last slash. */
function filePattern(pattern: string): string {
  return `${LAST_COMPONENT}(?:${anchoredBehind(pattern, '(?<=/)')})`;
}

/** The pattern with another test in the place of each `^` that is an anchor. */
function anchoredBehind(pattern: string, start: string): string {
  let inClass = false;
  return pattern.replace(/\\[\s\S]|[[\]^]/g, (token) => {
    if (token === '[') inClass = true;
    else if (token === ']') inClass = false;
    else if (token === '^' && !inClass) return start;
    return token;
  });
}

/** ProxyMatch holds its pattern against what stands behind `proxy:`. */
function proxiedPattern(pattern: string): string {
  if (/^\^[^|^]*$/.test(pattern)) return PROXIED + pattern.slice(1);
  return `${PROXIED}.*(?:${anchoredBehind(pattern, `(?<=${PROXIED})`)})`;
}

/** A plain Proxy section is a prefix of the target's text; in one with a wildcard `*` matches slashes (proxy_walk, mod_proxy.c). */
function targetPattern(text: string): string {
  if (!/[*?[]/.test(text)) return escape(text);
  return `${wildcardPattern(text).replaceAll('[^/]', '.')}$`;
}

/** The pattern of names that a pattern of paths stands for, if it is one of those made here; else null. */
export function namePatternIn(pattern: string): string | null {
  const inner = pattern.startsWith(`${LAST_COMPONENT}(?:`) && pattern.endsWith(')');
  return inner ? pattern.slice(LAST_COMPONENT.length + 3, -1).replaceAll('(?<=/)', '^') : null;
}

/** Escapes, and bracketed characters other than letters and digits, are not written as a regular expression. */
function isPlainWildcard(wildcard: string): boolean {
  const others = wildcard.replace(BRACKETS, (text) => (isSet(text) ? '' : text));
  return !/[[\]\\]/.test(others);
}

/** Of `[z-a]` each server makes what it likes. */
function isSet(text: string): boolean {
  const ranges = [...text.matchAll(/(\w)-(\w)/g)];
  return ranges.every(([, from = '', to = '']) => from <= to);
}

const BRACKETS = /\[(!?)([\w-]+)\]/g;

function wildcardFolderPattern(wildcard: string): string {
  return `^${wildcardPattern(wildcard)}(/|$)`;
}

function wildcardOfPattern(pattern: string): string | null {
  const written = /^\^(.*)\(\/\|\$\)$/.exec(pattern)?.[1];
  if (written === undefined) return null;
  const plain = written.replaceAll('[^/]*', '*').replaceAll('[^/]', '?');
  const wildcard = unescape(plain.replace(/\[\^([\w-]+)\/\]/g, '[!$1]'));
  return isPlainWildcard(wildcard) && wildcardFolderPattern(wildcard) === pattern ? wildcard : null;
}

/** The whole address must match (ap_location_walk): what is below it does not. Doubled slashes count as one. */
function wildcardAddressPattern(wildcard: string): string {
  return `^${wildcardPattern(wildcard).replace(/(?!^)\/(?!\])/g, '/+')}$`;
}

/** As apr_fnmatch reads it with FNM_PATHNAME: nothing but a slash matches a slash. */
function wildcardPattern(wildcard: string): string {
  const parts = wildcard.split(/(\[!?[\w-]+\]|[*?])/);
  return parts.map((part, i) => (i % 2 === 0 ? escape(part) : wildcardPart(part))).join('');
}

function wildcardPart(part: string): string {
  if (part === '*') return '[^/]*';
  return part === '?'
    ? '[^/]'
    : part.replace(BRACKETS, (_, not: string, set: string) => (not === '' ? `[${set}]` : `[^${set}/]`));
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|"]/g, '\\$&');
}

function unescape(text: string): string {
  return text.replace(/\\(.)/g, '$1');
}
