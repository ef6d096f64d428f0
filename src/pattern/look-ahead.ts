// Patterns such as `^/(?!public/)(.*)`: RE2 has no look-around, but behind a fixed start it is known where to look.
import type { PatternMatch } from './compile-pattern.ts';
import { compilePattern } from './compile-pattern.ts';
import { branchesOf, groupEnd, patternTokens } from './pattern-tokens.ts';
import type { PatternOptions } from './translate-pattern.ts';

/** Matches a text as a whole; what matches the start of one need not match the longer. */
export function matchPattern(pattern: string, text: string, options: PatternOptions = {}): PatternMatch {
  const match = compilePattern(pattern, options)?.match(text);
  return match === undefined || match === 'unreadable' ? matchLookAhead(pattern, text, options) : match;
}

function matchLookAhead(pattern: string, text: string, given: PatternOptions): PatternMatch {
  const isCaseless = pattern.startsWith('(?i)');
  const options = isCaseless ? { ...given, ignoresCase: true } : given;
  const split = splitLookAhead(isCaseless ? pattern.slice('(?i)'.length) : pattern);
  if (split === null) return 'unreadable';
  const { start, isWanted, ahead, rest } = split;
  const found = text.slice(0, start.length);
  const isStart = options.ignoresCase === true ? sameLetters(found, start) : found === start;
  if (!isStart) return null;
  const behind = text.slice(start.length);
  const seen = matchPattern(`^(?:${ahead})`, behind, options);
  if (seen === 'unreadable') return 'unreadable';
  if ((seen !== null) !== isWanted) return null;
  const match = matchPattern(`^${rest}`, behind, options);
  if (match === null || match === 'unreadable') return match;
  const [whole = '', ...groups] = match;
  return [found + whole, ...groups];
}

/** Of bytes, whose letters are those of ASCII. */
function sameLetters(a: string, b: string): boolean {
  const lower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return lower(a) === lower(b);
}

interface LookAhead {
  /** The text in front of it. */
  readonly start: string;
  /** `(?=`, and not `(?!`. */
  readonly isWanted: boolean;
  readonly ahead: string;
  readonly rest: string;
}

/** Openings of groups whose inside means the same by itself. */
const OPENINGS = new Set(['(', '(?:', '(?!', '(?=']);

/** Looks at what is in front, refers to groups, or switches reading: `\b`, `\1`, `\Q`. */
const AROUND = /^\\[bBAGKQEzZ\d]$/;

/** Null where the pattern does not begin with a fixed text and a look-ahead, or where the rest would not mean the same by itself. */
function splitLookAhead(pattern: string): LookAhead | null {
  const tokens = patternTokens(pattern);
  if (tokens[0] !== '^' || branchesOf(pattern).length > 1) return null;
  const isOdd = (token: string) =>
    token === '^' || AROUND.test(token) || (token.startsWith('(') && !OPENINGS.has(token));
  if (tokens.slice(1).some(isOdd) || /\(\*/.test(pattern)) return null;
  let at = 1;
  let start = '';
  for (; isLiteral(tokens[at]); at++) start += tokens[at]!.slice(-1);
  const opening = tokens[at];
  if (opening !== '(?!' && opening !== '(?=') return null;
  const end = groupEnd(tokens, at);
  const ahead = tokens.slice(at + 1, end);
  // A group in it would be counted.
  if (end < 0 || ahead.includes('(') || isTimes(tokens[end + 1])) return null;
  return {
    start,
    isWanted: opening === '(?=',
    ahead: ahead.join(''),
    rest: tokens.slice(end + 1).join(''),
  };
}

function isLiteral(token: string | undefined): boolean {
  return token !== undefined && (/^[^\\^$.[\]|()?*+{}]$/.test(token) || /^\\[^\w\s]$/.test(token));
}

function isTimes(token: string | undefined): boolean {
  return token !== undefined && /^[?*+{]/.test(token);
}
