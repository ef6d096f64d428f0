import { lineTextStart } from './white-space.ts';
import type { TextEdit } from '../text/index.ts';
import { indentationAt } from './layout.ts';
import type { Document, Section } from './nodes.ts';

/** For each of the sections: takes its opening and closing line away, and what it indents its body by. */
export function unwrapEach(document: Document, sections: readonly Section[]): TextEdit[][] {
  const gone = new Set(
    sections.flatMap(({ open, close }) => [open.span.start, ...(close === null ? [] : [close.span.start])]),
  );
  return sections.map((section) => unwrap(document, section, gone));
}

/** The same, where `removed` takes lines of their bodies away. */
export function unwrapBeside(
  document: Document,
  sections: readonly Section[],
  removed: readonly TextEdit[],
): TextEdit[][] {
  const stays = (edit: TextEdit): boolean => !removed.some((each) => overlap(each, edit));
  return unwrapEach(document, sections).map((edits) => edits.filter(stays));
}

function overlap(a: TextEdit, b: TextEdit): boolean {
  return a.span.start < b.span.end && b.span.start < a.span.end;
}

/** @param gone where lines start that are taken away whole */
function unwrap(document: Document, section: Section, gone: ReadonlySet<number>): TextEdit[] {
  const { open, close } = section;
  const start = lineTextStart(document.source.text, open.span.start);
  return [
    { span: { start, end: open.span.end }, text: '' },
    ...dedent(document, section, gone),
    ...(close === null ? [] : [{ span: close.span, text: '' }]),
  ];
}

/** A line that continues another stays as it is: its white space may be part of an argument. */
function dedent(document: Document, section: Section, gone: ReadonlySet<number>): TextEdit[] {
  const { text } = document.source;
  const outer = indentationAt(document, section);
  const inner = section.children
    .filter(({ type }) => type !== 'blank')
    .map((node) => indentationAt(document, node));
  const [first = outer] = inner;
  if (first === outer || !inner.every((each) => each.startsWith(outer))) return [];
  const extra = first.slice(outer.length);
  const edits: TextEdit[] = [];
  const end = section.close?.span.start ?? section.span.end;
  for (let at = section.open.span.end; at < end; at = text.indexOf('\n', at) + 1 || end) {
    const isContinued = /\\\r?\n$/.test(text.slice(Math.max(0, at - 3), at));
    const from = at + outer.length;
    if (isContinued || gone.has(at) || !text.startsWith(outer + extra, at)) continue;
    edits.push({ span: { start: from, end: from + extra.length }, text: '' });
  }
  return edits;
}
