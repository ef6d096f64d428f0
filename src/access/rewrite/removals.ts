import type { Document, Node, Section } from '../../syntax/index.ts';
import { parentOf, removeNode } from '../../syntax/index.ts';
import type { AccessLine } from '../sections/types.ts';
import type { NodePlace, UnitEdit } from './node-places.ts';
import { limitPlaces } from './node-places.ts';
import { flatMap } from '../../text/index.ts';

/**
 * Takes lines away, and the sections around them that hold nothing else: those that `around` lists, outermost first. Of a template's
 * choice all branches go, or none. @param containers sections that go, too, each behind those around it
 */
export function removalsOf(
  lines: readonly AccessLine[],
  around: (line: AccessLine) => readonly NodePlace[] = limitPlaces,
  containers: readonly (readonly NodePlace[])[] = [],
): UnitEdit[] {
  const removals = new Removals();
  let nodes: ReadonlySet<Node> | null = null;
  const isOver = ({ file, node }: NodePlace): boolean =>
    isEmptied(file.document, node, (nodes ??= leavingNodes(lines, containers)));
  const leaves = (node: Node): boolean => (nodes ??= leavingNodes(lines, containers)).has(node);
  for (const line of lines) removals.add(around(line).find(isOver) ?? line.occurrence, leaves);
  for (const stack of containers) removals.add(stack.find(isOver) as NodePlace, leaves);
  return removals.edits;
}

/** Each node goes once. */
class Removals {
  readonly edits: UnitEdit[] = [];
  readonly #gone = new Set<Node>();

  add({ file, node }: NodePlace, leaves: (node: Node) => boolean): void {
    // By far the most are lines.
    if (node.type !== 'section') this.#remove(file, node, leaves);
    else for (const each of wholeOf(file.document, node)) this.#remove(file, each, leaves);
  }

  #remove(file: NodePlace['file'], node: Node, leaves: (node: Node) => boolean): void {
    if (this.#gone.has(node)) return;
    this.#gone.add(node);
    for (const edit of removeNode(file.document, node, leaves)) this.edits.push({ file, edit });
  }
}

function leavingNodes(
  lines: readonly AccessLine[],
  containers: readonly (readonly NodePlace[])[],
): ReadonlySet<Node> {
  return new Set<Node>([
    ...lines.map(({ occurrence }) => occurrence.node),
    ...flatMap(containers, (stack) => stack.at(-1)?.node ?? []),
  ]);
}

function isEmptied(document: Document, node: Node, gone: ReadonlySet<Node>): boolean {
  if (gone.has(node)) return true;
  if (node.type === 'comment') return isCommentByItself(document, node);
  if (node.type !== 'section') return node.type === 'blank';
  return wholeOf(document, node).every(({ children }) =>
    children.every((child) => isEmptied(document, child, gone)),
  );
}

/** Not a line that is one because a tag before it leaves its `#` to it: `#{{ range .x -}}`. */
function isCommentByItself({ source: { text } }: Document, { span: { start, end } }: Node): boolean {
  return text.slice(start, end).trimStart().startsWith('#');
}

/** The section; of a template's choice all its branches. */
function wholeOf(document: Document, node: Section): Section[] {
  if (node.template === undefined) return [node];
  const siblings = (parentOf(document, node) ?? document).children;
  const at = siblings.indexOf(node);
  const isFurther = (other: Node | undefined): other is Section =>
    other?.type === 'section' && other.template?.isFurther === true;
  let first = at;
  while (first > 0 && isFurther(siblings[first])) first--;
  let end = at + 1;
  while (isFurther(siblings[end])) end++;
  return siblings.slice(first, end).filter((each) => each.type === 'section');
}
