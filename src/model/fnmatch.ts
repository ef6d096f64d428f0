import { LONGEST_PATTERN } from '../text/index.ts';

/** What apr_fnmatch takes as flags; all off unless set. Escapes with a backslash are always on, as httpd has them. */
export interface FnmatchOptions {
  /** A `.` at the start of the text (or of a path component) is matched by a written `.` only: APR_FNM_PERIOD. */
  readonly period?: boolean;
  /** `/` is matched by a written `/` only: APR_FNM_PATHNAME. */
  readonly pathname?: boolean;
  readonly ignoreCase?: boolean;
}

/**
 * Whether the text matches the shell pattern (`*`, `?`, `[a-z]`, `[!a]`, `\x`) as APR 1.5 does it, which httpd 2.2.34 and 2.4
 * have (strings/apr_fnmatch.c): a `[` without its `]` is an ordinary character, so is a backslash at the end. Time grows with
 * the product of both lengths at the most; no line of 2.2 holds a pattern of more than 8192 bytes, and none that long matches.
 */
export function fnmatch(pattern: string, text: string, options: FnmatchOptions = {}): boolean {
  if (pattern.length > LONGEST_PATTERN) return false;
  const folded = options.ignoreCase ? [pattern.toLowerCase(), text.toLowerCase()] : [pattern, text];
  const tokens = tokensOf(folded[0] ?? '', options.pathname ?? false);
  if (!options.pathname) return matchComponent(tokens, folded[1] ?? '', options.period ?? false);
  const wanted = splitComponents(tokens);
  const components = (folded[1] ?? '').split('/');
  return (
    wanted.length === components.length &&
    wanted.every((part, index) => matchComponent(part, components[index] ?? '', options.period ?? false))
  );
}

/** One pattern is matched against many names. */
let lastRead: {
  readonly pattern: string;
  readonly pathname: boolean;
  readonly tokens: readonly Token[];
} | null = null;
function tokensOf(pattern: string, pathname: boolean): readonly Token[] {
  if (lastRead?.pattern !== pattern || lastRead.pathname !== pathname) {
    lastRead = { pattern, pathname, tokens: readPattern(pattern, pathname) };
  }
  return lastRead.tokens;
}

/** Whether httpd takes the name for a pattern at all (apr_fnmatch_test, its quirks included). */
export function hasWildcard(name: string): boolean {
  let isOpen = false;
  for (let at = 0; at < name.length; at++) {
    const char = name[at];
    if (char === '*' || char === '?' || (char === ']' && isOpen)) return true;
    if (char === '[') isOpen = true;
    if (char === '\\') at++;
  }
  return false;
}

type Token =
  | { readonly type: 'star' | 'any' | 'slash' }
  | { readonly type: 'char'; readonly char: string }
  | { readonly type: 'set'; readonly ranges: readonly Range[]; readonly negated: boolean };

interface Range {
  readonly from: string;
  readonly to: string;
}

function readPattern(pattern: string, pathname: boolean): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length;) {
    const char = pattern[at] ?? '';
    const set = char === '[' ? readSet(pattern, at, pathname) : null;
    if (set !== null) {
      tokens.push(set.token);
      at = set.end;
    } else if (char === '\\' && at + 1 < pattern.length) {
      tokens.push(literal(pattern[at + 1] ?? '', pathname));
      at += 2;
    } else {
      tokens.push(char === '*' ? { type: 'star' } : char === '?' ? { type: 'any' } : literal(char, pathname));
      at++;
    }
  }
  return tokens;
}

function literal(char: string, pathname: boolean): Token {
  return pathname && char === '/' ? { type: 'slash' } : { type: 'char', char };
}

/** The bracket expression at `start`; null if it is not well formed, and so the `[` stands for itself. */
function readSet(pattern: string, start: number, pathname: boolean): { token: Token; end: number } | null {
  const ranges: Range[] = [];
  const negated = pattern[start + 1] === '!' || pattern[start + 1] === '^';
  const first = start + (negated ? 2 : 1);
  for (let at = first; at < pattern.length;) {
    if (pattern[at] === ']' && at > first) return { token: { type: 'set', ranges, negated }, end: at + 1 };
    if (pattern[at] === '\\') at++;
    const from = pattern[at];
    if (from === undefined || (pathname && from === '/')) return null;
    let last = at;
    if (pattern[at + 1] === '-' && pattern[at + 2] !== ']') last = at + (pattern[at + 2] === '\\' ? 3 : 2);
    const to = pattern[last];
    if (to === undefined || (pathname && to === '/')) return null;
    ranges.push({ from, to });
    at = last + 1;
  }
  return null;
}

function splitComponents(tokens: readonly Token[]): Token[][] {
  const components: Token[][] = [[]];
  for (const token of tokens) {
    if (token.type === 'slash') components.push([]);
    else components.at(-1)?.push(token);
  }
  return components;
}

/** The usual search: after a mismatch the latest star takes one more character; earlier stars never need another look. */
function matchComponent(tokens: readonly Token[], text: string, period: boolean): boolean {
  if (period && text.startsWith('.') && !isDot(tokens[0])) return false;
  let star = -1;
  let starAt = 0;
  let token = 0;
  for (let at = 0; at < text.length;) {
    const wanted = tokens[token];
    if (wanted?.type === 'star') {
      star = token++;
      starAt = at;
    } else if (wanted !== undefined && matchesOne(wanted, text[at] ?? '')) {
      token++;
      at++;
    } else if (star !== -1) {
      token = star + 1;
      at = ++starAt;
    } else return false;
  }
  while (tokens[token]?.type === 'star') token++;
  return token === tokens.length;
}

function isDot(token: Token | undefined): boolean {
  return token?.type === 'char' && token.char === '.';
}

function matchesOne(token: Token, char: string): boolean {
  if (token.type === 'char') return token.char === char;
  if (token.type !== 'set') return token.type === 'any';
  return token.ranges.some(({ from, to }) => char >= from && char <= to) !== token.negated;
}
