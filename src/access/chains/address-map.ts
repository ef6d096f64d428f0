import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { guardsAround, mappingLines } from './server-directives.ts';
import { ownPath } from './own-url.ts';
import { encodePath, folderComponents, joinComponents, pathComponents } from '../sections/paths.ts';
import { matchDirectoryWildcard, matchRegexBelow } from './pattern-match.ts';
import type { PrefixTable } from './prefix-table.ts';
import { prefixTable } from './prefix-table.ts';
import { isUnsure } from '../sections/worlds.ts';
import type { Work } from '../work.ts';
import type { World } from '../sections/worlds.ts';

/** Where the addresses at and below one address lead. */
export type Destination =
  | FileDestination
  | ProxyDestination
  /** Rewritten, matched by a pattern, or made of a name: any folder that may be led to. */
  | { readonly type: 'anywhere'; readonly leadsTo: FolderTest };

interface FileDestination {
  readonly type: 'file';
  readonly path: readonly string[];
}

interface ProxyDestination {
  readonly type: 'proxy';
  readonly target: string;
}

/** Whether files at or below a folder, but in no folder inside of it that has rules of its own, may be meant. */
export type FolderTest = (folder: readonly string[]) => boolean;

/** One line that maps a prefix of addresses, in the order in which the server tries them. */
interface Mapping<To> {
  readonly prefix: readonly string[];
  /** With a slash at the end the address without it is not mapped. */
  readonly onlyBelow: boolean;
  readonly to: To;
  /** Whether the server may not read the line: it stands inside of a guard that is not decided. */
  readonly isUnsure: boolean;
}

type LineMapping<To> = Omit<Mapping<To>, 'isUnsure'>;

/** Null: the line takes the prefix out again (`ProxyPass /x !`). */
type ProxyMapping = Mapping<ProxyDestination | null>;

/**
 * How one server (the main server or a virtual host) maps addresses to files and proxied addresses
 * (translate_name hooks: ProxyPass, then Alias and its kin, the virtual host's before the main server's, then DocumentRoot).
 */
export interface AddressMap {
  readonly proxied: PrefixTable<ProxyMapping>;
  readonly aliased: PrefixTable<Mapping<FileDestination>>;
  /** Lines that cannot be followed from the configuration: where they fit, an address may mean several folders. */
  readonly opaque: readonly OpaqueLine[];
  /** Lines that may send an address to a server that cannot be told. */
  readonly maybeProxied: readonly AddressTest[];
  /** Whether requests may name any server, which this one then asks (ProxyRequests). */
  readonly forwards: boolean;
}

/** Whether a line can have a say in the addresses at and below one. */
type AddressTest = (address: readonly string[], work: Work) => boolean;

interface OpaqueLine {
  readonly fits: AddressTest;
  readonly leadsTo: FolderTest;
}

export function addressMapOf(server: Scope, model: ServerModel, world: World): AddressMap {
  const { main } = model;
  const serverRoot = encodePath(model.statedRoot);
  const own = mappingLines(server, world);
  const inherited = server === main ? [] : mappingLines(main, world);
  const all = [...own, ...inherited];
  const unsure = new Set(all.filter((line) => isUnsure(guardsAround(line), world)));
  const mapped = <To>(mapping: (line: Occurrence) => LineMapping<To>[]): Mapping<To>[] =>
    all.flatMap((line) => mapping(line).map((each) => ({ ...each, isUnsure: unsure.has(line) })));
  const rules = rewriteRules(all.some(inheritsRules) ? all : own);
  const roots = documentRoots([...inherited, ...own], unsure);
  const folders = roots.paths.map((path) => folderComponents(absolute(path, serverRoot)));
  return {
    proxied: byPrefix(mapped(proxyMapping)),
    aliased: byPrefix([
      ...mapped((line) => aliasMapping(line, serverRoot)),
      ...folders.map((folder, i) => ({ ...rootMapping(folder), isUnsure: i + 1 < folders.length })),
    ]),
    opaque: [
      ...(roots.isBuiltIn && model.kind !== 'server' ? [ANYTHING] : []),
      ...all.flatMap((line) => opaqueLine(line, serverRoot)),
      ...rules.flatMap(({ line, fits }) => {
        const target = pathMade(line, server, main);
        return target === null
          ? []
          : folders.map((folder) => ({ fits, leadsTo: rewrittenTo(line, target, folder) }));
      }),
    ],
    maybeProxied: [
      ...all.filter(isProxyPattern).map(patternTest),
      ...rules.flatMap(({ line, fits }) => (mayProxy(line, all) ? [fits] : [])),
    ],
    forwards: all.some(({ name, args }) => name === 'proxyrequests' && args[0]?.toLowerCase() === 'on'),
  };
}

