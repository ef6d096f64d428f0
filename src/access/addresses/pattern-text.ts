import { compilePattern } from '../../pattern/index.ts';
import type { Version } from '../sections/worlds.ts';
import type { PatternMatch, PatternOptions } from '../../pattern/index.ts';

/** The pattern matched against the text, as PCRE would. */
export function matchText(pattern: string, text: string, options: PatternOptions = {}): PatternMatch {
  const compiled = compilePattern(pattern, options);
  return compiled === null ? 'unreadable' : compiled.match(text);
}

/** The target of AliasMatch, the value of SetEnvIf, with what was matched put in (`ap_pregsub`): in 2.2 `&` is all of it. */
export function fillGroups(text: string, groups: readonly (string | undefined)[], version: Version): string {
  const parts = version === '2.2' ? /\\([$&])|\$(\d)|&/g : /\\(.)|\$(\d)/gs;
  return text.replace(
    parts,
    (_, escaped?: string, digit?: string) => escaped ?? groups[Number(digit ?? 0)] ?? '',
  );
}
