import type { Node } from '../../syntax/index.ts';
import type { AccessLine, AccessSection } from '../sections/types.ts';

/** Neighbours in a section's body. */
export interface HostRange {
  readonly first: Node;
  readonly last: Node;
}

/** From the first of the lines in a section to the last, if nothing else stands between them but what a template chooses by. */
export function hostRange({ scope }: AccessSection, lines: readonly AccessLine[]): HostRange | null {
  const nodes = new Set<Node>(lines.map(({ occurrence }) => occurrence.node));
  const children = scope.node?.children ?? scope.file.document.children;
  const holds = (node: Node): boolean =>
    nodes.has(node) || (node.type === 'section' && node.children.some(holds));
  const isOnly = (node: Node): boolean => {
    if (node.type === 'section') return node.template !== undefined && node.children.every(isOnly);
    return nodes.has(node) || node.type === 'blank' || node.type === 'comment';
  };
  const start = children.findIndex(holds);
  const end = children.findLastIndex(holds);
  const [first, last] = [children[start], children[afterBranches(children, end)]];
  if (first === undefined || last === undefined) return null;
  return children.slice(start, end + 1).every(isOnly) ? { first, last } : null;
}

/** The last branch of the choice at an index. */
function afterBranches(children: readonly Node[], index: number): number {
  const next = children[index + 1];
  return next?.type === 'section' && next.template?.isFurther === true
    ? afterBranches(children, index + 1)
    : index;
}
