import type { Context22 } from './decide22.ts';
import type { MethodSet } from './method-set.ts';
import type { RequireTree } from './require-tree.ts';
import type { State22 } from './state22.ts';

/** A word or line of the 2.2 text that the tree leaves out, for it never did anything. */
export interface Dropped {
  readonly directive: 'Allow' | 'Deny' | 'Require';
  /** The word of Allow or Deny, the text of Require. */
  readonly text: string;
  readonly why: string;
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
export function emitTree(_state: State22, _method: string, _context: Context22): EmittedTree {
  throw new Error('in work');
}

/** The same for all methods: classes of methods with equal trees. One class that has all of them where there is no Limit. */
export function treesByMethod(_state: State22, _context: Context22): MethodTree[] {
  throw new Error('in work');
}
