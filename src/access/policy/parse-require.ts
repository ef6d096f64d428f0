import type { MethodSet } from './method-set.ts';
import type { RequireLeaf } from './require-tree.ts';

/** A 2.4 `Require` line from the text behind the directive's name, or what the server says against it. */
export function parseRequire(_text: string, _methods?: MethodSet): RequireLeaf | { error: string } {
  throw new Error('in work');
}
