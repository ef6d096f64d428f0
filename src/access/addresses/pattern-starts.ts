// What all texts begin with that a pattern matches, as far as it is written out.
import { branchesOf, groupEnd, patternTokens } from '../../pattern/index.ts';

/** A character that stands for itself. */
export const LITERAL = /^(?:[^\\^$.[\]|()?*+{}]|\\[^\w])$/s;

/** Begins with anything. */
export const NOWHERE_SURE: readonly string[] = [''];

/** More are not written out. */
export const MOST_WRITTEN = 64;

/** What all of them begin with; '' where that is not known. */
export function readStart(pattern: string): string {
  if (branchesOf(pattern).length > 1) return '';
  const [first, ...tokens] = patternTokens(pattern);
  return first === '^' ? literalStart(tokens).text : '';
}

/** Each of them begins with one of these: `/srv/a` and `/srv/b` of `^/srv/(a|b)`, `/p/` and `/login` of `^(/p/[^/]+)?/login`. */
export function readStarts(pattern: string): readonly string[] {
  const branches = branchesOf(pattern);
  // Options that are set in one hold in those behind it.
  if (branches.length > 1 && /\(\?[a-zA-Z^-]+\)/.test(pattern)) return NOWHERE_SURE;
  const starts = branches.flatMap((branch) => {
    const [first, ...tokens] = patternTokens(branch);
    return first === '^' ? startsOf(tokens) : NOWHERE_SURE;
  });
  return starts.length > MOST_WRITTEN ? [readStart(pattern)] : [...new Set(starts)];
}

/** The characters with which the tokens begin for certain, and how many tokens these are. */
function literalStart(tokens: readonly string[]): { readonly text: string; readonly length: number } {
  const found = tokens.findIndex((token) => !LITERAL.test(token));
  const length = found === -1 ? tokens.length : found;
  const text = tokens
    .slice(0, length)
    .map((token) => token.slice(-1))
    .join('');
  return { text: mayBeLeftOut(tokens[length]) ? text.slice(0, -1) : text, length };
}

function startsOf(tokens: readonly string[]): string[] {
  const { text, length } = literalStart(tokens);
  const opening = tokens[length];
  const end = opening === '(' || opening === '(?:' ? groupEnd(tokens, length) : -1;
  const inner = tokens.slice(length + 1, end);
  if (end === -1 || inner[0] === '*' || inner.some((token) => /^\(\?(?!:)/.test(token))) return [text];
  const starts = branchesOf(inner.join('')).flatMap((branch) => startsOf(patternTokens(branch)));
  const isOptional = mayBeLeftOut(tokens[end + 1]);
  const rest = tokens.slice(/^[?+]$/.test(tokens[end + 2] ?? '') ? end + 3 : end + 2);
  return [...starts, ...(isOptional ? startsOf(rest) : [])].map((start) => text + start);
}

/** Whether what stands in front of it may be there no time. */
function mayBeLeftOut(token: string | undefined): boolean {
  return token !== undefined && /^[?*{]/.test(token);
}
