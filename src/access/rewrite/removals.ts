import type { Document, Node, Section } from '../../syntax/index.ts';
import { parentOf, removeNode, unwrapBeside } from '../../syntax/index.ts';
import type { AccessLine } from '../sections/types.ts';
import { isRuleName } from '../unread/new-branches.ts';
import type { NodePlace, UnitEdit } from './node-places.ts';
import { limitPlaces } from './node-places.ts';
import { flatMap } from '../../text/index.ts';

/**
 * Takes lines away, and the sections around them that hold nothing else: those that `around` lists, outermost first. Of a template's
 * choice all branches go, or none.
 * @param containers of Require lines, which go with these, each behind the sections around it. Other lines in them (AuthUserFile) are read as if
 * they stood around them, and do then.
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
  for (const stack of containers) {
    const whole = stack.find(isOver);
    if (whole === undefined) removals.open(stack.at(-1)!, isOver, leaves);
    else removals.add(whole, leaves);
  }
  return removals.edits;
}

/**
 * Takes the rules out of a line or section that is for 2.4 alone. The section goes, too, where nothing else is in it; a container of Require
 * lines opens for what is.
 */
export function rulesTakenOut({ file, node }: NodePlace): UnitEdit[] {
  const leaving = new Set(directivesNamed(node, isRuleName));
  const removals = new Removals();
  const isOver = (place: NodePlace): boolean => isEmptied(file.document, place.node, leaving);
  removals.open({ file, node }, isOver, (each) => leaving.has(each));
  return removals.edits;
}

type Leaves = (node: Node) => boolean;

/** Each node goes once. */
class Removals {
  readonly edits: UnitEdit[] = [];
  readonly #gone = new Set<Node>();

  add({ file, node }: NodePlace, leaves: Leaves): void {
    // By far the most are lines.
    if (node.type !== 'section') this.#remove(file, node, leaves);
    else for (const each of wholeOf(file.document, node)) this.#remove(file, each, leaves);
  }

  /** Takes the container away, and leaves what else is in it. */
  open({ file, node }: NodePlace, isOver: (place: NodePlace) => boolean, leaves: Leaves): void {
    const before = this.edits.length;
    const opened: Section[] = [];
    const visit = (inner: Node): void => {
      if (isOver({ file, node: inner }) && inner.type !== 'blank' && inner.type !== 'comment') {
        this.add({ file, node: inner }, leaves);
      } else if (inner.type === 'section') {
        if (isRequireContainer(inner)) opened.push(inner);
        inner.children.forEach(visit);
      }
    };
    visit(node);
    const removed = this.edits.slice(before).map(({ edit }) => edit);
    for (const edit of unwrapBeside(file.document, opened, removed).flat()) this.edits.push({ file, edit });
  }

  #remove(file: NodePlace['file'], node: Node, leaves: Leaves): void {
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
    ...flatMap(containers, (stack) => directivesNamed(stack.at(-1)!.node, isRequire)),
  ]);
}

const isRequire = (name: string): boolean => name === 'require';

function directivesNamed(node: Node, isWanted: (name: string) => boolean): Node[] {
  if (node.type === 'section') return node.children.flatMap((child) => directivesNamed(child, isWanted));
  return node.type === 'directive' && isWanted(node.name.value.toLowerCase()) ? [node] : [];
}

function isRequireContainer({ open }: Section): boolean {
  return /^Require(?:All|Any|None)$/i.test(open.name.value);
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
