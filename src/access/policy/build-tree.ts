import { DENIED, GRANTED, isDenied, isGranted, isNegative, type RequireTree } from './require-tree.ts';
import { distinct, flatMap } from '../../text/index.ts';

/** Met by whoever meets one of the trees, written as simply as can be; nobody if there is none. */
export function anyOf(trees: readonly RequireTree[]): RequireTree {
  const children = flatMap(trees, (tree) => (tree.type === 'any' ? tree.children : [tree]));
  if (children.some(isGranted)) return GRANTED;
  const kept = distinct(children.filter((child) => !isDenied(child)));
  if (kept.length === 0) return DENIED;
  return kept.length === 1 ? kept[0]! : { type: 'any', children: kept };
}

/** Met by whoever meets all. `granted` is kept only where no other line could grant. */
export function allOf(trees: readonly RequireTree[]): RequireTree {
  const children = flatMap(trees, (tree) => (tree.type === 'all' ? tree.children : [tree]));
  if (children.some(isDenied)) return DENIED;
  const others = distinct(children.filter((child) => !isGranted(child)));
  const kept = others.every(isNegative) ? [GRANTED, ...others] : others;
  return kept.length === 1 ? kept[0]! : { type: 'all', children: kept };
}
