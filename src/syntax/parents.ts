import type { Document, Node, Section } from './nodes.ts';
import { visit } from './visit.ts';

const parentsOf = new WeakMap<Document, Map<Node, Section>>();

/** The section around a node of this document; null at the top. */
export function parentOf(document: Document, node: Node): Section | null {
  let parents = parentsOf.get(document);
  if (!parents) parentsOf.set(document, (parents = findParents(document)));
  return parents.get(node) ?? null;
}

/** The node's line among its neighbours: the list that holds it. */
export function siblingsOf(document: Document, node: Node): readonly Node[] {
  return parentOf(document, node)?.children ?? document.children;
}

function findParents(document: Document): Map<Node, Section> {
  const parents = new Map<Node, Section>();
  visit(document, (node, ancestors) => {
    const parent = ancestors.at(-1);
    if (parent) parents.set(node, parent);
  });
  return parents;
}
