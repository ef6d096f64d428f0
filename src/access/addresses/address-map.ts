import { posix } from 'node:path';
import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { folderComponents, joinComponents, pathComponents } from '../sections/paths.ts';
import type { World } from '../sections/worlds.ts';
import { isUnsure } from '../sections/worlds.ts';
import type { Work } from '../work.ts';
import { guardsAround, mappingLines } from './mapping-lines.ts';
import { answeredPrefix } from './module-mappings.ts';
import type { AddressTest, FolderTest, OpaqueLine, ProxyingLine } from './pattern-lines.ts';
import { ANYTHING, fixedStart, madeOf, opaqueLine, patternTest, proxiedStart } from './pattern-lines.ts';
import type { PrefixLine } from './prefix-text.ts';
import { isGlued, mappedText } from './prefix-text.ts';
import type { PrefixTable } from './prefix-table.ts';
import { prefixTable } from './prefix-table.ts';
import { rewriteLines } from './rewrite-lines.ts';
import type { MapReading, TriedLine, TriedLines } from './tried-lines.ts';
import { BUILT_IN_ROOT, triedLines } from './tried-lines.ts';
import { flatMap } from '../../text/index.ts';

/** Where the addresses at and below one address lead. */
export type Destination =
  | { readonly type: 'file'; readonly path: readonly string[] }
  | ProxyDestination
  /** A module answers by itself, before any folder is looked at. */
  | { readonly type: 'module' }
  /** Rewritten, matched by a pattern, or made of a name: any folder that may be led to. */
  | { readonly type: 'anywhere'; readonly leadsTo: FolderTest; readonly by: Occurrence | null };

interface ProxyDestination {
  readonly type: 'proxy';
  readonly target: string;
  /** The line, where no more of the target is known than what it begins with. */
  readonly by?: Occurrence | null;
}

/** One line that maps a prefix of addresses. Without a target (`ProxyPass /x !`) it takes the prefix out again. */
interface Mapping extends PrefixLine {
  readonly components: readonly string[];
  /** Whether the server may not read the line: it stands inside of a guard that is not decided. */
  readonly isUnsure: boolean;
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
  /** Lines that may send an address to a server that cannot be told. */
  readonly maybeProxied: readonly ProxyingLine[];
  /** Patterns of addresses that are not sent to another server, whatever line would. */
  readonly maybeKept: readonly AddressTest[];
  /** Addresses at and below which a module may answer without a folder. */
  readonly answered: PrefixTable<readonly string[]>;
  /** Whether requests may name any server, which this one then asks (ProxyRequests). */
  readonly forwards: boolean;
}

export const AS_22_READS: MapReading = { version: '2.2', folder: (path) => path };

/** The lines by which a server leads addresses, as they are tried. */
export function linesTriedOn(server: Scope, model: ServerModel, world: World): TriedLines {
  return linesOn(server, model, world, AS_22_READS).lines;
}

/** Those written on the server itself, all with those that it has from the main server, and both as they are tried. */
function linesOn(server: Scope, model: ServerModel, world: World, reading: MapReading) {
  const { version, leftOut } = reading;
  const linesOf = (each: Scope): readonly Occurrence[] => {
    const all = mappingLines(each, world, version);
    return leftOut === undefined ? all : all.filter((line) => !leftOut.has(line));
  };
  const own = linesOf(server);
  const inherited = server === model.main ? [] : linesOf(model.main);
  return { own, all: [...own, ...inherited], lines: triedLines(own, inherited, model, reading) };
}

export function addressMapOf(
  server: Scope,
  model: ServerModel,
  world: World,
  reading: MapReading = AS_22_READS,
): AddressMap {
  const { version } = reading;
  const { main } = model;
  const { own, all, lines } = linesOn(server, model, world, reading);
  const { absolute } = lines;
  const unsure = new Set(all.filter((line) => isUnsure(guardsAround(line), world, version)));
  const mapped = (tried: readonly TriedLine[]): Mapping[] =>
    flatMap(tried, (each) => (each.type === 'prefix' ? mapping(each, unsure.has(each.line)) : []));
  const rewriting = rewriteLines(own, all, server, main);
  const patterns = flatMap(lines.proxies, (each) => (each.type === 'pattern' ? [each] : []));
  const roots = countingLines(lines.roots, unsure);
  const isBuiltIn = roots.every((line) => unsure.has(line));
  const rootTexts = [...roots.map(({ args }) => args[0] ?? ''), ...(isBuiltIn ? [BUILT_IN_ROOT] : [])];
  const folders = rootTexts.map((path) => posix.normalize(`${absolute(path)}/`));
  const below = (prefix: string, isUncertain: boolean): Mapping[] =>
    flatMap(folders, (to, i) => mapping({ prefix, to }, isUncertain || i + 1 < folders.length));
  return {
    lines,
    proxied: byPrefix(mapped(lines.proxies)),
    aliased: byPrefix([
      ...mapped(lines.aliases),
      ...flatMap(countingLines(lines.serverPaths, unsure), (line) =>
        below(line.args[0] ?? '', unsure.has(line)),
      ),
      ...below('/', false),
    ]),
    opaque: [
      ...(isBuiltIn && model.kind !== 'server' ? [ANYTHING] : []),
      ...flatMap(lines.aliases, (each) => (each.type === 'pattern' ? [madeByPattern(each, absolute)] : [])),
      ...flatMap(all, (line) => opaqueLine(line, absolute)),
      ...rewriting.leading(folders.map(folderComponents)),
    ],
    maybeProxied: [
      ...patterns
        .filter(({ to }) => to !== '!')
        .map(({ pattern, to, line }) => ({
          fits: patternTest(pattern),
          start: proxiedStart(to),
          by: line,
        })),
      ...rewriting.proxying,
    ],
    maybeKept: patterns.filter(({ to }) => to === '!').map(({ pattern }) => patternTest(pattern)),
    answered: prefixTable(
      flatMap(lines.modules, (line) => {
        const prefix = answeredPrefix(line);
        return prefix === null ? [] : [prefix];
      }),
      (prefix) => prefix,
    ),
    forwards: all.some((line) => line.name === 'proxyrequests' && line.args[0]?.toLowerCase() === 'on'),
  };
}

