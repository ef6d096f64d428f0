import { remember } from '../../text/index.ts';
import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import type { AddressMaps, SlashLine } from '../addresses/index.ts';
import {
  addressMaps,
  fittingNear,
  killEndAnchors,
  slashLines,
  slashPatternLines,
} from '../addresses/index.ts';
import type { EffectOf, Enter, RoutesAfter, SectionIndex, SidedSection } from '../chains/index.ts';
import { indexSections, propagations, reachedFlowsOf } from '../chains/index.ts';
import type { Comparison } from '../proof/decide.ts';
import { analysisOf } from '../sections/analysis.ts';
import type { AccessSection } from '../sections/types.ts';
import { isFolder } from '../sections/types.ts';
import type { World } from '../sections/worlds.ts';
import { isLive, isReadBySome } from '../sections/worlds.ts';
import type { Search22 } from '../questions/search-22.ts';
import { search22, walking22 } from '../questions/search-22.ts';
import { createInterner } from '../states/intern.ts';
import type { Semantics } from '../states/intended-state.ts';
import type { Walk22 } from '../states/walk-state.ts';
import type { Work } from '../work.ts';
import { limitedWork, orTooMuch } from '../work.ts';

/**
 * Lines whose patterns fit `/a/b` and not `/a//b`, and that lead the former where somebody is let in whom 2.2 keeps out of the
 * latter: 2.4 makes the one of the other first (MergeSlashes). All that may, if it is too much to find out.
 */
export function linesOpenedByMerging(model: ServerModel, semantics: Semantics): ReadonlySet<Occurrence> {
  const { worlds, sections } = analysisOf(model);
  if (sections.length === 0) return new Set();
  const servers = serversAsked(model);
  if (servers.length === 0) return new Set();
  const found = new Set<Occurrence>();
  for (const world of worlds ?? []) {
    const maps = addressMaps(model, world);
    const byServer = slashLinesByServer(servers, world, maps);
    if (byServer.size === 0) continue;
    const all = new Set([...byServer.values()].flat().map(({ line }) => line));
    const search = search22(model, sections, semantics);
    for (const line of orTooMuch(() => openedIn(world, byServer, maps, search), all)) found.add(line);
  }
  return found;
}

type LinesByServer = ReadonlyMap<Scope, readonly SlashLine[]>;

/** Those that have a line with such a pattern, or inherit one. */
function serversAsked(model: ServerModel): readonly Scope[] {
  const having = new Set(slashPatternLines(model).map(({ scope }) => scope.server));
  if (having.has(model.main)) return [model.main, ...model.virtualHosts];
  return model.virtualHosts.filter((host) => having.has(host));
}

function slashLinesByServer(servers: readonly Scope[], world: World, maps: AddressMaps): LinesByServer {
  const found = new Map<Scope, readonly SlashLine[]>();
  for (const server of servers) {
    if (!isLive(server.guards, '2.2', world)) continue;
    const lines = slashLines(maps.linesOn(server));
    if (lines.length > 0) found.set(server, lines);
  }
  return found;
}

/** So many lines of one server are looked at one by one; of more, all together. */
const MOST_SINGLE = 6;

/** Which lines an address may miss at once: each by itself, and all. */
function missed(lines: readonly SlashLine[]): (readonly SlashLine[])[] {
  const single = lines.length > MOST_SINGLE ? [] : lines.map((line) => [line]);
  return lines.length === 1 ? single : [...single, lines];
}

function openedIn(
  world: World,
  byServer: LinesByServer,
  maps: AddressMaps,
  search: Search22,
): Set<Occurrence> {
  const found = new Set<Occurrence>();
  const work = limitedWork();
  const sides = bothSides(search.sections, byServer, world, work);
  const openedBy = openings(sides, { world, maps, search });
  const rounds = Math.max(...[...byServer.values()].map((lines) => missed(lines).length));
  for (let round = 0; round < rounds; round++) {
    const inRound = [...byServer].flatMap(([server, lines]) => {
      const missing = missed(lines)[round];
      return missing === undefined ? [] : [[server, missing] as const];
    });
    for (const line of openedBy(new Map(inRound))) found.add(line);
  }
  return found;
}

/** Where the merged address and the one as it was sent come to. */
interface Both {
  readonly merged: Walk22;
  readonly sent: Walk22;
}

interface Asked {
  readonly world: World;
  readonly maps: AddressMaps;
  readonly search: Search22;
}

