import { isLimit } from '../../src/model/index.ts';
import type { Occurrence, Scope, ScopeKind } from '../../src/model/index.ts';
import { leadingComments, quoteWord } from '../../src/syntax/index.ts';
import type { Node, Section } from '../../src/syntax/index.ts';
import { insertBefore, removeNode, replaceNode } from '../../src/transform/index.ts';
import type { FileEdit } from '../../src/transform/index.ts';

/**
 * Moves a ProxyPass line out of its section, in front of it and the comment above it, with the address that it is for; in the place of
 * a Location that holds nothing else.
 */
export function moveInFront(line: Occurrence, section: Scope, address: string): FileEdit[] {
  if (section.node === null) return [];
  const { file, node } = line;
  const words = node.args.map(({ span, value }) => {
    const source = file.source.text.slice(span.start, span.end);
    return source.includes('\n') ? quoteWord(value) : source;
  });
  const moved = [node.name.value, quoteWord(address), ...words].join(' ');
  if (section.kind.startsWith('location') && holdsOnly(section.node, node))
    return replaceNode({ file, node: section.node }, [moved]);
  const first = leadingComments(file.document, section.node)[0] ?? section.node;
  return [...removeNode(line), ...insertBefore({ file, node: first }, [moved])];
}

function holdsOnly({ children }: Section, line: Node): boolean {
  return children.every((child) => child === line || child.type === 'blank');
}

/** The section of one of these kinds that a line stands in; Limit sections between do not matter. */
export function sectionAround(scope: Scope, kinds: readonly ScopeKind[]): Scope | null {
  for (let outer: Scope | null = scope; outer; outer = outer.parent) {
    if (kinds.includes(outer.kind)) return outer;
    if (!isLimit(outer)) return null;
  }
  return null;
}
