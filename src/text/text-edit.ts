/** A half-open range of byte offsets in one file. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Replaces the bytes of `span` with `text` (Latin-1; `start === end` inserts). */
export interface TextEdit {
  readonly span: Span;
  readonly text: string;
}

/** The edits in file order; insertions at one offset keep the order they were given in. */
export function sortEdits<E extends TextEdit>(edits: readonly E[]): readonly E[] {
  for (let at = 1; at < edits.length; at++) {
    if (byPlace(edits[at - 1]!, edits[at]!) > 0) return edits.toSorted(byPlace);
  }
  return edits;
}

function byPlace(a: TextEdit, b: TextEdit): number {
  return a.span.start - b.span.start || a.span.end - b.span.end;
}

/**
 * The text with all edits made at once.
 * @throws RangeError if two edits overlap or one lies outside of the text: an internal error, never the input's.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { span, text: replacement } of sortEdits(edits)) {
    if (span.start < at || span.end < span.start || span.end > text.length) {
      throw new RangeError(`edit ${span.start}..${span.end} overlaps another edit or leaves the text`);
    }
    parts.push(text.slice(at, span.start), replacement);
    at = span.end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}
