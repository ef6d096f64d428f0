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

/**
 * How a line's arguments are told apart and read: as those of most directives (ap_getword_conf), or as mod_rewrite does it for its own
 * (parseargline), which takes them as they are written.
 */
export type WordRules = 'common' | 'rewrite';

/** @param lowerName of the directive */
export function wordRulesOf(lowerName: string): WordRules {
  return lowerName === 'rewriterule' || lowerName === 'rewritecond' ? 'rewrite' : 'common';
}

const [QUOTE, APOSTROPHE, BACKSLASH] = [34, 39, 92];

/**
 * Reads the word at or behind `at`. By ap_getword_conf (server/util.c) a word that begins with a quote ends at the next one of its kind
 * that no backslash escapes; any other ends at white space, quotes inside it mean nothing. By parseargline (mod_rewrite.c) no backslash
 * escapes a quote, and one before white space joins what follows to a word that is in none. Null if there is none.
 */
export function readWord(text: string, at: number, end: number, rules: WordRules = 'common'): RawWord | null {
  const start = skipSpace(text, at, end);
  if (start === end) return null;
  checkMemory();
  const behind = wordEnd(text, start, end, rules);
  const quote = quoteAt(text, start);
  if (behind === -1) {
    const written = text.slice(start + 1, end);
    const value = rules === 'rewrite' ? written : unescape(written, text.charCodeAt(start));
    return { start, end, value, quote, closed: false };
  }
  return { start, end: behind, value: wordValue(text, start, behind, rules), quote, closed: true };
}

/** Behind the word that begins at `start`, its closing quote included; -1 if the line ends before that. */
export function wordEnd(text: string, start: number, end: number, rules: WordRules): number {
  if (rules === 'rewrite') return rewriteWordEnd(text, start, end);
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

function rewriteWordEnd(text: string, start: number, end: number): number {
  const quote = text.charCodeAt(start);
  const isQuoted = quote === QUOTE || quote === APOSTROPHE;
  let at = isQuoted ? start + 1 : start;
  for (; at < end; at++) {
    const code = text.charCodeAt(at);
    if (isQuoted ? code === quote : isSpace(code)) break;
    if (code === BACKSLASH && at + 1 < end && isSpace(text.charCodeAt(at + 1))) at++;
  }
  if (!isQuoted) return at;
  return at < end ? at + 1 : -1;
}

/** What the server reads of the word from `start` to `end` (`wordEnd`). */
export function wordValue(text: string, start: number, end: number, rules: WordRules): string {
  const quote = text.charCodeAt(start);
  const isQuoted = quote === QUOTE || quote === APOSTROPHE;
  const written = isQuoted ? text.slice(start + 1, end - 1) : text.slice(start, end);
  return rules === 'rewrite' ? written : unescape(written, isQuoted ? quote : -1);
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
export function readWords(text: string, start: number, end: number, rules: WordRules = 'common'): RawWord[] {
  const words: RawWord[] = [];
  const next = (at: number): RawWord | null => readWord(text, at, end, rules);
  for (let word = next(start); word; word = next(word.end)) words.push(word);
  return words;
}

/** The words of a line as the server splits them: for text that is in no file, or in which variables were put in. */
export function splitWords(line: string, rules: WordRules = 'common'): string[] {
  return readWords(line, 0, line.length, rules).map((word) => word.value);
}
