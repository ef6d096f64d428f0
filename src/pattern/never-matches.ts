import { branchesOf, patternTokens } from './pattern-tokens.ts';

/** Groups and options that leave what is around them as it is read here; `(?x)` would make comments of it. */
const PLAIN_OPENINGS = new Set(['(?:', '(?!', '(?=', '(?i']);

/** Whether no text can match, since each branch asks for `(?!)`, which nothing meets. Where the pattern has more to it than is read here it may. */
export function neverMatches(pattern: string): boolean {
  if (!pattern.includes('(?!)') || /\\[QEK]|\(\*|\(\?i[^):]/.test(pattern)) return false;
  const isPlain = patternTokens(pattern).every(
    (token) => !token.startsWith('(?') || PLAIN_OPENINGS.has(token),
  );
  return isPlain && branchesOf(pattern).every(asksForNothing);
}

/** Whether the branch has a `(?!)` outside of all groups that is not left to be met no time. */
function asksForNothing(branch: string): boolean {
  const tokens = patternTokens(branch);
  let depth = 0;
  return tokens.some((token, at) => {
    if (token === ')') depth--;
    if (!token.startsWith('(')) return false;
    const isNothing = depth === 0 && token === '(?!' && tokens[at + 1] === ')';
    depth++;
    return isNothing && !/^[?*{]/.test(tokens[at + 2] ?? '');
  });
}
