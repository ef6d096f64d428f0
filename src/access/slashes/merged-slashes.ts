import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { readRewriteFlags, ruleStatus, scopesOf } from '../../model/index.ts';
import { readRedirection } from '../addresses/index.ts';
import { linesThatDouble } from './doubling-rules.ts';
import { linesOpenedByMerging } from './opened-by-merging.ts';
import { hasAccessRules } from '../sections/read-sections.ts';
import { linesReadBy24, linesThatOpenMerged } from './slash-rules.ts';
import type { Semantics } from '../states/intended-state.ts';
import type { EffectOf, Enter } from '../chains/index.ts';
import { answeredFlows, propagations } from '../chains/index.ts';
import { analysisOf } from '../sections/analysis.ts';
import type { Search22 } from '../questions/search-22.ts';
import { indexIn, search22, walking22 } from '../questions/search-22.ts';
import type { World } from '../sections/worlds.ts';
import { createInterner } from '../states/intern.ts';
import type { Walk22 } from '../states/walk-state.ts';
import { limitedWork, orTooMuch } from '../work.ts';

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

/** Several slashes at the very start are one on both servers; Proxy sections see the address that is asked of the other server. */
function isAffected(scope: Scope): boolean {
  const isRead = scope.on24 !== 'no';
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
function openingSections(
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
    return new Set(scopes.filter((scope) => worlds.some((world) => opensIn(world, scope, search))));
  };
  return orTooMuch(found, asked);
}

/** What is in force with the section and without it, for the same request. */
interface Both {
  readonly applied: Walk22;
  readonly passed: Walk22;
}

function opensIn(world: World, scope: Scope, search: Search22): boolean {
  const { model, sections, comparison } = search;
  const work = limitedWork();
  const index = indexIn(world, sections, work);
  const { start, enter, effectOf } = walking22(search, world);
  const sameBoth = createInterner();
  const enterBoth: Enter<Both> = ({ state: { applied, passed } }, { section }) =>
    sameBoth({
      applied: enter(applied, section),
      passed: section.scope === scope ? passed : enter(passed, section),
    });
  const effectOfBoth: EffectOf = (section) => (section.scope === scope ? null : effectOf(section));
  const begin = propagations(sameBoth({ applied: start, passed: start }), enterBoth, 0, work, effectOfBoth);
  const isWhole = model.kind === 'server';
  for (const flows of answeredFlows(model, index, world)) {
    const reached = begin();
    for (const flow of flows) {
      if (!flow.isFinal) continue;
      const opens = ({ applied, passed }: Both): boolean =>
        applied !== passed && comparison.letsMoreIn(applied, isWhole ? passed : null);
      if (reached.finalStates(flow).some(opens)) return true;
    }
  }
  return false;
}
