import type { MethodTree, RequireTree } from '../policy/index.ts';

/** Trees written one below the other in a section as 2.4 reads them; null if there is none. */
export function methodTreesAsOne(trees: readonly MethodTree[]): RequireTree | null {
  return trees.length === 0 ? null : { type: 'any', children: trees.map(withMethods) };
}

/** The tree as it reads inside `<Limit>`: every line has the methods. */
function withMethods({ tree, methods }: Pick<MethodTree, 'tree' | 'methods'>): RequireTree {
  if (tree.type === 'leaf') return { ...tree, methods };
  return { ...tree, children: tree.children.map((child) => withMethods({ tree: child, methods })) };
}
