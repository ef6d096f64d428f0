import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { folderPath, isWithoutDots, normalPath, plainPath } from '../folders/paths.ts';
import type { Version, World } from '../sections/worlds.ts';
import { isUnsure } from '../sections/worlds.ts';
import type { Work } from '../work.ts';
import { guardsAround, mappingLines } from './mapping-lines.ts';
import { answeredPrefix } from './module-mappings.ts';
import { OwnLines } from './own-lines.ts';
import type { AddressTest, Fitting, FolderTest, OpaqueLine, ProxyingLine } from './pattern-lines.ts';
import {
  ANYTHING,
  fittingNear,
  fittingPattern,
  fixedStart,
  joinedStart,
  madeOf,
  proxiedStart,
} from './pattern-lines.ts';
import type { PrefixTable, PrefixLine } from './prefix-table.ts';
import { prefixTable, isGlued, mappedText } from './prefix-table.ts';
import type { TriedLine } from './read-line.ts';
import { takesPathOff } from './read-line.ts';
import { rewriteLines } from './rewrite-lines.ts';
import type { MapReading, TreeReading, TriedLines } from './tried-lines.ts';
import { BUILT_IN_ROOT, treeReading, triedLines } from './tried-lines.ts';
import { flatMap, joined, rememberWeakly } from '../../text/index.ts';

/** Where the addresses at and below one address lead. */
export type Destination =
  | { readonly type: 'file'; readonly path: string }
  | ProxyDestination
  /** A module answers by itself, before any folder is looked at. */
  | { readonly type: 'module' }
  /** Rewritten, matched by a pattern, or made of a name: any folder that may be led to. */
  | { readonly type: 'anywhere'; readonly leadsTo: FolderTest; readonly by: Occurrence | null };

interface ProxyDestination {
  readonly type: 'proxy';
  readonly target: string;
  /** What every URL begins with: whole components, or '' where that is not known. */
  readonly start: string;
  /** The line, where no more of the target is known than what it begins with. */
  readonly by?: Occurrence | null;
}

/** One line that maps a prefix of addresses. Without a target (`ProxyPass /x !`) it takes the prefix out again. */
export interface Mapping extends PrefixLine {
  /** The prefix, as `joinComponents` writes it. */
  readonly path: string;
  /** Whether the server may not read the line: it stands inside of a guard that is not decided. */
  readonly isUnsure: boolean;
  /** See `FolderLine`; null where something stands in the way of that. */
  readonly folder: string | null;
}

/** A line that puts a folder in the place of a prefix, and nothing else: what stands behind the one stands behind the other then. */
export interface FolderLine {
  /** Both as `joinComponents` writes them. */
  readonly path: string;
  readonly folder: string;
}

/**
 * How one server (the main server or a virtual host) maps addresses to files and proxied addresses (translate_name hooks: ProxyPass,
 * then Alias and its kin, then ServerPath and DocumentRoot).
 */
export interface AddressMap {
  /** What the map was read of: by these a single address is led. */
  readonly lines: TriedLines;
  readonly proxied: PrefixTable<Mapping>;
  readonly aliased: PrefixTable<Mapping>;
  /** Lines that cannot be followed from the configuration: where they fit, an address may mean several folders. */
  readonly opaque: readonly OpaqueLine[];
  /** Whether rules make another address, which those behind them may fit though they don't fit this one. */
  readonly makesAnother: AddressTest;
  /** Lines that may send an address to a server that cannot be told. */
  readonly maybeProxied: readonly ProxyingLine[];
  /** Patterns of addresses that are not sent to another server, whatever line would. */
  readonly maybeKept: readonly Fitting[];
  /** Addresses at and below which a module may answer without a folder. */
  readonly answered: PrefixTable<string>;
  /** Whether requests may name any server, which this one then asks (ProxyRequests). */
  readonly forwards: boolean;
}

const AS_22_READS: MapReading = { version: '2.2', folder: (path) => path };

/** Where the servers of one tree lead addresses, in one world. What virtual hosts inherit is read once. */
export interface AddressMaps {
  /** The lines by which a server leads addresses, as they are tried. */
  linesOn(server: Scope): TriedLines;
  /** @param leftOut lines that are taken to fit no address */
  mapOf(server: Scope, leftOut?: ReadonlySet<Occurrence>): AddressMap;
}

