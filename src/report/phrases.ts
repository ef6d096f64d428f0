import type { Position } from '../text/index.ts';
import { printable } from './printable.ts';
import type { TextStyle } from './text-style.ts';

/** `10000` as `10,000`. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 file`, `2 files`, `10,000 files`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? `1 ${one}` : `${grouped(count)} ${many}`;
}

/** The file alone, `file:line` on a terminal, `file:line:column` for programs, as the user would name it. */
export function placeText(path: string, position: Position | null, style: TextStyle): string {
  const file = printable(style.displayPath(path));
  if (position === null) return file;
  return style.width > 0 ? `${file}:${position.line}` : `${file}:${position.line}:${position.column}`;
}

/** A message's first sentence: up to a point before a capital letter, a version or code. */
export function firstSentence(message: string): string {
  const end = /(?<!\b(?:e\.g|i\.e))\.(?= (?:[A-Z`<]|2\.[024]\b))/.exec(message)?.index;
  return end === undefined ? message : message.slice(0, end + 1);
}

/** What a message says last, without the names that its first sentence has, too: equal for equal advice about other things. */
export function adviceOf(message: string): string {
  const first = firstSentence(message);
  const sentences = message.slice(first.length).split(/(?<=\.) (?=[A-Z`<])/);
  const words = new Set(first.match(WORDS));
  return (sentences.at(-1) ?? '').replaceAll(WORDS, (word) =>
    words.has(word) && !/^[a-z]+$/i.test(word) ? '' : word,
  );
}

const WORDS = /[\w@./-]*\w/g;
