import { ownCopy } from '../text/index.ts';
import { wordRulesOf } from './words.ts';
import type { WordRules } from './words.ts';

/** The name of a line: one object for all lines that have it. */
export interface LineName {
  readonly written: string;
  readonly lower: string;
  /** Of what stands behind it. */
  readonly rules: WordRules;
}

/** The same for equal names, which are few. What is cut out of a file would keep the whole file. */
export function once(name: string): LineName {
  const known = names.get(name);
  if (known !== undefined) return known;
  const written = ownCopy(name);
  const lower = written.toLowerCase();
  const made = { written, lower, rules: wordRulesOf(lower) };
  if (names.size < MOST_NAMES) names.set(written, made);
  return made;
}

/** What `once` gives for the name that stands there: most often without cutting it out. */
export function nameAt(text: string, start: number, end: number): LineName {
  const slot = (31 * text.charCodeAt(start) + 7 * text.charCodeAt(end - 1) + end - start) & (SLOTS - 1);
  const known = latest[slot]!;
  if (known.written.length === end - start && text.startsWith(known.written, start)) return known;
  return (latest[slot] = once(text.slice(start, end)));
}

const names = new Map<string, LineName>();
/** Many times the directives there are: hostile input must not fill the memory. */
const MOST_NAMES = 10_000;

/** The name that was met last, of those that share a slot. */
const latest: LineName[] = Array.from({ length: 1024 }, () => once(''));
const SLOTS = latest.length;