export function addressMaps(
  model: ServerModel,
  world: World,
  reading: MapReading = AS_22_READS,
): AddressMaps {
  const { main } = model;
  const { version } = reading;
  const isUnsureLine = unsureIn(world, version);
  const mapped = rememberWeakly((tried: readonly TriedLine[]) => mappedBy(tried, isUnsureLine));
  const tree = { ...treeReading(model, reading), model, isUnsure: isUnsureLine, mapped };
  let last: { readonly server: Scope; readonly own: OwnLines } | null = null;
  const { lines, rewriting } = mappingLines(model, world, version);
  // One server is often asked about twice: without some lines, too.
  const linesOf = (server: Scope): OwnLines => {
    if (last?.server !== server) {
      last = { server, own: new OwnLines(lines.get(server) ?? NO_LINES, rewriting.has(server), tree) };
    }
    return last.own;
  };
  const ofMain = linesOf(main);
  const linesOn = (server: Scope, leftOut: ReadonlySet<Occurrence> = NONE): ServerLines => {
    const shared = ofMain.without(leftOut);
    const own = server === main ? shared : linesOf(server).without(leftOut);
    const inherited = server === main ? null : shared;
    return { server, own, inherited, lines: triedLines(own, inherited, tree) };
  };
  return {
    linesOn: (server) => linesOn(server).lines,
    mapOf: (server, leftOut) => mapOf(linesOn(server, leftOut), tree),
  };
}

const NONE: ReadonlySet<Occurrence> = new Set();
const NO_LINES: readonly Occurrence[] = [];

interface Tree extends TreeReading {
  readonly model: ServerModel;
  /** Whether the server may not read the line. */
  readonly isUnsure: (line: Occurrence) => boolean;
  /** See `mappedBy`: found once for lines that hosts have of the main server. */
  readonly mapped: (tried: readonly TriedLine[]) => readonly Mapping[];
}

function unsureIn(world: World, version: Version): Tree['isUnsure'] {
  return (line) => isUnsure(guardsAround(line), world, version);
}

/** Those written on a server itself, those that it has from the main server, and both as they are tried. */
interface ServerLines {
  readonly server: Scope;
  readonly own: OwnLines;
  readonly inherited: OwnLines | null;
  readonly lines: TriedLines;
}

function mapOf({ server, own, inherited, lines }: ServerLines, tree: Tree): AddressMap {
  const { model, complete, mapped, isUnsure: isUnsureLine } = tree;
  const roots = countingLines(lines.roots, isUnsureLine);
  const isBuiltIn = roots.every(isUnsureLine);
  const rootTexts = roots.map(({ args }) => args[0] ?? '');
  if (isBuiltIn) rootTexts.push(BUILT_IN_ROOT);
  const folders = rootTexts.map((path) => normalPath(`${complete(path)}/`));
  const below = (prefix: string, isUncertain: boolean): Mapping[] =>
    flatMap(folders, (to, i) => mapping({ prefix, to }, isUncertain || i + 1 < folders.length));
  const rewriting = rewriteLines(own, inherited, folders, server, model.main);
  const made = patternsAmong(lines.aliases).map((each) => madeByPattern(each, complete));
  const builtIn = isBuiltIn && model.kind !== 'server' ? [ANYTHING] : NOTHING;
  const patterns = patternsAmong(lines.proxies);
  return {
    lines,
    proxied: byPrefix(mapped(lines.proxies)),
    aliased: byPrefix(
      mapped(lines.aliases).concat(
        flatMap(countingLines(lines.serverPaths, isUnsureLine).filter(takesPathOff), (line) =>
          below(line.args[0] ?? '', isUnsureLine(line)),
        ),
        below('/', false),
      ),
    ),
    opaque: joined(
      joined(builtIn, made),
      joined(joined(own.opaque, inherited?.opaque ?? NOTHING), rewriting.leading),
    ),
    makesAnother: rewriting.makesAnother,
    maybeProxied: joined(flatMap(patterns, proxiedByPattern), rewriting.proxying),
    maybeKept: flatMap(patterns, ({ pattern, to }) => (to === '!' ? [fittingPattern(pattern)] : [])),
    answered: prefixTable(
      flatMap(lines.modules, (line) => answeredPrefix(line) ?? []),
      (prefix) => prefix,
    ),
    forwards: own.forwards || (inherited?.forwards ?? false),
  };
}

