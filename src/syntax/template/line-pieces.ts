import type { Span } from '../../text/index.ts';
import type { ControlLine } from './control-line.ts';
import { firstAt } from './shadow.ts';
import type { TemplateTag } from './template-tag.ts';

/** A stretch of a line: a tag that chooses or repeats, or what a server reads as a line. */
export interface LinePiece {
  /** With the blanks before it; the last one with the line ending. */
  readonly span: Span;
  readonly tag: Span;
  /** Null: no tag. */
  readonly effect: NonNullable<ControlLine['effect']> | null;
}

/**
 * The pieces of a line of which no more than one is put out, whatever is chosen: tags, then text, perhaps that of other branches, and the ends of
 * choices; null where it is any other line. One that opens or closes a section of a server is none: it overlaps with its branch.
 */
export function linePieces(line: Span, shadow: string, tags: readonly TemplateTag[]): LinePiece[] | null {
  // A comment stays one, with what its tags choose: they may end in another line.
  if (/^\s*#/.test(shadow.slice(line.start, line.end))) return null;
  const pieces: LinePiece[] = [];
  let at = line.start;
  let hasText = false;
  let isChoice = false;
  const addText = (end: number): boolean => {
    const text = shadow.slice(at, end);
    if (text.trim() === '') return true;
    if (hasText || /^\s*<|\\\r?\n?$/.test(text)) return false;
    hasText = true;
    const span = { start: at, end: end < line.end ? at + text.trimEnd().length : end };
    pieces.push({ span, tag: span, effect: null });
    at = span.end;
    return true;
  };
  for (let i = firstAt(line.start, tags); tags[i] !== undefined && tags[i]!.span.start < line.end; i++) {
    const { span, effect } = tags[i]!;
    if (effect.type === 'value') continue;
    if (span.end > line.end || !addText(span.start)) return null;
    if (effect.type === 'open' && hasText) return null;
    if (effect.type === 'middle') hasText = false;
    isChoice ||= effect.type !== 'none' || hasText;
    pieces.push({ span: { start: at, end: span.end }, tag: span, effect });
    at = span.end;
  }
  if (!isChoice || !addText(line.end)) return null;
  const last = pieces.at(-1)!;
  return [...pieces.slice(0, -1), { ...last, span: { ...last.span, end: line.end } }];
}
