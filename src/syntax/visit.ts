import type { Document, Node, Section } from './nodes.ts';

/** Returned by a visitor: do not go into this section. */
export const SKIP = Symbol('skip');

/**
 * @param ancestors the sections around the node, outermost first; one array that the visit changes as it goes: copy it to keep it.
 */
export type Visitor = (node: Node, ancestors: readonly Section[]) => void | typeof SKIP;

interface Level {
  readonly nodes: readonly Node[];
  next: number;
}

/** Calls the visitor for every node, in file order, a section before its children. */
export function visit(top: Document | readonly Node[], visitor: Visitor): void {
  const levels: Level[] = [{ nodes: 'children' in top ? top.children : top, next: 0 }];
  const ancestors: Section[] = [];
  while (levels.length > 0) {
    const level = levels.at(-1)!;
    const node = level.nodes[level.next++];
    if (!node) {
      levels.pop();
      ancestors.pop();
      continue;
    }
    const answer = visitor(node, ancestors);
    if (node.type === 'section' && answer !== SKIP) {
      levels.push({ nodes: node.children, next: 0 });
      ancestors.push(node);
    }
  }
}
