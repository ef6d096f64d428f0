/** An escape, the opening of a group, how often, `${` of a variable; else a character by itself. */
const TOKEN = /\\[\s\S]|\(\?[^()]?|\{\d*,?\d*\}|\$\{|[\s\S]/y;

/** The pattern in pieces, in order and with nothing left out; a class is one piece. */
export function patternTokens(pattern: string): readonly string[] {
  const tokens: string[] = [];
  for (let at = 0; at < pattern.length;) {
    TOKEN.lastIndex = at;
    const isClass = pattern[at] === '[';
    const token = isClass ? pattern.slice(at, endOfClass(pattern, at)) : (TOKEN.exec(pattern)?.[0] ?? '');
    tokens.push(token);
    at += token.length;
  }
  return tokens;
}

/** What the `|` outside of all groups part. */
export function branchesOf(pattern: string): readonly string[] {
  const branches = [''];
  let depth = 0;
  for (const token of patternTokens(pattern)) {
    if (token.startsWith('(')) depth++;
    else if (token === ')') depth--;
    if (token === '|' && depth === 0) branches.push('');
    else branches[branches.length - 1] += token;
  }
  return branches;
}

/** Where the group is closed that is opened at a token; -1: nowhere. */
export function groupEnd(tokens: readonly string[], opening: number): number {
  let depth = 0;
  return tokens.findIndex((token, at) => {
    if (at < opening) return false;
    if (token.startsWith('(')) depth++;
    else if (token === ')') depth--;
    return depth === 0;
  });
}

/** The offset behind the class whose `[` is at `start`; that of the text's end where it is not closed. */
function endOfClass(text: string, start: number): number {
  const item = /\\[\s\S]|\[:\^?[a-z]+:\]|[^\]]/y;
  item.lastIndex = start + /^\[\^?\]?/.exec(text.slice(start, start + 3))![0].length;
  let end = item.lastIndex;
  while (item.exec(text) !== null) end = item.lastIndex;
  return Math.min(end + 1, text.length);
}

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