const NOTHING: readonly OpaqueLine[] = [];

/** What the lines map that put a text in the place of a prefix. */
function mappedBy(tried: readonly TriedLine[], isUnsureLine: Tree['isUnsure']): readonly Mapping[] {
  return flatMap(tried, (each) => (each.type === 'prefix' ? mapping(each, isUnsureLine(each.line)) : []));
}

type PatternLine = Extract<TriedLine, { type: 'pattern' }>;

function patternsAmong(tried: readonly TriedLine[]): readonly PatternLine[] {
  return tried.length === 0 ? NO_PATTERNS : tried.filter((each) => each.type === 'pattern');
}

const NO_PATTERNS: readonly PatternLine[] = [];

function proxiedByPattern({ pattern, to, line }: PatternLine): ProxyingLine[] {
  return to === '!' ? [] : [{ ...fittingPattern(pattern), start: joinedStart(to), by: line }];
}

function madeByPattern({ pattern, to, line }: PatternLine, complete: Tree['complete']): OpaqueLine {
  const start = fixedStart(to);
  // What is put in at the start may be a whole path.
  const folder = start === '' ? '/' : complete(start);
  return { ...fittingPattern(pattern), leadsTo: madeOf(pattern, to, folder), by: line };
}

function byPrefix(mappings: readonly Mapping[]): PrefixTable<Mapping> {
  return prefixTable(mappings, ({ path }) => path);
}

function mapping(line: PrefixLine | null, isUncertain: boolean): Mapping[] {
  // An address begins with a slash.
  if (line?.prefix.startsWith('/') !== true) return [];
  const { prefix, to } = line;
  const path = plainPath(prefix);
  return [{ path, prefix, to, isUnsure: isUncertain, folder: isUncertain ? null : folderFor(line, path) }];
}

function folderFor(line: PrefixLine, path: string): string | null {
  const { prefix, to } = line;
  const isPlain = prefix === path || (prefix.length === path.length + 1 && prefix.endsWith('/'));
  return isPlain && isWithoutDots(to) && !isGlued(line) ? plainPath(to) : null;
}

/** Of lines of which the last counts those that may: before one that the server may not read, an earlier one. The likeliest comes first. */
function countingLines(lines: readonly Occurrence[], isUnsureLine: Tree['isUnsure']): readonly Occurrence[] {
  if (lines.length === 0) return NO_LINES;
  const last = lines.at(-1);
  if (last?.args[0] !== undefined && !isUnsureLine(last)) return [last];
  const written = lines.filter(({ args }) => args[0] !== undefined);
  const sure = written.findLastIndex((line) => !isUnsureLine(line));
  return written.slice(Math.max(sure, 0)).toReversed();
}

/** All that the addresses at and below `address` may lead to; more than one where that can't be told. */
export function destinationsOf(map: AddressMap, address: string, work: Work): Destination[] {
  const { maybeProxied, maybeKept, opaque } = linesNear(map, address, work);
  const found: Destination[] = [];
  for (const { fits, start, by } of maybeProxied) {
    if (fits(address, work)) found.push({ type: 'proxy', target: start, start, by });
  }
  for (const { fits, leadsTo, by } of opaque) {
    if (fits(address, work)) found.push({ type: 'anywhere', leadsTo, by });
  }
  if (map.answered.around(address).length > 0) found.push({ type: 'module' });
  const isProxied = follow(map.proxied, address, (made) => void found.push(proxyBy(made)));
  const isCertain = isProxied && !maybeKept.some(({ fits }) => fits(address, work));
  if (!isCertain) follow(map.aliased, address, (made) => addFiles(made, found));
  return found;
}