function byPrefix<To>(mappings: readonly Mapping<To>[]): PrefixTable<Mapping<To>> {
  return prefixTable(mappings, ({ prefix }) => prefix);
}

/** DOCUMENT_LOCATION, below the prefix that the server was built with: the default of DocumentRoot. */
const BUILT_IN_ROOT = 'htdocs';

interface DocumentRoots {
  /** All that may count, as written: each but the last does only if its line is read. */
  readonly paths: readonly string[];
  /** Whether it may be the server's own default. */
  readonly isBuiltIn: boolean;
}

/** The last line counts; before one that the server may not read, an earlier one may. */
function documentRoots(lines: readonly Occurrence[], unsure: ReadonlySet<Occurrence>): DocumentRoots {
  const roots = lines.filter(({ name, args }) => name === 'documentroot' && args[0] !== undefined);
  const sure = roots.findLastIndex((line) => !unsure.has(line));
  const paths = roots.slice(Math.max(sure, 0)).map(({ args }) => args[0] ?? '');
  const isBuiltIn = sure === -1;
  return { paths: [...paths.toReversed(), ...(isBuiltIn ? [BUILT_IN_ROOT] : [])], isBuiltIn };
}

/** As ap_server_root_relative. */
function absolute(path: string, serverRoot: string): string {
  return path.startsWith('/') ? path : `${serverRoot}/${path}`;
}

/** All that the addresses at and below `address` may lead to; more than one where that can't be told. */
export function destinationsOf(map: AddressMap, address: readonly string[], work: Work): Destination[] {
  const found: Destination[] = [];
  work.spend(map.maybeProxied.length + map.opaque.length);
  if (map.maybeProxied.some((fits) => fits(address, work))) found.push({ type: 'proxy', target: '' });
  for (const { fits, leadsTo } of map.opaque)
    if (fits(address, work)) found.push({ type: 'anywhere', leadsTo });
  if (!follow(map.proxied, address, found)) follow(map.aliased, address, found);
  return found;
}

/** The prefixes at which the mapping changes. */
export function mappedPrefixes(map: AddressMap): (readonly string[])[] {
  return [...map.proxied.all, ...map.aliased.all].map(({ prefix }) => prefix);
}

/** Pairs of an address prefix and the folder it stands for. */
export function folderMappings(map: AddressMap): { prefix: readonly string[]; folder: readonly string[] }[] {
  return map.aliased.all.map(({ prefix, to }) => ({ prefix, folder: to.path }));
}

/** Adds what the first fitting lines lead to; true if one of them fits for certain. */
function follow(
  mappings: PrefixTable<ProxyMapping | Mapping<FileDestination>>,
  address: readonly string[],
  found: Destination[],
): boolean {
  for (const { prefix, onlyBelow, to, isUnsure: mayBeUnread } of mappings.around(address)) {
    if (to !== null) found.push(below(to, address.slice(prefix.length)));
    const certain = !mayBeUnread && (!onlyBelow || address.length > prefix.length);
    if (certain) return to !== null;
  }
  return false;
}

function below(to: FileDestination | ProxyDestination, rest: readonly string[]): Destination {
  if (to.type === 'file') return { ...to, path: [...to.path, ...rest] };
  if (rest.length === 0) return to;
  return { ...to, target: `${to.target.replace(/\/$/, '')}/${rest.join('/')}` };
}

