import { lineTextStart } from './white-space.ts';
import type { Span, TextEdit } from '../text/index.ts';
import { indentationAt, lineEndingAt, indentUnit } from './layout.ts';
import type { Document, Node, Section } from './nodes.ts';
import { parentOf } from './parents.ts';
import { visit } from './visit.ts';

// Edits of whole lines. New lines come without line endings; each tab they begin with is one level of nesting, which is
// written as the file's author indents. They get the indentation and the line ending of the place they come to.

/** Adds lines before a node, as deep as it. */
export function insertBefore(document: Document, node: Node, lines: readonly string[]): TextEdit[] {
  const at = lineTextStart(document.source.text, node.span.start);
  const eol = lineEndingAt(document, node.span.end);
  const text = layOut(document, node, indentationAt(document, node), lines, eol) + eol;
  return [{ span: { start: at, end: at }, text }];
}

/** Adds lines behind a node, as deep as it. */
export function insertAfter(document: Document, node: Node, lines: readonly string[]): TextEdit[] {
  return [addLines(document, node.span.end, node, indentationAt(document, node), lines)];
}

/** Adds lines before the first line of a section's body. */
export function prependChild(document: Document, section: Section, lines: readonly string[]): TextEdit[] {
  return [
    addLines(document, section.open.span.end, section, childIndentation(document, section, 'first'), lines),
  ];
}

/** Adds lines behind the last line of a section's body that is not blank. */
export function appendChild(document: Document, section: Section, lines: readonly string[]): TextEdit[] {
  const last = section.children.findLast((node) => node.type !== 'blank');
  const end = last?.span.end ?? section.raw?.end ?? section.open.span.end;
  return [addLines(document, end, section, childIndentation(document, section, 'last'), lines)];
}

/** Adds lines at the end of the file. */
export function appendToDocument(document: Document, lines: readonly string[]): TextEdit[] {
  return [addLines(document, document.source.text.length, null, '', lines)];
}

/** Takes neighbours, from the first to the last, away with their lines and puts lines in their place. */
export function replaceLines(
  document: Document,
  first: Node,
  last: Node,
  lines: readonly string[],
): TextEdit[] {
  const span = { start: lineTextStart(document.source.text, first.span.start), end: last.span.end };
  if (lines.length === 0) return [{ span, text: '' }];
  const eol = lineEndingAt(document, first.span.end);
  const lastEol = document.source.text[span.end - 1] === '\n' ? eol : '';
  return [{ span, text: layOut(document, first, indentationAt(document, first), lines, eol) + lastEol }];
}

/** Puts a line before the first of some neighbours and one behind the last. The lines between stay as they are. */
export function wrap(
  document: Document,
  nodes: readonly [Node, ...Node[]],
  openLine: string,
  closeLine: string,
): TextEdit[] {
  return [...insertBefore(document, nodes[0], [openLine]), ...insertBehind(document, nodes, [closeLine])];
}

/** Adds lines behind the last of some neighbours, as deep as the first. */
export function insertBehind(
  document: Document,
  nodes: readonly [Node, ...Node[]],
  lines: readonly string[],
): TextEdit[] {
  const [first] = nodes;
  const last = nodes.at(-1)!;
  return [addLines(document, last.span.end, first, indentationAt(document, first), lines)];
}

/**
 * Takes a node away with its lines. The comments inside of a section stay, as do those above a node.
 * @param isLeaving which other nodes go, too
 */
export function removeNode(
  document: Document,
  node: Node,
  isLeaving: (other: Node) => boolean = () => false,
): TextEdit[] {
  const { span } = node;
  let start = lineTextStart(document.source.text, span.start);
  if (node.type !== 'section') {
    const end = beginsMakoBranch(document, start) ? endOfText(document, span) : span.end;
    const text = textToKeep(document, node, isLeaving);
    return start < end ? [{ span: { start, end }, text }] : [];
  }
  const edits: TextEdit[] = [];
  const remove = (end: number): void => {
    if (start < end) edits.push({ span: { start, end }, text: '' });
  };
  for (const comment of commentSpans(node)) {
    remove(comment.start);
    start = comment.end;
  }
  remove(span.end);
  return edits;
}

/** A branch of Mako without lines is an error of Python: the line ending of its first line stays. */
function beginsMakoBranch({ source: { text }, tags }: Document, start: number): boolean {
  if (tags.length === 0) return false;
  const lineBefore = text.slice(text.lastIndexOf('\n', start - 2) + 1, start);
  return /^[ \t]*%\s*\w.*:\s*$/.test(lineBefore);
}

/** What stays of the first line of a branch of EPP of which all others go: Puppet refuses an `if` that puts nothing out. */
function textToKeep(document: Document, node: Node, isLeaving: (other: Node) => boolean): string {
  if (document.engine !== 'epp') return '';
  const branch = parentOf(document, node);
  if (branch?.template === undefined || branch.children[0] !== node) return '';
  if (!branch.children.every((child) => child === node || isLeaving(child))) return '';
  const { text } = document.source;
  const { start, end } = branch.open.name.span;
  const between = text.slice(end, lineTextStart(text, node.span.start));
  const takesLineEnd = text.slice(start, end).endsWith('-%>');
  const kept = takesLineEnd ? between.replace(/^[ \t]*(?:\r?\n)?/, '') : between;
  if (kept !== '') return '';
  const eol = lineEndingAt(document, node.span.end);
  return takesLineEnd && !between.includes('\n') ? eol + eol : eol;
}

function endOfText({ source: { text } }: Document, { start, end }: Span): number {
  return end - (/\r?\n$/.exec(text.slice(start, end))?.[0].length ?? 0);
}

function commentSpans(section: Section): Span[] {
  const spans: Span[] = [];
  visit(section.children, (node) => {
    if (node.type === 'comment') spans.push(node.span);
  });
  return spans;
}

/** The lines as text: indented, joined by line endings, none at the end. A tab at a line's start is one level. */
function layOut(
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
function addLines(
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
  return {
    span: { start: at, end: at },
    text: parting + text + (ended || isInLine(document, at) ? eol : ''),
  };
}

/** Whether text of the same line is behind an offset that a tag ends at: `{% endif %}</Location>`. */
function isInLine({ source, tags }: Document, at: number): boolean {
  if (!tags.some(({ span }) => span.end === at)) return false;
  return /\S/.test(source.text.slice(at, at + 1)) && !tags.some(({ span }) => span.start === at);
}

/** How the lines of a section's body are indented: as its first or last directive is. */
function childIndentation(document: Document, section: Section, end: 'first' | 'last'): string {
  const isLine = (node: Node) => node.type === 'directive' || node.type === 'section';
  const child = end === 'first' ? section.children.find(isLine) : section.children.findLast(isLine);
  if (child) return indentationAt(document, child);
  return indentationAt(document, section) + indentUnit(document, section);
}
