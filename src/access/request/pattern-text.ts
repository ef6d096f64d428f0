/** What a regular expression of the configuration says to one text: groups where it matches, or that it can't be read here. */
export type TextMatch = readonly (string | undefined)[] | null | 'unreadable';

const compiled = new Map<string, RegExp | null>();

/** The pattern held against the text, as PCRE would as far as JavaScript reads the same syntax. */
export function matchText(pattern: string, text: string, ignoresCase = false): TextMatch {
  const regex = compile(pattern, ignoresCase);
  return regex === null ? 'unreadable' : regex.exec(text);
}

function compile(pattern: string, ignoresCase: boolean): RegExp | null {
  const key = `${ignoresCase ? 'i' : '-'}${pattern}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const flagged = pattern.startsWith('(?i)');
  let regex: RegExp | null = null;
  try {
    regex = new RegExp(flagged ? pattern.slice(4) : pattern, ignoresCase || flagged ? 'i' : '');
  } catch {
    // Possessive quantifiers and the like: the caller says that it was not read.
  }
  compiled.set(key, regex);
  return regex;
}

/** `$1` and `&` of AliasMatch, SetEnvIf and RewriteRule. */
export function fillGroups(text: string, groups: readonly (string | undefined)[]): string {
  return text.replace(/\$(\d)/g, (_, digit: string) => groups[Number(digit)] ?? '');
}
