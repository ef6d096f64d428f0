import { rememberWeakly } from '../text/index.ts';
import type { Span } from '../text/index.ts';
import { lineTextStart } from './white-space.ts';
import type { Document, Node, Section } from './nodes.ts';
import { parentOf } from './parents.ts';
import { visit } from './visit.ts';

// How a file is laid out around a place: what new lines must look like to seem the author's own.

const DEFAULT_UNIT = '    ';

/** The white space before a node's first byte. */
export function indentationAt(document: Document, node: { readonly span: Span }): string {
  const { text } = document.source;
  const { span } = node;
  const start = lineTextStart(text, span.start);
  let end = start;
  while (end < span.end && ' \t\v\f'.includes(text[end]!)) end++;
  return text.slice(start, end);
}

/** The line ending of the line that ends (or, without one, is) before an offset; else the file's first; else LF. */
export function lineEndingAt(document: Document, offset: number): '\n' | '\r\n' {
  const { text } = document.source;
  const before = offset > 0 ? text.lastIndexOf('\n', offset - 1) : -1;
  const at = before === -1 ? text.indexOf('\n') : before;
  return at > 0 && text[at - 1] === '\r' ? '\r\n' : '\n';
}

/**
 * What one level of nesting adds to the indentation: tabs, spaces, or '' where the author does not indent. Taken from
 * the sections around `near`, innermost first; else from what most of the file's sections do; else four spaces.
 */
export function indentUnit(document: Document, near: Node | null = null): string {
  for (let node = near; node; node = parentOf(document, node)) {
    const unit = node.type === 'section' ? unitOf(document, node) : null;
    if (unit !== null) return unit;
  }
  return usualUnit(document);
}

const usualUnit = rememberWeakly((document: Document): string => {
  const counts = new Map<string, number>();
  visit(document, (node) => {
    const unit = node.type === 'section' ? unitOf(document, node) : null;
    if (unit !== null) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  });
  let best = DEFAULT_UNIT;
  for (const [unit, count] of counts) if (count > (counts.get(best) ?? 0)) best = unit;
  return best;
});

/** What a section's first own line adds to the section's indentation; null if there is none, or it is out of step. */
function unitOf(document: Document, section: Section): string | null {
  // Tags of a template stand wherever their author wants them.
  if (section.template !== undefined) return null;
  const child = section.children.find(
    (node) => node.type === 'directive' || (node.type === 'section' && node.template === undefined),
  );
  if (!child) return null;
  const outer = indentationAt(document, section);
  const inner = indentationAt(document, child);
  return inner.startsWith(outer) ? inner.slice(outer.length) : null;
}