/** Where nothing but a line that puts a folder there leads an address, and all below it, as for most: that line; else null. */
export function onlyLine(map: AddressMap, address: string, work: Work): FolderLine | null {
  if (!isFollowed(map, address, work) || map.proxied.firstAround(address) !== null) return null;
  const line = map.aliased.firstAround(address);
  if (line === null || line.folder === null) return null;
  const { prefix, path } = line;
  // With a slash at its end it does not lead the address without one; and a name that begins with a dot may be none.
  const isLed = address.length >= prefix.length && !address.includes('/.', path === '/' ? 0 : path.length);
  return isLed ? (line as FolderLine) : null;
}

/** Where the line leads an address that it holds at. */
export function folderBy({ path, folder }: FolderLine, address: string): string {
  const rest = path === '/' ? address : address.slice(path.length);
  if (rest === '' || rest === '/') return folder;
  return folder === '/' ? rest : folder + rest;
}

/** Whether no line leads the address, or one below it, to what can't be told, and no module answers. */
function isFollowed(map: AddressMap, address: string, work: Work): boolean {
  const { maybeProxied, maybeKept, opaque, answered } = map;
  const uncertain = maybeProxied.length + maybeKept.length + opaque.length + answered.all.length;
  return uncertain === 0 || isPassedBy(map, address, work);
}

/** Whether none of the lines of which that can't be told applies to it. */
function isPassedBy(map: AddressMap, address: string, work: Work): boolean {
  const { maybeProxied, maybeKept, opaque } = linesNear(map, address, work);
  const isMet = ({ fits }: Fitting): boolean => fits(address, work);
  return !(
    maybeProxied.some(isMet) ||
    maybeKept.some(isMet) ||
    opaque.some(isMet) ||
    map.answered.firstAround(address) !== null
  );
}

/** The lines of which it can't be told that may apply to the address. */
function linesNear(
  map: AddressMap,
  address: string,
  work: Work,
): Pick<AddressMap, 'maybeProxied' | 'maybeKept' | 'opaque'> {
  const isOther = map.makesAnother(address, work);
  const maybeProxied = isOther ? map.maybeProxied : fittingNear(map.maybeProxied, address);
  const maybeKept = fittingNear(map.maybeKept, address);
  const opaque = isOther ? map.opaque : fittingNear(map.opaque, address);
  work.spend(maybeProxied.length + maybeKept.length + opaque.length);
  return { maybeProxied, maybeKept, opaque };
}

/** The prefixes at which the mapping changes. */
export function mappedPrefixes({ answered, proxied, aliased }: AddressMap): readonly string[] {
  const areAliasesAll = answered.paths.length + proxied.paths.length === 0;
  return areAliasesAll ? aliased.paths : [...answered.paths, ...proxied.paths, ...aliased.paths];
}

/** The lines that put a folder in the place of a prefix. */
export function folderLines(map: AddressMap): readonly Mapping[] {
  return map.aliased.all;
}

interface Made {
  readonly line: Mapping;
  readonly target: string;
}

/**
 * Adds what the first fitting lines make of an address, and of all below it that is not told apart. Whether one of them fits for
 * certain, and does not take the address out again.
 */
function follow(mappings: PrefixTable<Mapping>, address: string, add: (made: Made) => void): boolean {
  for (const line of mappings.around(address)) {
    const isWhole = mappedText(address, line) !== null;
    const isTaken = line.to !== '!';
    // What is below the address is mapped even where the line's own slash keeps the address from it.
    const target = mappedText(isWhole ? address : `${address}/`, line);
    if (isTaken && target !== null) add({ line, target });
    if (isWhole && !line.isUnsure) return isTaken;
  }
  return false;
}

function proxyBy({ line, target }: Made): Destination {
  const isJoined = !isGlued(line) || target !== line.to;
  return { type: 'proxy', target, start: isJoined ? joinedStart(target) : proxiedStart(target) };
}

/** The folder; below the prefix of a line that glues, those beside it as well. */
function addFiles({ line, target }: Made, found: Destination[]): void {
  found.push(fileAt(target));
  if (isGlued(line) && target === line.to) found.push(fileAt(target.slice(0, target.lastIndexOf('/'))));
}

function fileAt(path: string): Destination {
  return { type: 'file', path: folderPath(`${path}/`) };
}
