import type { ModelFile, Occurrence, Scope } from '../../model/index.ts';
import type { Node } from '../../syntax/index.ts';
import { insertAfter, insertBefore, prependChild, removeNode } from '../../syntax/index.ts';
import type { TextEdit } from '../../text/index.ts';
import type { AccessLine, AccessSection } from '../sections.ts';
import { isContainer } from '../sections.ts';
import { candidateLines } from './candidate.ts';
import { anchorLine } from './old-lines.ts';
import type { UnitPlan } from './plan.ts';

export interface UnitEdit {
  readonly file: ModelFile;
  readonly edit: TextEdit;
}

/** A node in its file. */
interface NodePlace {
  readonly file: ModelFile;
  readonly node: Node;
}

/**
 * The edits that put a unit's new lines in the place of its old ones: at its first host rule, or at its first line that goes.
 * A `<Limit>` of which nothing is left goes too; its comments stay. Lines that come from an Include which other sections
 * read as well, and which need other lines there, are written behind the Include instead (`shared`).
 */
export function unitEdits(plan: UnitPlan, shared: boolean): UnitEdit[] {
  const lines = candidateLines(plan.candidate);
  const gone = removedNodes(plan.remove);
  const removals = gone.flatMap((place) => edits(place, removeNode(place.file.document, place.node)));
  return lines.length === 0 ? removals : [...insertion(plan, lines, shared), ...removals];
}

/** Where the new lines stand: the node they come before; null if the section has no line that goes. */
export function anchorOf(plan: UnitPlan): NodePlace | null {
  const line = anchorLine(plan.remove);
  return line === undefined ? null : outermostLimit(line);
}

function insertion(plan: UnitPlan, lines: readonly string[], shared: boolean): UnitEdit[] {
  const section = plan.sections[0] as AccessSection;
  const anchor = anchorOf(plan);
  if (anchor === null) return behindAuthType(section, lines);
  const include = shared && anchor.file !== section.scope.file ? includeBefore(section.scope, plan) : null;
  if (include !== null) return edits(include, insertAfter(include.file.document, include.node, lines));
  return edits(anchor, insertBefore(anchor.file.document, anchor.node, lines));
}

function behindAuthType(section: AccessSection, lines: readonly string[]): UnitEdit[] {
  const line = section.entries.find(
    (entry): entry is AccessLine => !isContainer(entry) && entry.name === 'authtype',
  );
  if (line !== undefined) {
    return edits(line.occurrence, insertAfter(line.occurrence.file.document, line.occurrence.node, lines));
  }
  const { file, node } = section.scope;
  return node === null ? [] : edits({ file }, prependChild(file.document, node, lines));
}

/** The Include line in the section's own file through which its first old line came. */
function includeBefore(scope: Scope, { remove }: UnitPlan): NodePlace | null {
  const first = remove[0]?.occurrence.seq ?? Infinity;
  const includes = scope.items.filter(
    (item): item is Occurrence =>
      item.type === 'occurrence' && /^include(?:optional)?$/.test(item.name) && item.seq < first,
  );
  return includes.findLast(({ file }) => file === scope.file) ?? null;
}

/** The directives that go, and the Limit sections that hold nothing else, each node once, none inside another. */
function removedNodes(lines: readonly AccessLine[]): NodePlace[] {
  const places = new Map<Node, NodePlace>();
  const nodes = new Set<Node>(lines.map(({ occurrence }) => occurrence.node));
  for (const { occurrence, limits } of lines) {
    const emptied = limits.find((limit) => limit.node !== null && isEmptied(limit.node, nodes));
    const place = emptied?.node ? { file: emptied.file, node: emptied.node } : occurrence;
    places.set(place.node, { file: place.file, node: place.node });
  }
  return [...places.values()];
}

/** The outermost Limit section around the line, for the new lines have their own; else the line. */
function outermostLimit({ occurrence, limits }: AccessLine): NodePlace {
  const limit = limits.find(({ file, node }) => node !== null && file === occurrence.file);
  return limit?.node ? { file: limit.file, node: limit.node } : occurrence;
}

function isEmptied(node: Node, gone: ReadonlySet<Node>): boolean {
  if (node.type === 'section') return node.children.every((child) => isEmptied(child, gone));
  return node.type === 'blank' || node.type === 'comment' || gone.has(node);
}

function edits({ file }: { readonly file: ModelFile }, made: readonly TextEdit[]): UnitEdit[] {
  return made.map((edit) => ({ file, edit }));
}
