import { lowerName, quoteWord, wordRulesOf } from '../../src/syntax/index.ts';
import type { Directive, OpenLine, Word } from '../../src/syntax/index.ts';

/** A new value as a word of the line, in the quotes that the author chose. */
export function requote(line: Directive | OpenLine, { quote }: Word, value: string): string {
  const rules = wordRulesOf(lowerName(line));
  if (quote === '') return quoteWord(value, rules);
  // mod_rewrite knows no escaped quotes.
  if (rules === 'rewrite') return value.includes(quote) ? quoteWord(value, rules) : quote + value + quote;
  return quote + value.replace(quote === '"' ? /\\(?=[\\"]|$)|"/g : /\\(?=[\\']|$)|'/g, '\\$&') + quote;
}
