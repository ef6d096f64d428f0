import type { Document, Node, Section } from '../syntax/index.ts';
import type { Span, TextEdit } from '../text/index.ts';

/** Which bytes of an old text stand in a new one, and where. */
interface Correspondence {
  /** Whether all bytes of the span stand in the new text, next to each other. */
  isWhole(span: Span): boolean;
  /** Where the byte of the old text stands in the new one; if it is gone, where what replaces it begins. */
  offset(old: number): number;
}

/** @param edits those that make the new text of the old one; none overlap */
export function correspondence(edits: readonly TextEdit[]): Correspondence {
  const sorted = edits.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  const shifts: number[] = [0];
  for (const { span, text } of sorted)
    shifts.push((shifts.at(-1) ?? 0) + text.length - (span.end - span.start));
  /** How many edits end at or before the offset: no later one begins before an earlier one ends. */
  const behind = (offset: number): number => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] as TextEdit).span.end <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    offset: (old) => {
      const index = behind(old);
      const next = sorted[index];
      const inside = next !== undefined && next.span.start < old ? next.span.start : old;
      return inside + (shifts[index] ?? 0);
    },
    isWhole: ({ start, end }) => {
      for (let index = behind(start); index < sorted.length; index++) {
        const { span } = sorted[index] as TextEdit;
        if (span.start >= end) return true;
        if (span.end > start) return false;
      }
      return true;
    },
  };
}

/** A stretch of neighbours in which the two texts differ: what stands there in the one, and in the other. */
export interface Stretch {
  /** The nodes of the old text, without blanks and comments at the ends; [] for an insertion. */
  readonly old: readonly Node[];
  /** The nodes of the new text, the same. */
  readonly new: readonly Node[];
  /** Where in the old text the new nodes belong if there are no old ones. */
  readonly at: number;
}

/** A stretch, or a node that both have. */
type Item =
  { readonly type: 'stretch'; readonly stretch: Stretch } | { readonly type: 'common'; readonly node: Node };

/** All stretches in which the new document differs from the old one, in file order. Sections that are kept are looked into. */
export function alignDocuments(old: Document, fresh: Document, same: Correspondence): Stretch[] {
  return alignNodes({ old: old.children, new: fresh.children, end: old.source.text.length }, same);
}

interface Siblings {
  readonly old: readonly Node[];
  readonly new: readonly Node[];
  /** Where the old ones end. */
  readonly end: number;
}

function alignNodes(siblings: Siblings, same: Correspondence): Stretch[] {
  const freshAt = new Map(siblings.new.map((node, index) => [node.span.start, index]));
  const items: Item[] = [];
  const inner: Stretch[] = [];
  let gone: Node[] = [];
  let next = 0;
  const close = (upTo: number, at: number): void => {
    const stretch = trimmed({ old: gone, new: siblings.new.slice(next, upTo), at });
    if (stretch !== null) items.push({ type: 'stretch', stretch });
    else for (const node of gone) items.push({ type: 'common', node });
    gone = [];
  };
  for (const node of siblings.old) {
    const index = freshAt.get(same.offset(node.span.start)) ?? -1;
    const partner = index < next ? undefined : siblings.new[index];
    if (partner === undefined || !isKept(node, partner, same)) gone.push(node);
    else {
      close(index, node.span.start);
      next = index + 1;
      items.push({ type: 'common', node });
      for (const stretch of alignInside(node, partner, same)) inner.push(stretch);
    }
  }
  close(siblings.new.length, siblings.end);
  return [...joined(items), ...inner].toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Whether the node stands in both: a line with all its bytes, a section with its opening and closing line. */
function isKept(node: Node, partner: Node, same: Correspondence): boolean {
  if (node.type !== 'section' || same.isWhole(node.span)) return same.isWhole(node.span);
  if (partner.type !== 'section' || node.raw !== null || !same.isWhole(node.open.span)) return false;
  if (node.close === null || partner.close === null) return node.close === partner.close;
  return same.isWhole(node.close.span) && same.offset(node.close.span.start) === partner.close.span.start;
}

function alignInside(node: Node, partner: Node, same: Correspondence): Stretch[] {
  if (node.type !== 'section' || partner.type !== 'section' || same.isWhole(node.span)) return [];
  return alignNodes({ old: node.children, new: partner.children, end: endOfBody(node) }, same);
}

function endOfBody({ close, span }: Section): number {
  return close?.span.start ?? span.end;
}

/** Null if nothing is left that a server reads: a comment more or less is no reason for a guard. */
function trimmed({ old, new: fresh, at }: Stretch): Stretch | null {
  const stretch = { old: withoutTrivia(old), new: withoutTrivia(fresh), at };
  return stretch.old.length + stretch.new.length === 0 ? null : stretch;
}

function withoutTrivia(nodes: readonly Node[]): readonly Node[] {
  const first = nodes.findIndex((node) => !isTrivia(node));
  return first === -1 ? [] : nodes.slice(first, nodes.findLastIndex((node) => !isTrivia(node)) + 1);
}

function isTrivia({ type }: Node): boolean {
  return type === 'blank' || type === 'comment';
}

/** Stretches with old lines that only comments and blank lines part become one, so that one guard is enough. */
function joined(items: readonly Item[]): Stretch[] {
  const stretches: Stretch[] = [];
  let between: Node[] | null = null;
  for (const item of items) {
    const last = stretches.at(-1);
    if (item.type === 'common') {
      if (!isTrivia(item.node)) between = null;
      else between?.push(item.node);
    } else if (last !== undefined && between !== null && last.old.length > 0 && item.stretch.old.length > 0) {
      const { old, new: fresh, at } = last;
      stretches[stretches.length - 1] = {
        old: [...old, ...between, ...item.stretch.old],
        new: [...fresh, ...item.stretch.new],
        at,
      };
      between = [];
    } else {
      stretches.push(item.stretch);
      between = [];
    }
  }
  return stretches;
}

function placeOf({ old, at }: Stretch): number {
  return old[0]?.span.start ?? at;
}
