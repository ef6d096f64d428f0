import { quoteWord } from '../../src/syntax/index.ts';
import type { Word } from '../../src/syntax/index.ts';

/** A new value as a word of the line, in the quotes that the author chose. */
export function requote({ quote }: Word, value: string): string {
  if (quote === '') return quoteWord(value);
  return quote + value.replace(quote === '"' ? /\\(?=[\\"]|$)|"/g : /\\(?=[\\']|$)|'/g, '\\$&') + quote;
}
