import type { ModelFile, Occurrence, Scope } from '../model/index.ts';
import type { Span, TextEdit } from '../text/index.ts';
import type { FileEdit, Place } from './types.ts';

/** Edits of one file as parts of a fix. */
export function inFile(file: ModelFile, edits: readonly TextEdit[]): FileEdit[] {
  return edits.map((edit) => ({ file, edit }));
}

/** Where a finding about a directive points: from its name to its last argument. */
export function placeOf({ file, node }: Occurrence): Place {
  return {
    file,
    span: { start: node.name.span.start, end: Math.max(node.name.span.end, node.argsSpan.end) },
  };
}

/** Where a finding about a section points: its opening line; for a server or a .htaccess file, the file. */
export function placeOfScope({ file, node }: Scope): Place {
  return { file, span: node === null ? null : openingSpan(node.open) };
}

function openingSpan(open: { readonly name: { readonly span: Span }; readonly argsSpan: Span }): Span {
  return { start: open.name.span.start - 1, end: Math.max(open.name.span.end, open.argsSpan.end) };
}
