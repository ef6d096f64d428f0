import { checkMemory } from '../text/index.ts';
import {
  BlankLine,
  CommentLine,
  PlainClosingLine,
  PlainDirectiveLine,
  PlainOpeningLine,
} from './compact-lines.ts';
import type { LineSource } from './compact-lines.ts';
import { isSpace, skipSpace } from './white-space.ts';
import { wordEnd } from './words.ts';

/** Far less than the longest line of 2.2. */
const LONGEST = 4096;

const [NUL, CR, QUOTE, HASH, APOSTROPHE, SLASH, OPEN, CLOSE, BACKSLASH] = [0, 13, 34, 35, 39, 47, 60, 62, 92];

/** A line, and the offset behind it. */
interface PlainLine {
  readonly node: BlankLine | CommentLine | PlainDirectiveLine | PlainOpeningLine | PlainClosingLine;
  readonly end: number;
}

/**
 * The line at an offset if it is one of the many that hold nothing to be careful about: a directive or a section's line all of whose
 * quotes are closed, a comment, a blank line, each ended by a line feed and continued by nothing. Null for all others: they are read
 * character by character.
 */
export function plainLineAt(start: number, lines: LineSource): PlainLine | null {
  const { text } = lines;
  const lf = text.indexOf('\n', start);
  if (lf === -1 || lf - start > LONGEST || start === 0) return null;
  let first = start;
  while (first < lf && isSpace(text.charCodeAt(first))) first++;
  const end = lf + 1;
  if (first === lf) return { node: new BlankLine(lines, start, end), end };
  const isComment = text.charCodeAt(first) === HASH;
  const nameEnd = isComment ? plainComment(text, first, lf) : plainName(text, first, lf);
  if (nameEnd === -1) return null;
  checkMemory();
  if (isComment) return { node: new CommentLine(lines, start, end), end };
  if (text.charCodeAt(first) === OPEN) return plainSection(lines, start, first, nameEnd, end);
  if (text.charCodeAt(nameEnd - 1) === CLOSE || !areClosed(text, nameEnd, lf)) return null;
  return { node: new PlainDirectiveLine(lines, start, first, nameEnd), end };
}

/** `<Name arguments>` or `</Name>`, with nothing behind; null for all else that begins with `<`. */
function plainSection(
  lines: LineSource,
  start: number,
  first: number,
  nameEnd: number,
  end: number,
): PlainLine | null {
  const { text } = lines;
  const isClosing = text.charCodeAt(first + 1) === SLASH;
  const bracket = text.indexOf('>', first);
  if (bracket >= end || bracket === -1) return null;
  for (let at = bracket + 1; at < end; at++) if (!isSpace(text.charCodeAt(at))) return null;
  if (isClosing) {
    const isBare = nameEnd === bracket + 1 && bracket > first + 2;
    return isBare ? { node: new PlainClosingLine(lines, start, first + 2, bracket), end } : null;
  }
  if (!isLetter(text.charCodeAt(first + 1)) || bracket < nameEnd || !areClosed(text, nameEnd, bracket))
    return null;
  return { node: new PlainOpeningLine(lines, start, first + 1, nameEnd), end };
}

function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

/** Where the comment ends; -1 if it goes on, or 2.2 does not read all of it. */
function plainComment(text: string, start: number, lf: number): number {
  for (let at = start; at < lf; at++) if (text.charCodeAt(at) === NUL) return -1;
  return isContinued(text, lf) ? -1 : lf;
}

function isContinued(text: string, lf: number): boolean {
  return text.charCodeAt(text.charCodeAt(lf - 1) === CR ? lf - 2 : lf - 1) === BACKSLASH;
}

/** Where the first word ends; -1 if something in the line has to be looked at. */
function plainName(text: string, start: number, lf: number): number {
  let nameEnd = -1;
  for (let at = start; at < lf; at++) {
    const code = text.charCodeAt(at);
    if (code === NUL) return -1;
    if (nameEnd === -1) {
      if (code === QUOTE || code === APOSTROPHE || code === BACKSLASH) return -1;
      if (isSpace(code)) nameEnd = at;
    }
  }
  if (isContinued(text, lf)) return -1;
  return nameEnd === -1 ? lf : nameEnd;
}

/** Whether each quote that begins a word has one that ends it. */
function areClosed(text: string, start: number, end: number): boolean {
  for (let at = skipSpace(text, start, end); at < end;) {
    const behind = wordEnd(text, at, end);
    if (behind === -1) return false;
    at = skipSpace(text, behind, end);
  }
  return true;
}
