import { RE2JS } from 're2js';
import { checkMemory, LONGEST_PATTERN } from '../text/index.ts';
import type { PatternOptions } from './translate-pattern.ts';
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
/** Each may keep some hundred KB of what it has learned of texts. */
const MOST_KEPT = 2000;

const kept = new Map<string, Pattern | null>();

/** The pattern as PCRE reads it, to be matched against bytes; null where it is not certain what it means (`translatePattern`). */
export function compilePattern(text: string, options: PatternOptions = {}): Pattern | null {
  const key = `${options.ignoresCase ? 'i' : '-'}${options.endIsDead ? 'd' : '-'}${text}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const compiled = compile(text, options);
  checkMemory(compiled === null ? 1 : 32);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, compiled);
  return compiled;
}

function compile(text: string, options: PatternOptions): Pattern | null {
  const translation = text.length > LONGEST_PATTERN ? null : translatePattern(text, options);
  if (translation === null) return null;
  const regex = attempt(() => RE2JS.compile(translation.source, RE2JS.DOTALL));
  if (regex === null) return null;
  const size = regex.programSize();
  const isUnsure = (subject: string) => size * subject.length > MOST_WORK || UNSURE_TEXT.test(subject);
  return {
    size,
    test: (subject) => (isUnsure(subject) ? null : regex.test(subject)),
    match(subject) {
      if (isUnsure(subject)) return 'unreadable';
      if (!translation.hasSureGroups) return regex.test(subject) ? 'unreadable' : null;
      return regex.exec(subject)?.map((group) => group ?? undefined) ?? null;
    },
  };
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
