import { lowerName, quoteWord, wordRulesOf } from '../../src/syntax/index.ts';
import type { Directive, OpenLine, Word } from '../../src/syntax/index.ts';

/** A new value as a word of the line, in the quotes that the author chose. */
export function requote(line: Directive | OpenLine, { quote }: Word, value: string): string {
  const rules = wordRulesOf(lowerName(line));
  if (quote === '' || (rules === 'rewrite' && value.includes(quote))) return quoteWord(value, rules);
  if (rules === 'rewrite') return quote + value + quote;
  return quote + value.replace(quote === '"' ? /\\(?=[\\"]|$)|"/g : /\\(?=[\\']|$)|'/g, '\\$&') + quote;
}
