import { RE2JS } from 're2js';
import { checkMemory, LONGEST_PATTERN } from '../text/index.ts';
import type { PatternOptions, Translation } from './translate-pattern.ts';
import { translatePattern } from './translate-pattern.ts';

/** Groups where it matches (the whole match first), null where it does not; `unreadable` where that can't be told. */
export type PatternMatch = readonly (string | undefined)[] | null | 'unreadable';

/** A regular expression of the configuration. Time grows with the text's length, whatever the pattern. */
export interface Pattern {
  /** Instructions: a match takes time with them and with the length of the text. */
  readonly size: number;
  /** Null where that can't be told. */
  test(text: string): boolean | null;
  match(text: string): PatternMatch;
}

/** Instructions of the compiled pattern times bytes of the text: at the worst a second of work. */
const MOST_WORK = 5_000_000;
/** A line feed is what `$`, `.` and their options are about; in no address or name that is compared is one. Nor a vertical tab. */
// oxlint-disable-next-line no-control-regex -- two control characters are the point
const UNSURE_TEXT = /[\n\v]|[^\x00-\xff]/;
/** So many are kept as they were read. */
const MOST_KEPT = 20_000;
/** Each of those that a text was matched against may keep some hundred KB of what it has learned of texts. */
const MOST_COMPILED = 2000;

/** By the options. Found by the text itself, whose hash is known: a longer one made of it would be gone through each time. */
const keptBy = [newPatterns(), newPatterns(), newPatterns(), newPatterns()] as const;
let compiled: ReadPattern[] = [];

/** The pattern as PCRE reads it, to be matched against bytes; null where it is not certain what it means (`translatePattern`). */
export function compilePattern(text: string, options: PatternOptions = {}): Pattern | null {
  const kept = options.ignoresCase ? keptBy[options.endIsDead ? 3 : 2] : keptBy[options.endIsDead ? 1 : 0];
  const known = kept.get(text);
  if (known !== undefined) return known;
  const translation = text.length > LONGEST_PATTERN ? null : translatePattern(text, options);
  const pattern = translation === null ? null : new ReadPattern(translation);
  checkMemory(1);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(text, pattern);
  return pattern;
}

function newPatterns(): Map<string, ReadPattern | null> {
  return new Map();
}

/** RE2 is asked once there is a text that may match: of the rules of a long list, most addresses begin differently. */
class ReadPattern implements Pattern {
  readonly #translation: Translation;
  /** Null where RE2 refuses it; undefined: not asked yet. */
  #regex: RE2JS | null | undefined = undefined;

  constructor(translation: Translation) {
    this.#translation = translation;
  }

  get size(): number {
    return this.#compiled()?.programSize() ?? 0;
  }

  test(subject: string): boolean | null {
    if (UNSURE_TEXT.test(subject)) return null;
    return this.#mayMatch(subject) ? (this.#regexFor(subject)?.test(subject) ?? null) : false;
  }

  match(subject: string): PatternMatch {
    if (UNSURE_TEXT.test(subject)) return 'unreadable';
    if (!this.#mayMatch(subject)) return null;
    const regex = this.#regexFor(subject);
    if (regex === null) return 'unreadable';
    if (!this.#translation.hasSureGroups) return regex.test(subject) ? 'unreadable' : null;
    return regex.exec(subject)?.map((group) => group ?? undefined) ?? null;
  }

  /** What was learned of texts is forgotten. */
  forget(): void {
    this.#regex = undefined;
  }

  #mayMatch(subject: string): boolean {
    const { start } = this.#translation;
    return subject.slice(0, start.length).toLowerCase() === start;
  }

  /** Null where it would take too long. */
  #regexFor(subject: string): RE2JS | null {
    return this.size * subject.length > MOST_WORK ? null : this.#compiled();
  }

  #compiled(): RE2JS | null {
    if (this.#regex !== undefined) return this.#regex;
    if (compiled.length >= MOST_COMPILED) {
      for (const pattern of compiled) pattern.forget();
      compiled = [];
    }
    compiled.push(this);
    checkMemory(32);
    return (this.#regex = attempt(() => RE2JS.compile(this.#translation.source, RE2JS.DOTALL)));
  }
}

/** RE2 refuses what would become too large. */
function attempt<T>(make: () => T): T | null {
  try {
    return make();
  } catch {
    return null;
  }
}

/** The pattern that matches a text and nothing else, where it stands; PCRE and JavaScript read it alike. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
