import type { Span } from '../../text/index.ts';
import type { ControlLine } from './control-line.ts';
import { firstAt } from './shadow.ts';
import { endsInTrimmingTag } from './tags.ts';
import type { TemplateTag } from './template-tag.ts';

/** A stretch of a line: a tag that chooses or repeats, or what a server reads as a line. */
export interface LinePiece {
  /** With the blanks before it; the last one with the line ending. */
  readonly span: Span;
  readonly tag: Span;
  /** Null: no tag. */
  readonly effect: NonNullable<ControlLine['effect']> | null;
}

/** In whose place a module reads the lines behind it itself. */
const RAW = /^\s*<(?:perl|lua)/i;

/**
 * The pieces of a line of which no more than one is put out, whatever is chosen: tags, then text, perhaps that of other branches, the ends of
 * choices, and, at the end of the line, the beginnings of others; null where it is any other line. Beside what opens or closes a section of a
 * server no choice stands whole: it would overlap with it.
 * @param text that `shadow` is the shadow of
 */
export function linePieces(
  line: Span,
  shadow: string,
  tags: readonly TemplateTag[],
  text: string,
): LinePiece[] | null {
  // A comment stays one, with what its tags choose: they may end in another line.
  if (/^\s*#/.test(shadow.slice(line.start, line.end))) return null;
  const pieces: LinePiece[] = [];
  let at = line.start;
  let hasText = false;
  let isChoice = false;
  let isEnded = false;
  let isSection = false;
  let open = 0;
  const addText = (end: number): boolean => {
    const written = shadow.slice(at, end);
    if (written.trim() === '') return true;
    const opensSection = /^\s*</.test(written);
    if (hasText || isEnded || isSection || /\\\r?\n?$/.test(written) || RAW.test(written)) return false;
    if (opensSection && pieces.some(({ effect }) => effect === null)) return false;
    hasText = true;
    isSection = opensSection;
    const span = { start: at, end: end < line.end ? at + written.trimEnd().length : end };
    pieces.push({ span, tag: span, effect: null });
    at = span.end;
    return true;
  };
  for (let i = firstAt(line.start, tags); tags[i] !== undefined && tags[i]!.span.start < line.end; i++) {
    const { span, effect } = tags[i]!;
    if (effect.type === 'value') continue;
    if (span.end > line.end || !addText(span.start)) return null;
    if (effect.type === 'open') {
      if (hasText && endsInTrimmingTag(text.slice(span.start, span.end))) return null;
      isEnded = hasText;
      open++;
    } else if (isSection && open > 0 && effect.type !== 'none') return null;
    if (effect.type === 'close') open = Math.max(0, open - 1);
    if (effect.type === 'middle') hasText = false;
    isChoice ||= effect.type !== 'none' || hasText;
    pieces.push({ span: { start: at, end: span.end }, tag: span, effect });
    at = span.end;
  }
  if (!isChoice || !addText(line.end)) return null;
  const last = pieces.at(-1)!;
  return [...pieces.slice(0, -1), { ...last, span: { ...last.span, end: line.end } }];
}

/** Whether what follows the tag begins with a line ending, which no setting of Go's templates takes away. */
export function isBeforeLineEnding({ start, end }: Span, text: string): boolean {
  const rest = /[ \t]*\r?\n/y;
  rest.lastIndex = end;
  return (
    /^\{\{-?\s*\w/.test(text.slice(start, end)) &&
    rest.test(text) &&
    !endsInTrimmingTag(text.slice(start, end))
  );
}
