import type { MethodTree, RequireTree, State24 } from '../policy/index.ts';
import { isAllMethods, printTrees } from '../policy/index.ts';

/** What could stand in a section in place of its 2.2 lines. */
export interface Candidate {
  /** `keep`: its Require lines as they are; `text`: new lines; `nothing`: what is inherited says it already. */
  readonly type: 'keep' | 'text' | 'nothing';
  readonly merging: 'and' | 'or' | null;
  readonly trees: readonly MethodTree[];
  /** The lines tell folders apart by an expression, because what is inherited differs. */
  readonly isByCases?: boolean;
}

/** The lines to write; a tab at the start is one level of indentation. */
export function candidateLines({ type, merging, trees }: Candidate): string[] {
  const merge = merging === null ? [] : [`AuthMerging ${merging === 'and' ? 'And' : 'Or'}`];
  return type === 'text' ? [...merge, ...printTrees(trees)] : merge;
}

/**
 * What a 2.4 server would read in the section: `rest` is what its other lines say, `isLive` whether the guards around the new
 * lines let them be read.
 */
export function candidateState({ type, merging, trees }: Candidate, rest: State24, isLive: boolean): State24 {
  const own = { ...rest, compat: null };
  if (type === 'keep') return { ...own, merging: merging ?? own.merging };
  if (type === 'nothing' || !isLive) return { ...own, tree: null };
  return { ...own, merging, tree: { type: 'any', children: trees.map(limitTree) } };
}

/** The tree as it reads inside `<Limit>`: every line has the methods. */
function limitTree({ tree, methods }: MethodTree): RequireTree {
  return isAllMethods(methods) ? tree : withMethods(tree, methods);
}

function withMethods(tree: RequireTree, methods: MethodTree['methods']): RequireTree {
  if (tree.type === 'leaf') return { ...tree, methods };
  return { ...tree, children: tree.children.map((child) => withMethods(child, methods)) };
}
