import type { AuthState, MethodTree, RequireTree } from '../policy/index.ts';
import { EMPTY_STATE_22, EMPTY_STATE_24, isDenied, isGranted } from '../policy/index.ts';
import { distinct, flatMap, rememberWeakly } from '../../text/index.ts';
import type { StateBefore } from '../states/walk-state.ts';
import type { Candidate, TextCandidate } from './candidate.ts';
import type { EmittingPlan } from './planning.ts';
import { treesInForce, treesOf } from './planning.ts';

/** More inherited lines than this are not written out again where AuthMerging can say the same. */
const MOST_LINES_TO_REPEAT = 4;

/**
 * What could be written for a section, the most readable first. Nothing here is known to be right: each is tried against
 * every state in which requests come to the section.
 * @param own what the section's lines say to the server before
 * @param effective what is in force behind it, one for each state in which requests come
 */
export function* candidatesFor(
  own: StateBefore,
  effective: readonly StateBefore[],
  planning: EmittingPlan,
): Generator<Candidate> {
  const written = distinctTexts(effective.map((state) => treesInForce(state, planning)));
  if (effective.some(({ auth }) => isLenient(auth))) yield* written.flatMap(asAlternatives);
  const { host, users } = partsOf(own);
  if (users !== null) yield KEEP;
  if (host === null && users === null) yield NOTHING;
  const isFirst = (text: TextCandidate): boolean => host !== null || lineCount(text) <= MOST_LINES_TO_REPEAT;
  yield* written.filter(isFirst);
  yield* mergedCandidates([host, users], planning);
  yield* written.filter((text) => !isFirst(text));
  // To an AuthType without Require lines 2.4 answers 500, whatever is inherited goes on to count.
  if (host === null && users === null) yield* written.map((text) => ({ ...text, merging: 'and' as const }));
}

/** Whether 2.2 takes lines of several kinds as alternatives because somebody said so. */
function isLenient({ user, groupfile, dbm, owner, ldap }: AuthState): boolean {
  return [user, groupfile, dbm, owner, ldap].some((each) => each?.authoritative === false);
}

/** Said aloud: without the `...Authoritative Off` that goes the lines alone would mean something else to 2.2, and to a reader. */
function asAlternatives(text: TextCandidate): TextCandidate[] {
  const isMixed = text.trees.some(({ tree }) => tree.type === 'any' && kindsOfUsers(tree.children).size > 1);
  if (!isMixed) return [];
  const trees = text.trees.map((each) => ({
    ...each,
    tree: { type: 'any' as const, children: [each.tree] },
  }));
  return [{ ...text, trees }];
}

function kindsOfUsers(trees: readonly RequireTree[]): Set<string> {
  const asking = trees.flatMap((tree) =>
    tree.type === 'leaf' && !HOST_PROVIDERS.has(tree.provider) ? [tree.provider] : [],
  );
  return new Set(asking);
}

/** What host rules become. */
const HOST_PROVIDERS: ReadonlySet<string> = new Set(['ip', 'host', 'env']);

const KEEP: Candidate = { type: 'keep' };
const NOTHING: Candidate = { type: 'nothing' };

/** The section's own host rules and its Require lines, each by itself; null where it has none. */
export function partsOf(own: StateBefore): { host: StateBefore | null; users: StateBefore | null } {
  const { auth } = own;
  if ('tree' in own) {
    const { tree, compat } = own;
    return {
      host: compat === null ? null : { ...EMPTY_STATE_24, compat: { ...compat, satisfy: [] }, auth },
      users: tree === null ? null : { ...EMPTY_STATE_24, tree, auth },
    };
  }
  const { host, requires } = own;
  return {
    host: host === null ? null : { ...EMPTY_STATE_22, host, auth },
    users: requires === null ? null : { ...EMPTY_STATE_22, requires, auth },
  };
}

/** The section's own host rules, or its Require lines, joined to whatever is inherited. */
function mergedCandidates(own: readonly (StateBefore | null)[], planning: EmittingPlan): TextCandidate[] {
  const parts = own.flatMap((state) => (state === null ? [] : [treesOf(state, planning)]));
  return parts.flatMap((trees) =>
    (['and', 'or'] as const).flatMap((merging) => textCandidates(trees, merging)),
  );
}

function distinctTexts(all: readonly (readonly MethodTree[])[]): TextCandidate[] {
  return flatMap(distinct(all), textsOf);
}

/** One for all sections that are to say it: it is printed once. */
const textsOf = rememberWeakly((trees: readonly MethodTree[]) => textCandidates(trees, null));

/** Without the methods that need no `<Limit>` of their own, if there are such, then with all. */
function textCandidates(trees: readonly MethodTree[], merging: TextCandidate['merging']): TextCandidate[] {
  const rest = trees.filter(({ tree }) => !isDefaultOf(tree, merging));
  const isShorter = rest.length > 0 && rest.length < trees.length;
  return [...(isShorter ? [textCandidate(rest, merging)] : []), textCandidate(trees, merging)];
}

/** A method that no line of a section covers is granted there in 2.4, or has what is inherited where trees are merged. */
function isDefaultOf(tree: RequireTree, merging: TextCandidate['merging']): boolean {
  return merging === 'or' ? isDenied(tree) : isGranted(tree);
}

function textCandidate(trees: readonly MethodTree[], merging: TextCandidate['merging']): TextCandidate {
  return { type: 'text', merging, trees, isByCases: false };
}

function lineCount({ trees }: TextCandidate): number {
  return trees.reduce((count, { tree }) => count + leavesOf(tree), 0);
}

function leavesOf(tree: RequireTree): number {
  return tree.type === 'leaf' ? 1 : tree.children.reduce((count, child) => count + leavesOf(child), 0);
}
