/** Things that stand for a place of a file: a file that two chains of Includes reach gives each of them twice. */
interface AtNode {
  readonly node: object | null;
}

/** The items in groups of one node each, in the order of their first. What is decided for a node must hold for all of its group. */
export function groupByNode<T extends AtNode>(items: readonly T[]): [T, ...T[]][] {
  const groups = new Map<object | null, [T, ...T[]]>();
  for (const item of items) {
    const group = groups.get(item.node);
    if (group === undefined) groups.set(item.node, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
