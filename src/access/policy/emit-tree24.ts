import { lastFor } from './decide22.ts';
import { emitHost } from './emit-host.ts';
import type { EmittedTree, MethodTree } from './emit-tree.ts';
import { treesOfMethods } from './emit-tree.ts';
import { ALL_METHODS, hasMethod, methodsNamed } from './method-set.ts';
import { DENIED, GRANTED, type RequireTree, allOf, anyOf } from './require-tree.ts';
import type { State24 } from './state24.ts';

/** The trees that answer without mod_access_compat what a 2.4 with it answers in the state, by methods. */
export function treesOfState24(state: State24): MethodTree[] {
  return treesOfMethods(methodsOfState24(state), (method) => emitState24(state, method));
}

/** The methods that some line of the state is limited to, or not limited to; sorted. */
export function methodsOfState24({ tree, compat }: State24): readonly string[] {
  const lines = methodsNamed(compat?.host.orders, compat?.host.allow, compat?.host.deny, compat?.satisfy);
  return tree === null ? lines : [...new Set([...lines, ...namesIn(tree)])].toSorted();
}

function namesIn(tree: RequireTree): readonly string[] {
  return tree.type === 'leaf' ? tree.methods.names : tree.children.flatMap(namesIn);
}

/** mod_access_compat's test and the Require tree, joined as `ap_process_request_internal` (server/request.c) joins them. */
function emitState24({ tree, compat }: State24, method: string): EmittedTree {
  const required = tree === null ? GRANTED : (treeFor(tree, method) ?? GRANTED);
  if (compat === null) return { tree: required, dropped: [] };
  const host = emitHost(compat.host, method);
  const isAny = lastFor(compat.satisfy, method) === 'any';
  return { ...host, tree: isAny ? anyOf([host.tree, required]) : allOf([host.tree, required]) };
}

/** What of the tree speaks of the method, for all methods; null if nothing does. What doesn't is GRANTED under AND, NEUTRAL under OR. */
function treeFor(tree: RequireTree, method: string): RequireTree | null {
  if (tree.type === 'leaf') {
    return hasMethod(tree.methods, method) ? { ...tree, methods: ALL_METHODS } : null;
  }
  const speaking = tree.children.map((child) => treeFor(child, method));
  const children = speaking.filter((child) => child !== null);
  if (children.length === 0) return null;
  if (tree.type === 'none') return { type: 'none', children };
  if (tree.type === 'any') return hasOnlyNegative(children) ? DENIED : anyOf(children);
  return allOf(children.length < speaking.length ? [GRANTED, ...children] : children);
}

/** A section of negations alone grants nobody anything; it can only stand in a .htaccess file. */
function hasOnlyNegative(children: readonly RequireTree[]): boolean {
  return children.every((child) => child.type === 'none' || (child.type === 'leaf' && child.negated));
}
