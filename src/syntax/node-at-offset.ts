import type { Document, Node } from './nodes.ts';

/** The innermost node that holds the byte at an offset; null outside of the file. */
export function nodeAtOffset(document: Document, offset: number): Node | null {
  let found: Node | null = null;
  for (let nodes = document.children; ;) {
    const node = childAt(nodes, offset);
    if (!node) return found;
    found = node;
    if (node.type !== 'section') return found;
    nodes = node.children;
  }
}

function childAt(nodes: readonly Node[], offset: number): Node | null {
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const { start, end } = nodes[middle]!.span;
    if (offset < start) high = middle;
    else if (offset >= end) low = middle + 1;
    else return nodes[middle]!;
  }
  return null;
}
