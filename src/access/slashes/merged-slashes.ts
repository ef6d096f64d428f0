import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { readRewriteFlags, ruleStatus, scopesOf } from '../../model/index.ts';
import { addressStart, readRedirection } from '../addresses/index.ts';
import { linesThatDouble } from './doubling-rules.ts';
import { linesOpenedByMerging } from './opened-by-merging.ts';
import { hasAccessRules } from '../sections/read-sections.ts';
import { linesReadBy24, linesThatOpenMerged } from './slash-rules.ts';
import type { Semantics } from '../states/intended-state.ts';
import type { Choice, Choices, EffectOf, Enter, Flow, Propagation } from '../chains/index.ts';
import { answeredFlows, choiceOf, exclusiveChoices, propagations } from '../chains/index.ts';
import type { AccessSection } from '../sections/types.ts';
import { analysisOf } from '../sections/analysis.ts';
import type { Search22 } from '../questions/search-22.ts';
import { indexIn, search22, walking22, walks22 } from '../questions/search-22.ts';
import type { World } from '../sections/worlds.ts';
import { createInterner } from '../states/intern.ts';
import type { Walk22 } from '../states/walk-state.ts';
import { limitedWork, orTooMuch } from '../work.ts';
import { groupBy, remember } from '../../text/index.ts';

/** A section or line by which somebody is let in whom 2.2 keeps out, if the slashes of addresses are merged (MergeSlashes, since 2.4.39). */
export interface OpenedByMerging {
  readonly at: Occurrence | Scope;
  /** It lets in by itself or is for doubled slashes; it refuses these; it leads, sets or passes by; it makes them. */
  readonly by: 'kept' | 'refused' | 'led' | 'doubled';
}

/** In the order in which they are worth telling; those that lead are known of whole servers. */
export function openedByMerging(model: ServerModel, semantics: Semantics): OpenedByMerging[] {
  const affected = scopesOf(model, 'locationmatch', 'proxy', 'proxymatch').filter(isAffected);
  const opening = openingSections(model, affected, semantics);
  const sections = affected.filter((scope) => opening.has(scope) || isForDoubled(scope));
  const leading =
    model.kind === 'server' ? [...linesThatOpenMerged(model), ...linesOpenedByMerging(model, semantics)] : [];
  return [
    ...sections.map((at) => ({ at, by: 'kept' }) as const),
    ...refusingLines(model).map((at) => ({ at, by: 'refused' }) as const),
    ...linesThatDouble(model).map((at) => ({ at, by: 'doubled' }) as const),
    ...leading.map((at) => ({ at, by: 'led' }) as const),
  ];
}

/**
 * Several slashes at the very start are one on both servers; Proxy sections see the address that is asked of the other server. What 2.2 alone reads
 * counts, too: 2.4 has a section of its own beside it.
 */
function isAffected(scope: Scope): boolean {
  const isRead = scope.on22 !== 'no' || scope.on24 !== 'no';
  const isInside = scope.kind === 'locationmatch' ? /(?!^)\// : /\/[^/]/;
  return isRead && isInside.test(patternOf(scope)) && hasAccessRules(scope);
}

/** A pattern for doubled slashes themselves matches nothing where they are merged; one for all but `/a/b` matches `/a//b`. */
function isForDoubled(scope: Scope): boolean {
  const pattern = patternOf(scope);
  return DOUBLED.test(pattern) || ALL_BUT.test(pattern);
}

