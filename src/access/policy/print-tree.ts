import type { MethodSet } from './method-set.ts';
import type { RequireTree } from './require-tree.ts';

/** The lines of a section's access rules; a tab at the start is one level. `<Limit>` and `<LimitExcept>` where needed. */
export function printTrees(
  _classes: readonly { readonly methods: MethodSet; readonly tree: RequireTree }[],
): string[] {
  throw new Error('in work');
}
