import type { Document, Node, Section } from './nodes.ts';

/** Where a node stands: the section around it (null at the top) and its index among that section's children. */
interface Place {
  readonly parent: Section | null;
  readonly index: number;
}

/** The section around a node of this document; null at the top. */
export function parentOf(document: Document, node: Node): Section | null {
  return placeOf(document, node)?.parent ?? null;
}

/** Found by its offset, from the top: a table of all nodes would cost a large tree more than it is asked. */
export function placeOf(document: Document, node: Node): Place | null {
  const { start } = node.span;
  for (let parent: Section | null = null; ;) {
    const children: readonly Node[] = (parent ?? document).children;
    const index = childAt(children, start);
    const child: Node | undefined = children[index];
    if (child === node) return { parent, index };
    if (child?.type !== 'section') return null;
    parent = child;
  }
}

/** Index of the child that holds the byte at an offset; -1 if none does. */
function childAt(nodes: readonly Node[], offset: number): number {
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const { start, end } = nodes[middle]!.span;
    if (offset < start) high = middle;
    else if (offset >= end) low = middle + 1;
    else return middle;
  }
  return -1;
}

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
