import type { Document, Node } from '../syntax/index.ts';
import { indentationAt, indentUnit, lineEndingAt, wrap } from '../syntax/index.ts';
import type { TextEdit } from '../text/index.ts';
import { BOM } from '../text/index.ts';
import type { Stretch } from './align.ts';

/**
 * The edits that make one text for both servers of a stretch: the old lines stay where they are, byte for byte, between the
 * guard lines of 2.2; the new ones come before them, one level deeper, between those of 2.4.
 */
export function guardEdits(old: Document, fresh: Document, stretch: Stretch, guard: GuardLines): TextEdit[] {
  const [first, ...others] = stretch.old;
  if (first === undefined) return [insertion(old, fresh, stretch, guard)];
  const edits = wrap(old, [first, ...others], guard.open22, guard.close);
  const [open, ...rest] = edits;
  if (open === undefined || stretch.new.length === 0) return edits;
  const eol = lineEndingAt(old, first.span.end);
  const block = newBlock(fresh, stretch.new, guard, indentationAt(old, first), eol) + eol;
  return [{ ...open, text: block + open.text }, ...rest];
}

function insertion(old: Document, fresh: Document, { new: nodes, at }: Stretch, guard: GuardLines): TextEdit {
  const { text } = old.source;
  const eol = lineEndingAt(old, at);
  const [first] = nodes;
  const block = newBlock(fresh, nodes, guard, first === undefined ? '' : indentationAt(fresh, first), eol);
  const start = at === 0 && text.startsWith(BOM) ? BOM.length : at;
  const isEnded = start === 0 || at < start || text[start - 1] === '\n';
  // A backslash at the end of the file would join the guard to its line.
  const parting = text.endsWith('\\') && at === text.length ? ` ${eol}` : isEnded ? '' : eol;
  return { span: { start, end: start }, text: parting + block + (isEnded ? eol : '') };
}

/** Without a line ending behind it. */
function newBlock(
  fresh: Document,
  nodes: readonly Node[],
  { open24, close }: GuardLines,
  indentation: string,
  eol: string,
): string {
  const [first] = nodes;
  const unit = indentUnit(fresh, first ?? null);
  const inside = nodes.map((node) => deeper(fresh, node, unit)).join('');
  const ended = inside.endsWith('\n') ? inside : inside + eol;
  return `${indentation}${open24}${eol}${ended}${indentation}${close}`;
}

/** The node's text with each of its lines one level deeper; what a line goes on with stays where it is. */
function deeper(document: Document, node: Node, unit: string): string {
  const { text } = document.source;
  const line = ({ start, end }: Node['span']): string => {
    const begin = start === 0 && text.startsWith(BOM) ? BOM.length : start;
    return unit + text.slice(begin, end);
  };
  if (node.type === 'blank') return text.slice(node.span.start, node.span.end);
  if (node.type !== 'section') return line(node.span);
  const raw = node.raw === null ? '' : text.slice(node.raw.start, node.raw.end);
  const children = node.children.map((child) => deeper(document, child, unit)).join('');
  return line(node.open.span) + raw + children + (node.close === null ? '' : line(node.close.span));
}

/** The lines that part what one server reads from what the other does. */
export interface GuardLines {
  readonly open24: string;
  readonly open22: string;
  readonly close: string;
}

export type GuardKind = 'authz-core' | 'version';

/**
 * `authz-core`: a module that every 2.4 has loaded and no 2.2; what people write around access rules. `version`: needs
 * mod_version on both.
 */
export const GUARD_LINES: Readonly<Record<GuardKind, GuardLines>> = {
  'authz-core': {
    open24: '<IfModule mod_authz_core.c>',
    open22: '<IfModule !mod_authz_core.c>',
    close: '</IfModule>',
  },
  version: { open24: '<IfVersion >= 2.4>', open22: '<IfVersion < 2.4>', close: '</IfVersion>' },
};
