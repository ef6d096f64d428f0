import { BOM, checkMemory } from '../text/index.ts';
import {
  BlankLine,
  CommentLine,
  PlainClosingLine,
  PlainDirectiveLine,
  PlainOpeningLine,
} from './compact-lines.ts';
import type { LineSource } from './compact-lines.ts';
import { nameAt } from './known-names.ts';
import { isSpace, skipSpace } from './white-space.ts';
import { wordEnd } from './words.ts';
import type { WordRules } from './words.ts';

/** Far less than the longest line of 2.2. */
const LONGEST = 4096;

const [CR, QUOTE, HASH, APOSTROPHE, SLASH, OPEN, CLOSE, BACKSLASH] = [13, 34, 35, 39, 47, 60, 62, 92];

export type PlainLine = BlankLine | CommentLine | PlainDirectiveLine | PlainOpeningLine | PlainClosingLine;

/**
 * The lines of one text, asked for in their order, that hold nothing to be careful about: directives and lines of sections all of whose
 * quotes are closed, comments, blank lines, each ended by a line feed and continued by nothing. All others are read character by
 * character.
 */
export class PlainLines {
  private readonly from: LineSource;
  /** Whether there can be any: 2.2 reads no further than to a NUL, which is looked for once. */
  private readonly isText: boolean;
  /** The first ones at or behind where they were looked for last: in most lines there is none. */
  private quote = -1;
  private apostrophe = -1;

  constructor(from: LineSource) {
    this.from = from;
    this.isText = !from.text.includes('\0');
  }

  /** The line from `start` to its line feed (-1 if it has none); null if it is not plain. */
  lineAt(start: number, lf: number): PlainLine | null {
    const { text } = this.from;
    if (!this.isText || lf === -1 || lf - start > LONGEST || isContinued(text, lf)) return null;
    if (start === 0 && text.startsWith(BOM)) return null;
    const first = skipSpace(text, start, lf);
    if (first === lf) return new BlankLine(this.from, start, lf + 1);
    checkMemory();
    const mark = text.charCodeAt(first);
    if (mark === HASH) return new CommentLine(this.from, start, lf + 1);
    const nameEnd = plainName(text, first, lf);
    if (nameEnd === -1) return null;
    if (mark === OPEN) return this.sectionLine(start, first, nameEnd, lf + 1);
    if (text.charCodeAt(nameEnd - 1) === CLOSE) return null;
    const name = nameAt(text, first, nameEnd);
    return this.areClosed(nameEnd, lf, name.rules) ? new PlainDirectiveLine(this.from, start, name) : null;
  }

  /** `<Name arguments>` or `</Name>`, with nothing behind; null for all else that begins with `<`. */
  private sectionLine(start: number, first: number, nameEnd: number, end: number): PlainLine | null {
    const { text } = this.from;
    const bracket = text.indexOf('>', first);
    if (bracket >= end || bracket === -1 || skipSpace(text, bracket + 1, end) < end) return null;
    if (text.charCodeAt(first + 1) === SLASH) {
      const isBare = nameEnd === bracket + 1 && bracket > first + 2;
      return isBare ? new PlainClosingLine(this.from, start, nameAt(text, first + 2, bracket)) : null;
    }
    if (!isLetter(text.charCodeAt(first + 1))) return null;
    // `<Name>` is one word.
    const isBare = nameEnd === bracket + 1;
    if (!isBare && (bracket < nameEnd || !this.areClosed(nameEnd, bracket, 'common'))) return null;
    return new PlainOpeningLine(this.from, start, nameAt(text, first + 1, isBare ? bracket : nameEnd));
  }

  /** Whether each quote that begins a word has one that ends it. */
  private areClosed(start: number, end: number, rules: WordRules): boolean {
    const { text } = this.from;
    if (this.quote < start) this.quote = placeOf('"', text, start);
    if (this.apostrophe < start) this.apostrophe = placeOf("'", text, start);
    if (this.quote >= end && this.apostrophe >= end) return true;
    for (let at = skipSpace(text, start, end); at < end;) {
      const behind = wordEnd(text, at, end, rules);
      if (behind === -1) return false;
      at = skipSpace(text, behind, end);
    }
    return true;
  }
}

function placeOf(character: string, text: string, start: number): number {
  const at = text.indexOf(character, start);
  return at === -1 ? text.length : at;
}

export function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

function isContinued(text: string, lf: number): boolean {
  const last = text.charCodeAt(lf - 1);
  return last === BACKSLASH || (last === CR && text.charCodeAt(lf - 2) === BACKSLASH);
}

/** Where the first word ends; -1 if something in it has to be looked at. */
function plainName(text: string, start: number, lf: number): number {
  let at = start;
  for (; at < lf; at++) {
    const code = text.charCodeAt(at);
    if (isSpace(code)) return at;
    if (code === QUOTE || code === APOSTROPHE || code === BACKSLASH) return -1;
  }
  return at;
}
