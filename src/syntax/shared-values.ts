import { checkMemory, ownCopy, trimmed } from '../text/index.ts';
import { skipSpace } from './white-space.ts';
import { wordEnd, wordValue } from './words.ts';
import type { WordRules } from './words.ts';

// What the arguments of a line say, kept once for all lines that say the same.

/** Read anew. @param start of the first word, if there is any */
export function valuesIn(text: string, start: number, limit: number, rules: WordRules): string[] {
  checkMemory();
  const values: string[] = [];
  for (let at = start; at < limit;) {
    const end = wordEnd(text, at, limit, rules);
    values.push(wordValue(text, at, end, rules));
    at = skipSpace(text, end, limit);
  }
  return trimmed(values);
}

interface WrittenValues {
  readonly written: string;
  readonly values: readonly string[];
}

/** The same list for equal arguments: most lines of a large tree say what others say, and are asked again and again. Null once these are many. */
export function sharedValues(
  written: string,
  read: (copy: string) => readonly string[],
): WrittenValues | null {
  const known = valuesOf.get(written);
  if (known !== undefined) return known;
  if (valuesOf.size === MOST_VALUES || !SHARED.test(written)) return null;
  const copy = ownCopy(written);
  const made = { written: copy, values: read(copy) };
  valuesOf.set(copy, made);
  return made;
}

/** The same for what stands there: most often without cutting it out. */
export function sharedValuesAt(text: string, start: number, limit: number): readonly string[] | null {
  const length = limit - start;
  const slot =
    (31 * text.charCodeAt(start) +
      7 * text.charCodeAt(limit - 1) +
      131 * text.charCodeAt(start + (length >> 1)) +
      length) &
    (SLOTS - 1);
  const known = latest[slot]!;
  if (known.written.length === length && text.startsWith(known.written, start)) return known.values;
  const shared = sharedValues(text.slice(start, limit), (copy) => valuesIn(copy, 0, copy.length, 'common'));
  if (shared === null) return null;
  latest[slot] = shared;
  return shared.values;
}

/** Those that were asked for last, of those that share a slot. */
const latest: WrittenValues[] = Array.from({ length: 1024 }, () => ({ written: '', values: [] }));
const SLOTS = latest.length;

const valuesOf = new Map<string, WrittenValues>();
const MOST_VALUES = 100_000;
/** Short, and bytes, as what is read from a file is. */
const SHARED = /^[\x00-\xff]{0,200}$/;
