import { DENIED, GRANTED, isDenied, isGranted, isNegative, type RequireTree } from './require-tree.ts';
import { flatMap } from '../../text/index.ts';

/** Met by whoever meets one of the trees, written as simply as can be; nobody if there is none. */
export function anyOf(trees: readonly RequireTree[]): RequireTree {
  const children = flatMap(trees, (tree) => (tree.type === 'any' ? tree.children : tree));
  if (children.some(isGranted)) return GRANTED;
  const kept = distinctTrees(children.filter((child) => !isDenied(child)));
  if (kept.length === 0) return DENIED;
  return kept.length === 1 ? kept[0]! : { type: 'any', children: kept };
}

/** Met by whoever meets all. `granted` is kept only where no other line could grant. */
export function allOf(trees: readonly RequireTree[]): RequireTree {
  const children = flatMap(trees, (tree) => (tree.type === 'all' ? tree.children : tree));
  if (children.some(isDenied)) return DENIED;
  const others = distinctTrees(children.filter((child) => !isGranted(child)));
  const kept = others.every(isNegative) ? [GRANTED, ...others] : others;
  return kept.length === 1 ? kept[0]! : { type: 'all', children: kept };
}

/** One of each that is written the same. */
function distinctTrees(trees: readonly RequireTree[]): readonly RequireTree[] {
  if (trees.length < 2) return trees;
  const found = new Map<string, RequireTree>();
  for (const tree of trees) found.set(keyOf(tree), tree);
  return found.size === trees.length ? trees : [...found.values()];
}

function keyOf(tree: RequireTree): string {
  if (tree.type !== 'leaf') return JSON.stringify(tree);
  const { provider, negated, methods, args } = tree;
  return `${provider} ${negated} ${methods.type} ${methods.names.join(' ')}\n${args}`;
}