const ALL_BUT = /\(\?<?!/;

const DOUBLED = /\/\/|\/[+{]|\/\)[+{]/;

/** Without what stands for the start, and in a Proxy section without scheme and host. */
function patternOf({ args: [pattern = ''] }: Scope): string {
  return pattern.replace(/^\^/, '').replace(/^\(?[a-z?()|]*:\/\/[^/]*/i, '');
}

/** Lines of a server that refuse addresses with doubled slashes. */
function refusingLines(model: ServerModel): Occurrence[] {
  const rules = linesReadBy24(model, 'rewriterule').filter(
    ({ args: [pattern = '', , flags = ''] }) =>
      DOUBLED.test(pattern.replace(/^!?\^/, '')) && (ruleStatus(readRewriteFlags(flags), '') ?? 0) >= 400,
  );
  const redirects = linesReadBy24(model, 'redirectmatch').filter((line) => {
    const { status, from } = readRedirection(line);
    return status >= 400 && DOUBLED.test(from.replace(/^\^/, ''));
  });
  return [...rules, ...redirects].filter(({ scope }) => scope === scope.server);
}

/**
 * Those of the sections by which 2.2 lets somebody in who is kept out where the section does not apply; all of them, if it is
 * too much to find out. What is around a part of a server is taken to keep everybody out.
 */
export function openingSections(
  model: ServerModel,
  scopes: readonly Scope[],
  semantics: Semantics,
): ReadonlySet<Scope> {
  const asked = new Set(scopes);
  if (asked.size === 0) return asked;
  const search = search22(model, analysisOf(model).sections, semantics);
  const found = (): ReadonlySet<Scope> => {
    const { worlds } = analysisOf(model);
    if (worlds === null) return asked;
    const atOnce = new Set(worlds.flatMap((world) => openedAtOnce(scopes, world, search)));
    const rounds = roundsOf(
      scopes.filter((scope) => !atOnce.has(scope)),
      search,
    );
    const openings = worlds.map((world) => openingSearch(world, search));
    return new Set([...atOnce, ...openings.flatMap((openingIn) => rounds.flatMap(openingIn))]);
  };
  return orTooMuch(found, asked);
}

/**
 * Of patterns that begin anywhere, so that any two may match one address, those by which somebody is let in whom the sections before them keep out, and
 * for whom none behind them need hold. Found in one walk for all of them: by itself each would be a round through all the others.
 */
function openedAtOnce(scopes: readonly Scope[], world: World, search: Search22): Scope[] {
  const asked = new Set(scopes.filter(beginsAnywhere));
  if (asked.size < 2) return [];
  const { model, comparison } = search;
  const { index, walk, enterSection } = walks22(search, world, limitedWork());
  const isWhole = model.kind === 'server';
  const letsIn = remember((applied: Walk22) =>
    remember((passed: Walk22) => comparison.letsMoreIn(applied, isWhole ? passed : null)),
  );
  const found = new Set<Scope>();
  const opens = (reached: Propagation<Walk22>, flow: Flow, at: number): boolean => {
    const { section } = flow.events[at]!;
    return reached.reachedAt(flow, at).some(({ state, choices }) => {
      const inside = reached.choicesInside(flow, at, choices);
      if (inside === null || !mayEndHere(flow, at, inside)) return false;
      const applied = enterSection(state, section);
      return applied !== state && letsIn(applied)(state);
    });
  };
  const servers = [...asked].map(({ server }) => server);
  for (const flows of answeredFlows(onlyServers(servers, model), index, world)) {
    const reached = walk();
    for (const flow of flows) {
      if (!flow.isFinal) continue;
      for (const [at, { section }] of flow.events.entries()) {
        const { scope } = section;
        if (asked.has(scope) && !found.has(scope) && opens(reached, flow, at)) found.add(scope);
      }
    }
    if (found.size === asked.size) break;
  }
  return [...found];
}

function beginsAnywhere({ kind, args: [pattern = ''] }: Scope): boolean {
  return kind === 'locationmatch' && addressStart(pattern) === '';
}

/** Whether no section behind the event applies to some for whom these choices are made. */
function mayEndHere({ events }: Flow, at: number, made: Choices): boolean {
  for (let next = at + 1; next < events.length; next++) {
    if (events[next]!.choices.every((choice) => made.get(choice) === true)) return false;
  }
  return true;
}

/** Sections of each server of which a request meets one at most: the main server's meets those of virtual hosts, too. */
type Round = ReadonlyMap<Scope, Batch>;

/** Sections of one server of which no address meets two. */
type Batch = readonly Scope[];

function roundsOf(scopes: readonly Scope[], { model: { main }, sections }: Search22): Round[] {
  const choices = new Map(sections.map((section) => [section.scope, choiceOf({ section, side: 'both' })]));
  const batchesOn = (own: readonly Scope[]): Batch[] =>
    [...groupBy(own, ({ kind }) => kind === 'locationmatch').values()].flatMap((alike) =>
      batchesOf(alike, choices),
    );
  const byServer = new Map(
    [...groupBy(scopes, ({ server }) => server)].map(([server, own]) => [server, batchesOn(own)]),
  );
  const ofMain = byServer.get(main) ?? [];
  byServer.delete(main);
  const most = Math.max(0, ...[...byServer.values()].map(({ length }) => length));
  const ofHosts = Array.from({ length: most }, (_, round) =>
    [...byServer].flatMap(([server, own]) =>
      own[round] === undefined ? [] : [[server, own[round]] as const],
    ),
  );
  return [...ofMain.map((batch) => [[main, batch] as const]), ...ofHosts].map((each) => new Map(each));
}

/** Patterns that exclude each other are asked about together, however many a server has; of one pattern in several sections, the first with the first of others. */
function batchesOf(scopes: readonly Scope[], choices: ReadonlyMap<Scope, Choice>): Batch[] {
  const choiceIn = (scope: Scope): Choice => choices.get(scope) ?? '';
  const exclusive = exclusiveChoices(scopes.map(choiceIn), true);
  const together: Scope[][] = [];
  const before = new Map<Choice, number>();
  const alone = scopes.filter((scope) => {
    const choice = choiceIn(scope);
    if (!exclusive.has(choice)) return true;
    const rank = before.get(choice) ?? 0;
    before.set(choice, rank + 1);
    (together[rank] ??= []).push(scope);
    return false;
  });
  return [...together, ...alone.map((scope) => [scope])];
}

/** What is in force with the section and without it, for the same request. */
interface Both {
  readonly applied: Walk22;
  readonly passed: Walk22;
  /** Which of the round's sections it is; null where the server has one alone. */
  readonly by: number | null;
}

/** Finds those of a round by which somebody is let in: what is in force is told apart by the section that is passed by. */
function openingSearch(world: World, search: Search22): (round: Round) => Scope[] {
  const { model, sections, comparison } = search;
  const { start, enterSection, effectOf } = walking22(search, world);
  const sameBoth = createInterner();
  const first = sameBoth({ applied: start, passed: start, by: null });
  const passing = remember((_of: object) => ({}));
  const isWhole = model.kind === 'server';
  const opens = remember(
    ({ applied, passed }: Both): boolean =>
      applied !== passed && comparison.letsMoreIn(applied, isWhole ? passed : null),
  );
  return (round) => {
    const all = [...round.values()].flat();
    const placeOf = new Map(all.map((scope, place) => [scope, place]));
    const isPassed = ({ scope }: AccessSection): boolean => placeOf.has(scope);
    const isAlone = ({ server }: Scope): boolean => round.get(server)?.length === 1;
    const enterBoth: Enter<Both> = ({ state: { applied, passed, by } }, { section }) =>
      isPassed(section)
        ? sameBoth({
            applied: enterSection(applied, section),
            passed,
            by: isAlone(section.scope) ? by : placeOf.get(section.scope)!,
          })
        : sameBoth({ applied: enterSection(applied, section), passed: enterSection(passed, section), by });
    const effectOfBoth: EffectOf = (section) => {
      if (!isPassed(section)) return effectOf(section);
      return passing(isAlone(section.scope) ? effectOf(section) : section.scope);
    };
    const work = limitedWork();
    const index = indexIn(world, sections.filter(mayMeetRound(round, model)), work);
    const begin = propagations(first, enterBoth, 0, work, effectOfBoth);
    const found = new Set<Scope>();
    for (const flows of answeredFlows(onlyServers(round.keys(), model), index, world)) {
      const reached = begin();
      for (const flow of flows) {
        const batch = round.get(model.main) ?? round.get(flow.about.server);
        if (!flow.isFinal || batch === undefined || batch.every((scope) => found.has(scope))) continue;
        for (const both of reached.finalStates(flow).filter(opens)) {
          found.add(both.by === null ? batch[0]! : all[both.by]!);
        }
      }
      if (found.size === all.length) break;
    }
    return [...found];
  };
}

/** Not the other patterns of a server that no address matches which matches the one of the round. */
function mayMeetRound(round: Round, { main }: ServerModel): (section: AccessSection) => boolean {
  const startOf = remember(({ kind, args: [pattern = ''] }: Scope) =>
    kind === 'locationmatch' ? addressStart(pattern) : '',
  );
  return ({ matcher, scope }) => {
    const [asked, another] = round.get(main) ?? round.get(scope.server) ?? [];
    if (matcher.type !== 'location-regex' || asked === undefined || another !== undefined) return true;
    const [one, other] = [addressStart(matcher.pattern), startOf(asked)];
    return one.startsWith(other) || other.startsWith(one);
  };
}

/** The model with the virtual hosts alone that requests for sections of these servers are asked of. */
function onlyServers(servers: Iterable<Scope>, model: ServerModel): ServerModel {
  const asked = new Set(servers);
  if (asked.has(model.main)) return model;
  return { ...model, virtualHosts: model.virtualHosts.filter((host) => asked.has(host)) };
}
