import { groupBy } from '../text/index.ts';

/** Things that stand for a place of a file: a file that two chains of Includes reach gives each of them twice. */
interface AtNode {
  readonly node: object | null;
}

/** The items in groups of one node each, in the order of their first. What is decided for a node must hold for all of its group. */
export function groupByNode<T extends AtNode>(items: readonly T[]): [T, ...T[]][] {
  return [...groupBy(items, ({ node }) => node).values()];
}
