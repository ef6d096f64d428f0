import { BOM } from '../text/index.ts';

/**
 * White space as apr_isspace has it in the C locale: tab, LF, vertical tab, form feed, CR, space.
 * A no-break space (0xA0, or 0xC2 0xA0) is none: it is part of a word.
 */
export function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/** The first offset from `at` on, below `end`, that holds no white space; `end` if there is none. */
export function skipSpace(text: string, at: number, end: number): number {
  while (at < end && isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** The offset behind the last character of `start..end` that is no white space; `start` if there is none. */
export function trimEnd(text: string, start: number, end: number): number {
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return end;
}

/** Where the text of a line that begins at an offset begins: behind a byte order mark. */
export function lineTextStart(text: string, start: number): number {
  return start === 0 && text.startsWith(BOM) ? BOM.length : start;
}
