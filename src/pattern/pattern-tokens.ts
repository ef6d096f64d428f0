import { endOfClass } from './end-of-class.ts';

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
