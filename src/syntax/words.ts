import { checkMemory } from '../text/index.ts';
import { isSpace, skipSpace } from './white-space.ts';

/** A word of a logical line, by its place in that line's text. */
export interface RawWord {
  readonly start: number;
  readonly end: number;
  readonly value: string;
  readonly quote: '' | '"' | "'";
  /** False if a quote was opened and the line ended first: the word runs to the end then. */
  readonly closed: boolean;
}

const [QUOTE, APOSTROPHE, BACKSLASH] = [34, 39, 92];

/**
 * Reads the word at or behind `at` as ap_getword_conf does (server/util.c): a word that begins with a quote ends at the
 * next one of its kind that no backslash escapes; any other ends at white space, quotes inside it mean nothing.
 * Null if there is none.
 */
export function readWord(text: string, at: number, end: number): RawWord | null {
  const start = skipSpace(text, at, end);
  if (start === end) return null;
  checkMemory();
  const behind = wordEnd(text, start, end);
  const quote = quoteAt(text, start);
  if (behind === -1) {
    const value = unescape(text.slice(start + 1, end), text.charCodeAt(start));
    return { start, end, value, quote, closed: false };
  }
  return { start, end: behind, value: wordValue(text, start, behind), quote, closed: true };
}

/** Behind the word that begins at `start`, its closing quote included; -1 if the line ends before that. */
export function wordEnd(text: string, start: number, end: number): number {
  const quote = text.charCodeAt(start);
  let at = start + 1;
  if (quote !== QUOTE && quote !== APOSTROPHE) {
    while (at < end && !isSpace(text.charCodeAt(at))) at++;
    return at;
  }
  while (at < end && text.charCodeAt(at) !== quote) {
    const next = at + 1 < end ? text.charCodeAt(at + 1) : -1;
    const escapes = text.charCodeAt(at) === BACKSLASH && (next === quote || next === BACKSLASH);
    at += escapes ? 2 : 1;
  }
  return at < end ? at + 1 : -1;
}

/** What the server reads of the word from `start` to `end` (`wordEnd`). */
export function wordValue(text: string, start: number, end: number): string {
  const quote = text.charCodeAt(start);
  return quote === QUOTE || quote === APOSTROPHE
    ? unescape(text.slice(start + 1, end - 1), quote)
    : unescape(text.slice(start, end), -1);
}

/** The quote that the word at `start` is in. */
export function quoteAt(text: string, start: number): RawWord['quote'] {
  const first = text[start];
  return first === '"' || first === "'" ? first : '';
}

/** Takes the backslash off `\\`, and off `\"` in a word quoted by `"` (substring_conf, server/util.c). */
function unescape(text: string, quote: number): string {
  let from = text.indexOf('\\');
  if (from === -1) return text;
  let value = '';
  for (let at = 0; ;) {
    const next = from === -1 ? -1 : text.charCodeAt(from + 1);
    if (from === -1) return value + text.slice(at);
    if (next === BACKSLASH || next === quote) {
      value += text.slice(at, from) + text[from + 1];
      at = from + 2;
    } else {
      value += text.slice(at, from + 1);
      at = from + 1;
    }
    from = text.indexOf('\\', at);
  }
}

/** All words of `start..end`. */
export function readWords(text: string, start: number, end: number): RawWord[] {
  const words: RawWord[] = [];
  for (let word = readWord(text, start, end); word; word = readWord(text, word.end, end)) words.push(word);
  return words;
}

/** The words of a line as the server splits them: for text that is in no file, or in which variables were put in. */
export function splitWords(line: string): string[] {
  return readWords(line, 0, line.length).map((word) => word.value);
}
