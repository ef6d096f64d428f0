import { LONGEST_PATTERN } from './longest-pattern.ts';

/** What is escaped, or in a class, is no group. */
const GROUP = /\\.|\[\^?\]?(?:\\.|\[:\w+:\]|[^\]\\])*\]|\(\?(?:P?<([A-Za-z_]\w*)>|'([A-Za-z_]\w*)')/gs;

/** References to a group by its name (pcrepattern(3)). */
const BY_NAME = /\\[kg][{<']|\(\?(?:P[=>]|&|\()/;

/** The names of a pattern's groups. */
export function groupNames(pattern: string): string[] {
  if (pattern.length > LONGEST_PATTERN) return [];
  return [...pattern.matchAll(GROUP)].flatMap(([, bracketed, quoted]) => bracketed ?? quoted ?? []);
}

/** The pattern with groups that have numbers only: it matches the same. Null where it refers to a group by its name. */
export function withoutGroupNames(pattern: string): string | null {
  if (pattern.length > LONGEST_PATTERN || !/\(\?[P<']/.test(pattern)) return pattern;
  if (BY_NAME.test(pattern)) return null;
  return pattern.replace(GROUP, (text, bracketed?: string, quoted?: string) =>
    (bracketed ?? quoted) === undefined ? text : '(',
  );
}
