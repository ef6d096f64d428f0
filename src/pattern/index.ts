// pattern: regular expressions of the configuration (PCRE, on bytes), matched in linear time. Promise: an answer is PCRE's; where that is
// not certain, and where it would take too long, there is none.
export type { Pattern, PatternMatch } from './compile-pattern.ts';
export { compilePattern, escapePattern } from './compile-pattern.ts';
export { matchPattern } from './look-ahead.ts';
export { patternError } from './pattern-error.ts';
export { mayOverlap } from './overlap.ts';
export type { PatternOptions } from './translate-pattern.ts';
export { branchesOf, groupEnd, patternTokens, neverMatches } from './pattern-tokens.ts';
