import { equalMethods } from './method-set.ts';
import type { MethodSet } from './method-set.ts';
import { rememberWeakly } from '../../text/index.ts';
import { distinctTrees } from './require-tree.ts';
import type { RequireContainer, RequireLeaf, RequireTree } from './require-tree.ts';

/**
 * The tree with its lines replaced, and without what adds nothing then: lines that are always met, or never, and containers of one
 * line. `apply_authz_sections` (mod_authz_core.c) comes to the same for every request. So situations in which conditions come out
 * differently, and leave the same lines, lead to one state. What does not count any more is not asked for.
 * @param lineFor is for the same methods as the line
 */
export function simplifyTree(tree: RequireTree, lineFor: (leaf: RequireLeaf) => RequireTree): RequireTree {
  if (tree.type === 'leaf') return lineFor(tree);
  // A line tells for which methods what is around it is.
  const [methods] = methodsOfLines(tree);
  return methods === undefined ? withLines(tree, lineFor) : simplified(tree, methods, lineFor);
}

function withLines(tree: RequireContainer, lineFor: (leaf: RequireLeaf) => RequireTree): RequireTree {
  const children = tree.children.map((child) => simplifyTree(child, lineFor));
  return children.every((child, i) => child === tree.children[i]) ? tree : { ...tree, children };
}

/** Those of all its lines; none where they differ, or where there are no lines. */
const methodsOfLines = rememberWeakly((tree: RequireTree): readonly [] | readonly [MethodSet] => {
  if (tree.type === 'leaf') return [tree.methods];
  const [first, ...others] = tree.children.map(methodsOfLines);
  const [methods] = first ?? [];
  const isCommon = ([other]: readonly MethodSet[]): boolean =>
    other !== undefined && methods !== undefined && equalMethods(other, methods);
  return methods !== undefined && others.every(isCommon) ? [methods] : [];
});

function simplified(
  tree: RequireTree,
  methods: MethodSet,
  lineFor: (leaf: RequireLeaf) => RequireTree,
): RequireTree {
  if (tree.type === 'leaf') return lineFor(tree);
  const { type } = tree;
  const deciding = type === 'all' ? 'denied' : 'granted';
  const found: RequireTree[] = [];
  for (const each of tree.children) {
    const child = simplified(each, methods, lineFor);
    if (isConstant(child, deciding)) return constant(type === 'any' ? 'granted' : 'denied', methods);
    if (child.type === type && type !== 'none') found.push(...child.children);
    else found.push(child);
  }
  const children = distinctTrees(withoutIdle(found, deciding === 'denied' ? 'granted' : 'denied'));
  const [only] = children;
  if (type !== 'none' && children.length === 1 && isDecisive(only!)) return only!;
  const isSame =
    children.length === tree.children.length && children.every((child, i) => child === tree.children[i]);
  return isSame ? tree : { type, children };
}

/** Without those that add nothing to the others; where nothing else need say anything they stay. */
function withoutIdle(trees: readonly RequireTree[], value: Constant): readonly RequireTree[] {
  const others = trees.filter((tree) => !isConstant(tree, value));
  return others.some(isDecisive) ? others : trees;
}

type Constant = 'granted' | 'denied';

function isConstant(tree: RequireTree, value: Constant): boolean {
  if (tree.type !== 'leaf' || tree.provider !== 'all' || tree.negated) return false;
  return tree.args === value || tree.args.toLowerCase() === value;
}

/** Whether the tree grants or refuses each request: `Require not` and `<RequireNone>` leave those open whom they do not refuse. */
function isDecisive(tree: RequireTree): boolean {
  return tree.type === 'leaf' ? !tree.negated : tree.type !== 'none' && tree.children.some(isDecisive);
}

function constant(args: Constant, methods: MethodSet): RequireLeaf {
  return { type: 'leaf', provider: 'all', args, negated: false, methods };
}
