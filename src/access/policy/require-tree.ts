import { ALL_METHODS, equalMethods, type MethodSet } from './method-set.ts';

/** A 2.4 `Require` line. */
export interface RequireLeaf {
  readonly type: 'leaf';
  /** As 2.4 compares it: case-sensitive. */
  readonly provider: string;
  /** Everything behind the provider's name, as written: quotes and escapes kept. */
  readonly args: string;
  readonly negated: boolean;
  readonly methods: MethodSet;
}

/**
 * `<RequireAll>`, `<RequireAny>`, `<RequireNone>`. It has no methods of its own: the server gives it those of the lines
 * inside (`add_authz_provider`, `add_authz_section`).
 */
export interface RequireContainer {
  readonly type: 'all' | 'any' | 'none';
  readonly children: readonly RequireTree[];
}

export type RequireTree = RequireLeaf | RequireContainer;

/** A line for all methods. */
export function requireLeaf(provider: string, args: string, negated = false): RequireLeaf {
  return { type: 'leaf', provider, args, negated, methods: ALL_METHODS };
}

export const GRANTED: RequireTree = requireLeaf('all', 'granted');
export const DENIED: RequireTree = requireLeaf('all', 'denied');

/** `Require all granted` and nothing else. */
export function isGranted(tree: RequireTree): boolean {
  return equalTrees(tree, GRANTED);
}

/** `Require all denied` and nothing else. */
export function isDenied(tree: RequireTree): boolean {
  return equalTrees(tree, DENIED);
}

/** Whether two trees are written the same; a container that holds one node only is that node. */
export function equalTrees(a: RequireTree, b: RequireTree): boolean {
  const left = unwrap(a);
  const right = unwrap(b);
  if (left.type === 'leaf' || right.type === 'leaf') {
    return left.type === 'leaf' && right.type === 'leaf' && equalLeaves(left, right);
  }
  if (left.type !== right.type || left.children.length !== right.children.length) return false;
  return left.children.every((child, i) => equalTrees(child, right.children[i]!));
}

function unwrap(tree: RequireTree): RequireTree {
  const only = tree.type === 'all' || tree.type === 'any' ? tree.children : [];
  return only.length === 1 && !isNegative(only[0]!) ? unwrap(only[0]!) : tree;
}

/** `Require not` and `<RequireNone>`: they can only refuse. */
export function isNegative(tree: RequireTree): boolean {
  return tree.type === 'none' || (tree.type === 'leaf' && tree.negated);
}

function equalLeaves(a: RequireLeaf, b: RequireLeaf): boolean {
  if (a.provider !== b.provider || a.negated !== b.negated || !equalMethods(a.methods, b.methods))
    return false;
  return a.provider === 'all' ? a.args.toLowerCase() === b.args.toLowerCase() : a.args === b.args;
}