function madeByPattern(
  { pattern, to, line }: Extract<TriedLine, { type: 'pattern' }>,
  absolute: (path: string) => string,
): OpaqueLine {
  return {
    fits: patternTest(pattern),
    leadsTo: madeOf(pattern, to, absolute(fixedStart(to))),
    by: line,
  };
}

function byPrefix(mappings: readonly Mapping[]): PrefixTable<Mapping> {
  return prefixTable(mappings, ({ components }) => components);
}

function mapping(line: PrefixLine | null, isUncertain: boolean): Mapping[] {
  // An address begins with a slash.
  if (line?.prefix.startsWith('/') !== true) return [];
  return [{ components: pathComponents(line.prefix), isUnsure: isUncertain, ...line }];
}

/** Of lines of which the last counts those that may: before one that the server may not read, an earlier one. The likeliest comes first. */
function countingLines(lines: readonly Occurrence[], unsure: ReadonlySet<Occurrence>): readonly Occurrence[] {
  const written = lines.filter(({ args }) => args[0] !== undefined);
  const sure = written.findLastIndex((line) => !unsure.has(line));
  return written.slice(Math.max(sure, 0)).toReversed();
}

/** All that the addresses at and below `address` may lead to; more than one where that can't be told. */
export function destinationsOf(map: AddressMap, address: readonly string[], work: Work): Destination[] {
  const found: Destination[] = [];
  work.spend(map.maybeProxied.length + map.maybeKept.length + map.opaque.length);
  for (const { fits, start, by } of map.maybeProxied) {
    if (fits(address, work)) found.push({ type: 'proxy', target: start, by });
  }
  for (const { fits, leadsTo, by } of map.opaque) {
    if (fits(address, work)) found.push({ type: 'anywhere', leadsTo, by });
  }
  if (map.answered.around(address).length > 0) found.push({ type: 'module' });
  const proxied = follow(map.proxied, address);
  found.push(...proxied.made.map(({ target }): Destination => ({ type: 'proxy', target })));
  const isCertain = proxied.isCertain && !map.maybeKept.some((fits) => fits(address, work));
  if (!isCertain) found.push(...flatMap(follow(map.aliased, address).made, fileDestinations));
  return found;
}

/** The prefixes at which the mapping changes. */
export function mappedPrefixes(map: AddressMap): (readonly string[])[] {
  return [
    ...map.answered.all,
    ...[...map.proxied.all, ...map.aliased.all].map(({ components }) => components),
  ];
}

/** The lines that put a folder in the place of a prefix. */
export function folderLines(map: AddressMap): readonly PrefixLine[] {
  return map.aliased.all;
}

interface Made {
  readonly line: Mapping;
  readonly target: string;
}

interface Followed {
  readonly made: readonly Made[];
  /** Whether one of the lines fits for certain, and does not take the address out again. */
  readonly isCertain: boolean;
}

/** What the first fitting lines make of an address, and of all below it that is not told apart. */
function follow(mappings: PrefixTable<Mapping>, address: readonly string[]): Followed {
  const made: Made[] = [];
  const text = joinComponents(address);
  for (const line of mappings.around(address)) {
    const isWhole = mappedText(text, line) !== null;
    const isTaken = line.to !== '!';
    // What is below the address is mapped even where the line's own slash keeps the address from it.
    const target = mappedText(isWhole ? text : `${text}/`, line);
    if (isTaken && target !== null) made.push({ line, target });
    if (isWhole && !line.isUnsure) return { made, isCertain: isTaken };
  }
  return { made, isCertain: false };
}

/** The folder; below the prefix of a line that glues, those beside it as well. */
function fileDestinations({ line, target }: Made): Destination[] {
  const beside = isGlued(line) && target === line.to ? [target.slice(0, target.lastIndexOf('/'))] : [];
  return [target, ...beside].map((path) => ({ type: 'file', path: folderComponents(`${path}/`) }));
}