function proxyMapping({ name, args, scope }: Occurrence): LineMapping<ProxyDestination | null>[] {
  if (name !== 'proxypass' || args[0] === '~') return [];
  const inLocation = scope.kind === 'location';
  const [prefix, target] = inLocation ? [scope.args[0], args[0]] : args;
  if (prefix === undefined || target === undefined) return [];
  return [mappingOf(prefix, target === '!' ? null : { type: 'proxy', target })];
}

function aliasMapping({ name, args }: Occurrence, serverRoot: string): LineMapping<FileDestination>[] {
  const [prefix, folder] = args;
  const isAlias = name === 'alias' || name === 'scriptalias';
  if (!isAlias || prefix === undefined || folder === undefined) return [];
  return [mappingOf(prefix, { type: 'file', path: folderComponents(absolute(folder, serverRoot)) })];
}

function rootMapping(folder: readonly string[]): LineMapping<FileDestination> {
  return mappingOf('/', { type: 'file', path: folder });
}

function mappingOf<To>(prefix: string, to: To): LineMapping<To> {
  return { prefix: pathComponents(prefix), onlyBelow: prefix.length > 1 && prefix.endsWith('/'), to };
}

const NONE: ReadonlySet<string> = new Set();

const ANYTHING: OpaqueLine = { fits: () => true, leadsTo: () => true };

/** Lines that make the folder of a pattern, of a user's or of the host's name. */
function opaqueLine(line: Occurrence, serverRoot: string): OpaqueLine[] {
  switch (line.name) {
    case 'aliasmatch':
    case 'scriptaliasmatch':
      return [
        { fits: patternTest(line), leadsTo: near(absolute(fixedStart(line.args[1] ?? ''), serverRoot)) },
      ];
    case 'userdir':
      return isUserDirOff(line) ? [] : [{ fits: isUserAddress, leadsTo: userFolders(line.args) }];
    case 'virtualdocumentroot':
    case 'virtualdocumentrootip':
    case 'virtualscriptalias':
    case 'virtualscriptaliasip':
      return [{ fits: () => true, leadsTo: near(absolute(fixedStart(line.args[0] ?? ''), serverRoot)) }];
    default:
      return [];
  }
}

/** Folders of `/home/?/public_html` and the like; a folder inside of homes may be anywhere. */
function userFolders(args: readonly string[]): FolderTest {
  const patterns = args.map((arg) => pathComponents(arg.includes('*') ? arg : `${arg}/*`));
  const isAbsolute = args.every((arg) => arg.startsWith('/'));
  return (folder) =>
    !isAbsolute || patterns.some((pattern) => matchDirectoryWildcard(pattern, folder) !== 'never');
}

/** The text before the first part that is not fixed (`&` in 2.2, ap_pregsub), is written otherwise than meant, or is a query. */
function fixedStart(target: string): string {
  return target.replace(/[$%&\\?].*/s, '');
}

/** Folders whose path begins with one of the texts, and those above them. */
function near(...starts: readonly string[]): FolderTest {
  return (folder) => {
    const path = folder.length === 0 ? '/' : `${joinComponents(folder)}/`;
    return starts.some((start) => path.startsWith(start) || start.startsWith(path));
  };
}

/** `/~user/...`, and the root, below which these addresses lie. */
function isUserAddress(address: readonly string[]): boolean {
  return address.length === 0 || (address[0] ?? '').startsWith('~');
}

function isUserDirOff({ args }: Occurrence): boolean {
  return /^disabled?$/i.test(args[0] ?? '') && args.length === 1;
}

/**
 * Whether a virtual host has the main server's rewrite rules, too: what is said there of that is handed down
 * (config_server_merge, mod_rewrite.c).
 */
function inheritsRules({ name, args }: Occurrence): boolean {
  return name === 'rewriteoptions' && args.some((arg) => /^inherit/i.test(arg));
}