/** Those of the lines that are missed by the address as it was sent by which somebody may come in. */
function openings(
  sides: BothSides,
  { world, maps, search }: Asked,
): (missing: LinesByServer) => Occurrence[] {
  const { index, originalOf } = sides;
  const { model, comparison } = search;
  const { work } = index;
  const sameBoth = createInterner();
  const { start, enterSection, effectOf } = walking22(search, world);
  const enterBoth: Enter<Both> = ({ state }, { section }) => {
    const { original, address } = originalOf(section);
    return sameBoth({ ...state, [address]: enterSection(state[address], original) });
  };
  const effects = remember((_effect: object): Record<keyof Both, object> => ({ merged: {}, sent: {} }));
  const effectOfBoth: EffectOf = (section) => {
    const { original, address } = originalOf(section);
    return effects(effectOf(original))[address];
  };
  const begin = propagations(sameBoth({ merged: start, sent: start }), enterBoth, 0, work, effectOfBoth);
  const opens = openingStates(comparison, start);
  return (missing) => {
    const found: Occurrence[] = [];
    const routesAfter = routesWithout(missing, maps);
    const missedOn = remember((server: Scope) =>
      remember((address: string): readonly SlashLine[] => {
        const near = fittingNear(missing.get(server) ?? NO_LINES, address);
        return oneOfEachKind(near.filter(({ fits }) => fits(address, work)));
      }),
    );
    const mayMiss = (address: string, server: Scope): boolean => missedOn(server)(address).length > 0;
    const walked = { model, index, world, maps, routesAfter };
    for (const flows of reachedFlowsOf(missing.keys(), walked, mayMiss)) {
      const reached = begin();
      for (const flow of flows) {
        const { server, address } = flow.about;
        const lines = missing.get(server);
        if (!flow.isFinal || address === null || lines === undefined) continue;
        const met = missedOn(server)(address);
        const isOpened = reached.finalStates(flow).some((both) => met.some((line) => opens(line, both)));
        if (isOpened) for (const { line } of lines) found.push(line);
      }
    }
    return found;
  };
}

const NO_LINES: readonly SlashLine[] = [];

/** What is asked of a line in two states depends on no more of it (`openingStates`). */
function oneOfEachKind(lines: readonly SlashLine[]): readonly SlashLine[] {
  return [...new Map(lines.map((each) => [`${each.redirects} ${each.isNegated}`, each])).values()];
}

/** Without the lines that the address misses. */
function routesWithout(missing: LinesByServer, maps: AddressMaps): (server: Scope) => RoutesAfter | null {
  return (server) => {
    const lines = missing.get(server);
    if (lines === undefined) return null;
    const leftOut = new Set(lines.map(({ line }) => line));
    return {
      map: maps.mapOf(server, leftOut),
      isStable: (line: Occurrence | null) => line === null || !leftOut.has(line),
      // Where both addresses come to one place they meet the same sections; only a redirect keeps one of them from these.
      skipsAlike: lines.every(({ redirects }) => !redirects),
    };
  };
}

/** Whether somebody comes in by a line that one of the two addresses misses. Asked once for each two states: hosts have few. */
function openingStates({ letsMoreIn }: Comparison, start: Walk22): (line: SlashLine, both: Both) => boolean {
  const opening = (redirects: boolean, isNegated: boolean) =>
    remember(({ merged, sent }: Both): boolean => {
      const led = redirects ? start : merged;
      return letsMoreIn(led, sent) || (isNegated && letsMoreIn(sent, led));
    });
  const leading = { plain: opening(false, false), negated: opening(false, true) };
  const redirecting = { plain: opening(true, false), negated: opening(true, true) };
  return ({ redirects, isNegated }, both) =>
    (redirects ? redirecting : leading)[isNegated ? 'negated' : 'plain'](both);
}

interface Original {
  readonly original: AccessSection;
  readonly address: keyof Both;
}

interface BothSides {
  readonly index: SectionIndex;
  /** What was copied, and for which address. */
  originalOf(copy: AccessSection): Original;
}

/** Each section for either address. Both are asked of one server, in whose DirectoryMatch `$` is dead. */
function bothSides(
  sections: readonly AccessSection[],
  asked: LinesByServer,
  world: World,
  work: Work,
): BothSides {
  const originals = new Map<AccessSection, Original>();
  const copyFor = (address: keyof Both): ((section: AccessSection) => AccessSection) => {
    const copy: (section: AccessSection) => AccessSection = remember((section) => {
      const parent = section.parent === null ? null : copy(section.parent);
      const made = { ...section, matcher: withDeadEnd(section.matcher), parent };
      originals.set(made, { original: section, address });
      return made;
    });
    return copy;
  };
  const isMet = ({ server }: AccessSection): boolean => server.kind !== 'virtualhost' || asked.has(server);
  const read = sections.filter((section) => isReadBySome(section, world));
  const met = read.filter(isMet);
  const sided = (['before', 'after'] as const).flatMap((side): SidedSection[] => {
    const copy = copyFor(side === 'after' ? 'sent' : 'merged');
    return met.map((section) => ({ section: copy(section), side }));
  });
  // The folders of all servers are told apart on each.
  const others = read
    .filter((section) => isFolder(section) && !isMet(section))
    .map((section) => ({ section, side: 'both' as const }));
  return {
    index: indexSections([...sided, ...others], work),
    originalOf: (copy) => originals.get(copy) ?? { original: copy, address: 'merged' },
  };
}

function withDeadEnd(matcher: AccessSection['matcher']): AccessSection['matcher'] {
  return matcher.type === 'directory-regex'
    ? { ...matcher, pattern: killEndAnchors(matcher.pattern) }
    : matcher;
}
