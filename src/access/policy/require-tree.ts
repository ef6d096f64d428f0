import type { MethodSet } from './method-set.ts';
import { ALL_METHODS, equalMethods, isAllMethods } from './method-set.ts';
import { flatMap } from '../../text/index.ts';
import { asWritten } from './put-in-word.ts';

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
function isNegative(tree: RequireTree): boolean {
  return tree.type === 'none' || (tree.type === 'leaf' && tree.negated);
}

function equalLeaves(a: RequireLeaf, b: RequireLeaf): boolean {
  if (a.provider !== b.provider || a.negated !== b.negated || !equalMethods(a.methods, b.methods))
    return false;
  return a.provider === 'all' ? a.args.toLowerCase() === b.args.toLowerCase() : a.args === b.args;
}

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
export function distinctTrees(trees: readonly RequireTree[]): readonly RequireTree[] {
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

const CONTAINERS = { all: 'RequireAll', any: 'RequireAny', none: 'RequireNone' } as const;

/**
 * The lines of a section's access rules; a tab at the start is one level. Each tree stands in the `<Limit>` or
 * `<LimitExcept>` of its methods; one for all methods needs none. (The methods of a tree's own lines are not written.)
 */
export function printTrees(
  trees: readonly { readonly methods: MethodSet; readonly tree: RequireTree }[],
): string[] {
  return flatMap(trees, ({ methods, tree }) => {
    const lines = printRoot(tree);
    return isAllMethods(methods) ? lines : wrap(limitName(methods), methods.names.join(' '), lines);
  });
}

function limitName({ type }: MethodSet): string {
  return type === 'only' ? 'Limit' : 'LimitExcept';
}

/** A section is a `<RequireAny>` by itself. */
function printRoot(tree: RequireTree): string[] {
  return tree.type === 'any' ? flatMap(tree.children, printNode) : printNode(tree);
}

function printNode(tree: RequireTree): string[] {
  if (tree.type === 'leaf') return [printLeaf(tree)];
  return wrap(CONTAINERS[tree.type], '', flatMap(tree.children, printNode));
}

function printLeaf({ provider, args, negated }: RequireLeaf): string {
  const head = negated ? `Require not ${provider}` : `Require ${provider}`;
  return args === '' ? head : `${head} ${asWritten(args)}`;
}

function wrap(name: string, args: string, lines: readonly string[]): string[] {
  return [`<${name}${args === '' ? '' : ` ${args}`}>`, ...lines.map((line) => `\t${line}`), `</${name}>`];
}