/** What a rewrite rule makes of addresses, as written; null where that is no path on this server. */
function pathMade(line: Occurrence, server: Scope, main: Scope): string | null {
  const target = line.args[1] ?? '-';
  if (target === '-' || isProxyRule(line)) return null;
  if (!/^\w+:\/\//.test(target)) return target;
  return hasFlag(line, 'R|redirect') ? null : ownPath(target, server, main);
}

/** A path is one of the file system if its first folder exists there, else it is below DocumentRoot; with [PT] it is an address again. */
function rewrittenTo(line: Occurrence, target: string, root: readonly string[]): FolderTest {
  const start = fixedStart(target);
  const isAnywhere = passesThrough(line) || !start.startsWith('/');
  return isAnywhere ? () => true : near(start, joinComponents(root) + start);
}

function passesThrough(line: Occurrence): boolean {
  return hasFlag(line, 'PT|passthrough');
}

interface FittingRule {
  readonly line: Occurrence;
  readonly fits: AddressTest;
}

/** The rewrite rules, in order: any of them may fit what one before it made, and with [N] one behind it, too. */
function rewriteRules(lines: readonly Occurrence[]): FittingRule[] {
  const rules = lines
    .filter(({ name }) => name === 'rewriterule')
    .map((line) => ({ line, fits: patternTest(line), makesMore: makesMore(line) }));
  const isRepeated = rules.some(({ line }) => hasFlag(line, 'N|next'));
  let last: { readonly address: readonly string[]; readonly found: readonly boolean[] } | null = null;
  const fitting = (address: readonly string[], work: Work): readonly boolean[] => {
    let isChanged = isRepeated && rules.some((rule) => rule.makesMore && rule.fits(address, work));
    return rules.map((rule) => {
      const isFit = isChanged || rule.fits(address, work);
      isChanged ||= isFit && rule.makesMore;
      return isFit;
    });
  };
  const fitsAt =
    (at: number): AddressTest =>
    (address, work) => {
      if (last?.address !== address) last = { address, found: fitting(address, work) };
      return last.found[at] ?? false;
    };
  return rules.map(({ line }, at) => ({ line, fits: fitsAt(at) }));
}

/** Whether a rule makes another address and leaves it to those behind it. */
function makesMore(line: Occurrence): boolean {
  return line.args[1] !== '-' && !hasFlag(line, 'L|last|END|P|proxy|PT|passthrough|F|forbidden|G|gone');
}

/** By itself, or by a ProxyPass for what it makes. */
function mayProxy(line: Occurrence, all: readonly Occurrence[]): boolean {
  return isProxyRule(line) || (passesThrough(line) && all.some(({ name }) => name.startsWith('proxypass')));
}

/** @param names of one flag, with `|` between them */
function hasFlag({ args }: Occurrence, names: string): boolean {
  return new RegExp(`(?:^\\[|,)\\s*(?:${names})\\s*(?:=[^,]*)?(?:,|\\]$)`, 'i').test(args[2] ?? '');
}

/** `ProxyPassMatch PATTERN URL`, `ProxyPass ~ PATTERN URL`; the pattern of the former may be that of the Location around it. */
function isProxyPattern({ name, args }: Occurrence): boolean {
  return name === 'proxypassmatch' || (name === 'proxypass' && args[0] === '~');
}

function isProxyRule(line: Occurrence): boolean {
  return hasFlag(line, 'P|proxy');
}

/** By the pattern in the first argument; one that is negated, as it is not anchored behind the `!`, may fit anything. */
function patternTest(line: Occurrence): AddressTest {
  const { name, args, scope } = line;
  const inLocation = args.length === 1 && scope.kind.startsWith('location');
  const [first = '', second = ''] = inLocation ? scope.args : args;
  const written = first === '~' ? second : first;
  const pattern = name === 'rewriterule' && hasFlag(line, 'NC|nocase') ? `(?i)${written}` : written;
  return (address, work) =>
    matchRegexBelow(pattern, { path: joinComponents(address), others: NONE }, work) !== 'never';
}
