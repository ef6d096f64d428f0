import { checkMemory } from '../text/index.ts';
import { BlankLine, CommentLine, DirectiveLine } from './compact-lines.ts';
import type { LineSource } from './compact-lines.ts';
import { isSpace } from './white-space.ts';

/** Far less than the longest line of 2.2. */
const LONGEST = 4096;

const [NUL, CR, QUOTE, HASH, APOSTROPHE, OPEN, CLOSE, BACKSLASH] = [0, 13, 34, 35, 39, 60, 62, 92];

/** A line, and the offset behind it. */
interface PlainLine {
  readonly node: BlankLine | CommentLine | DirectiveLine;
  readonly end: number;
}

/**
 * The line at an offset if it is one of the many that hold nothing to be careful about: a directive without quotes and backslashes, a comment,
 * a blank line, each ended by a line feed and continued by nothing. Null for all others: they are read character by character.
 */
export function plainLineAt(start: number, lines: LineSource): PlainLine | null {
  const { text } = lines;
  const lf = text.indexOf('\n', start);
  if (lf === -1 || lf - start > LONGEST || start === 0) return null;
  let first = start;
  while (first < lf && isSpace(text.charCodeAt(first))) first++;
  const span = { start, end: lf + 1 };
  if (first === lf) return { node: new BlankLine(lines, span), end: span.end };
  const isComment = text.charCodeAt(first) === HASH;
  const nameEnd = isComment ? plainComment(text, first, lf) : plainName(text, first, lf);
  if (nameEnd === -1) return null;
  checkMemory();
  if (isComment) return { node: new CommentLine(lines, span), end: span.end };
  const value = text.slice(first, nameEnd);
  const name = { span: { start: first, end: nameEnd }, value, quote: '' } as const;
  return { node: new DirectiveLine(lines, span, name), end: span.end };
}

/** Where the comment ends; -1 if it goes on, or 2.2 does not read all of it. */
function plainComment(text: string, start: number, lf: number): number {
  for (let at = start; at < lf; at++) if (text.charCodeAt(at) === NUL) return -1;
  const last = text.charCodeAt(text.charCodeAt(lf - 1) === CR ? lf - 2 : lf - 1);
  return last === BACKSLASH ? -1 : lf;
}

/** Where the first word ends; -1 if something in the line has to be looked at. */
function plainName(text: string, start: number, lf: number): number {
  if (text.charCodeAt(start) === OPEN) return -1;
  let nameEnd = -1;
  for (let at = start; at < lf; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE || code === APOSTROPHE || code === BACKSLASH || code === NUL) return -1;
    if (nameEnd === -1 && isSpace(code)) nameEnd = at;
  }
  const end = nameEnd === -1 ? lf : nameEnd;
  return text.charCodeAt(end - 1) === CLOSE ? -1 : end;
}
