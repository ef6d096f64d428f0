import { isSatisfyAny, requiresFor } from './decide22.ts';
import { emitHost } from './emit-host.ts';
import { emitUsers } from './emit-users.ts';
import { ALL_METHODS, methodsNamed, type MethodSet, methodSet, OTHER_METHODS } from './method-set.ts';
import { equalTrees, GRANTED, isDenied, isGranted, type RequireTree, allOf, anyOf } from './require-tree.ts';
import type { State22, Context22 } from './state22.ts';

/** A word or line of the 2.2 text that the tree leaves out, for it never did anything. */
export interface Dropped {
  readonly directive: 'Allow' | 'Deny' | 'Require';
  /** The word of Allow or Deny, the text of Require. */
  readonly text: string;
  readonly why: string;
  /** A Require line that 2.4 alone knows. */
  readonly isOf24?: boolean;
}

export interface EmittedTree {
  readonly tree: RequireTree;
  readonly dropped: readonly Dropped[];
}

/** The tree of some methods. */
export interface MethodTree extends EmittedTree {
  readonly methods: MethodSet;
}

/** The smallest readable 2.4 tree that answers one method as 2.2 answers with the effective state. */
export function emitTree(state: State22, method: string, context: Context22): EmittedTree {
  const host = state.host === null ? { tree: GRANTED, dropped: [] } : emitHost(state.host, method);
  const requires = requiresFor(state, method);
  if (requires.length === 0) return host;
  const users = emitUsers(requires, state, context);
  const dropped = [...host.dropped, ...users.dropped];
  return { tree: join(host.tree, users.tree, isSatisfyAny(state, method)), dropped };
}

/** Who passes the host rules, who passes the Require lines, and Satisfy. */
function join(host: RequireTree, users: RequireTree, satisfyAny: boolean): RequireTree {
  if (satisfyAny) return isDenied(host) ? users : anyOf([host, users]);
  return isGranted(host) ? users : allOf([host, users]);
}

/**
 * The same for all methods: classes of methods with equal trees, the methods that nothing names in the last one. A
 * single class has all methods: no `<Limit>` is needed.
 */
export function treesByMethod(state: State22, context: Context22): MethodTree[] {
  return treesOfMethods(namedMethods(state), (method) => emitTree(state, method, context));
}

/** @param named the methods that are told apart from all others */
export function treesOfMethods(
  named: readonly string[],
  emit: (method: string) => EmittedTree,
): MethodTree[] {
  if (named.length === 0) return [{ methods: ALL_METHODS, ...emit(OTHER_METHODS) }];
  const classes: { methods: string[]; emitted: EmittedTree }[] = [];
  for (const method of [...named, OTHER_METHODS]) {
    const emitted = emit(method);
    const same = classes.find((each) => equalTrees(each.emitted.tree, emitted.tree));
    if (same === undefined) classes.push({ methods: [method], emitted });
    else same.methods.push(method);
  }
  const others = classes.filter(({ methods }) => !methods.includes(OTHER_METHODS));
  const rest = classes.find(({ methods }) => methods.includes(OTHER_METHODS))!;
  return [
    ...others.map(({ methods, emitted }) => ({ methods: methodSet('only', methods), ...emitted })),
    {
      methods: methodSet(
        'except',
        others.flatMap(({ methods }) => methods),
      ),
      ...rest.emitted,
    },
  ];
}

/** The methods that some line of the state is limited to, or not limited to; sorted. */
export function namedMethods({ host, requires, satisfy }: State22): readonly string[] {
  return methodsNamed(host?.orders, host?.allow, host?.deny, requires, satisfy);
}
