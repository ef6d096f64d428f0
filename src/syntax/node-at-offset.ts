import type { Document, Node } from './nodes.ts';
import { childAt } from './parents.ts';

/** The innermost node that holds the byte at an offset; null outside of the file. */
export function nodeAtOffset(document: Document, offset: number): Node | null {
  let found: Node | null = null;
  for (let nodes = document.children; ;) {
    const node = nodes[childAt(nodes, offset)];
    if (node === undefined) return found;
    found = node;
    if (node.type !== 'section') return found;
    nodes = node.children;
  }
}
