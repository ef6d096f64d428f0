import { lineTextStart } from './byte-order-mark.ts';
import type { TextEdit } from '../text/index.ts';
import { indentationAt, indentUnit, lineEndingAt } from './layout.ts';
import type { Document, Node, Section } from './nodes.ts';

/** The lines as text: indented, joined by line endings, none at the end. A tab at a line's start is one level. */
export function layOut(
  document: Document,
  near: Node | null,
  indentation: string,
  lines: readonly string[],
  eol: string,
): string {
  let unit: string | null = null;
  const laidOut: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    const depth = tabsBefore(line);
    if (depth === line.length) laidOut.push('');
    else if (depth === 0) laidOut.push(indentation + line);
    else laidOut.push(indentation + (unit ??= indentUnit(document, near)).repeat(depth) + line.slice(depth));
  }
  return laidOut.join(eol);
}

function tabsBefore(line: string): number {
  let count = 0;
  while (line[count] === '\t') count++;
  return count;
}

/** Inserts lines behind the line that ends at an offset. Where a last line ending was missing it stays missing. */
export function addLines(
  document: Document,
  offset: number,
  near: Node | null,
  indentation: string,
  lines: readonly string[],
): TextEdit {
  const { source } = document;
  const at = lineTextStart(document.source.text, offset);
  const eol = lineEndingAt(document, at);
  const text = layOut(document, near, indentation, lines, eol);
  const ended = at === lineTextStart(document.source.text, 0) || source.text[at - 1] === '\n';
  // A backslash at the end of the file would join the new lines to its line; white space behind it prevents that.
  const joins = at === source.text.length && /\\(\r?\n)?$/.test(source.text.slice(-3));
  const parting = joins ? ` ${eol}` : ended ? '' : eol;
  return { span: { start: at, end: at }, text: parting + text + (ended ? eol : '') };
}

/** How the lines of a section's body are indented: as its first or last directive is. */
export function childIndentation(document: Document, section: Section, end: 'first' | 'last'): string {
  const isLine = (node: Node) => node.type === 'directive' || node.type === 'section';
  const child = end === 'first' ? section.children.find(isLine) : section.children.findLast(isLine);
  if (child) return indentationAt(document, child);
  return indentationAt(document, section) + indentUnit(document, section);
}
