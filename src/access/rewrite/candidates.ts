import type { Context22, MethodTree, RequireTree, State22 } from '../policy/index.ts';
import { EMPTY_STATE_22, isDenied, isGranted, treesByMethod } from '../policy/index.ts';
import type { Candidate, TextCandidate } from './candidate.ts';

/** More inherited lines than this are not written out again where AuthMerging can say the same. */
const MOST_LINES_TO_REPEAT = 4;

/**
 * What could be written for a section, the most readable first. Nothing here is known to be right: each is tried against
 * every state in which requests come to the section.
 * @param own what the section's lines say in 2.2
 * @param effective what is in force behind it, one for each state in which requests come
 */
export function candidatesFor(own: State22, effective: readonly State22[], context: Context22): Candidate[] {
  const written = distinctTexts(effective.map((state) => treesByMethod(state, context)));
  const merged = mergedCandidates(own, context);
  const short = written.filter((each) => lineCount(each) <= MOST_LINES_TO_REPEAT);
  const long = written.filter((each) => lineCount(each) > MOST_LINES_TO_REPEAT);
  return [
    ...(own.requires === null ? [] : [KEEP]),
    ...(own.host === null && own.requires === null ? [NOTHING] : []),
    ...(own.host === null ? [...short, ...merged, ...long] : [...written, ...merged]),
  ];
}

const KEEP: Candidate = { type: 'keep' };
const NOTHING: Candidate = { type: 'nothing' };

/** The section's own part, joined to whatever is inherited. */
function mergedCandidates(own: State22, context: Context22): TextCandidate[] {
  const host = { ...EMPTY_STATE_22, host: own.host, auth: own.auth };
  const users = { ...EMPTY_STATE_22, requires: own.requires, auth: own.auth };
  const parts = [
    ...(own.host === null ? [] : [host]),
    ...(own.requires === null ? [] : [users]),
    ...(own.host === null || own.requires === null ? [] : [own]),
  ].map((state) => treesByMethod(state, context));
  return parts.flatMap((trees) =>
    (['and', 'or'] as const).flatMap((merging) => textCandidates(trees, merging)),
  );
}

function distinctTexts(all: readonly (readonly MethodTree[])[]): TextCandidate[] {
  const byText = new Map<string, readonly MethodTree[]>();
  for (const trees of all) byText.set(JSON.stringify(trees), trees);
  return [...byText.values()].flatMap((trees) => textCandidates(trees, null));
}

/** Without the methods that need no `<Limit>` of their own, if there are such, then with all. */
function textCandidates(trees: readonly MethodTree[], merging: TextCandidate['merging']): TextCandidate[] {
  const rest = trees.filter(({ tree }) => !isSaidByNothing(tree, merging));
  const isShorter = rest.length > 0 && rest.length < trees.length;
  return [...(isShorter ? [textCandidate(rest, merging)] : []), textCandidate(trees, merging)];
}

/** A method that no line of a section covers is granted there in 2.4, or has what is inherited where trees are merged. */
function isSaidByNothing(tree: RequireTree, merging: TextCandidate['merging']): boolean {
  return merging === 'or' ? isDenied(tree) : isGranted(tree);
}

function textCandidate(trees: readonly MethodTree[], merging: TextCandidate['merging']): TextCandidate {
  return { type: 'text', merging, trees, isByCases: false };
}

function lineCount({ trees }: TextCandidate): number {
  return JSON.stringify(trees).split('"leaf"').length - 1;
}
