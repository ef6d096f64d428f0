import { compilePattern } from '../../pattern/index.ts';
import type { PatternMatch, PatternOptions } from '../../pattern/index.ts';

/** The pattern held against the text, as PCRE would. */
export function matchText(pattern: string, text: string, options: PatternOptions = {}): PatternMatch {
  const compiled = compilePattern(pattern, options);
  return compiled === null ? 'unreadable' : compiled.match(text);
}

/** `$1` and `&` of AliasMatch, SetEnvIf and RewriteRule. */
export function fillGroups(text: string, groups: readonly (string | undefined)[]): string {
  return text.replace(/\$(\d)/g, (_, digit: string) => groups[Number(digit)] ?? '');
}
