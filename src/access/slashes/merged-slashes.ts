import { readRewriteFlags, ruleStatus, scopesOf } from '../../model/index.ts';
import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { readRedirection } from '../addresses/index.ts';
import { linesOpenedByMerging } from './opened-by-merging.ts';
import { openingSections } from './opening-sections.ts';
import { hasAccessRules } from '../sections/read-sections.ts';
import { linesReadBy24, linesThatOpenMerged } from './slash-rules.ts';
import type { Semantics } from '../states/intended-state.ts';

/** A section or line by which somebody is let in whom 2.2 keeps out, if the slashes of addresses are merged (MergeSlashes, since 2.4.39). */
export interface OpenedByMerging {
  readonly at: Occurrence | Scope;
  /** It lets in by itself or is for doubled slashes; it refuses these; it leads, sets or passes by. */
  readonly by: 'kept' | 'refused' | 'led';
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
