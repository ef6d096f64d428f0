import { findTags } from './template/index.ts';
import { splitWords } from './words.ts';
import type { WordRules } from './words.ts';

/**
 * Writes a value so that the server reads it back as one word: bare where that is possible, else in double quotes.
 * `${NAME}` stays what it is, a variable.
 * @throws RangeError for a value with LF or NUL: no line of a configuration can hold it.
 */
export function quoteWord(value: string, rules: WordRules = 'common'): string {
  if (/[\n\0]/.test(value)) throw new RangeError('a word of a configuration file cannot hold LF or NUL');
  // A tag of a template is no word of its own making.
  if (findTags(value).length > 0) return value;
  // A final backslash would join the next line to this one.
  if (!value.endsWith('\\') && isOneWord(value, rules)) return value;
  if (rules === 'rewrite') return inQuotes(value);
  const escaped = value.replace(/\\(?=[\\"]|$)|"/g, (char) => `\\${char}`);
  return `"${escaped}"`;
}

function isOneWord(value: string, rules: WordRules): boolean {
  const words = splitWords(value, rules);
  return words.length === 1 && words[0] === value;
}

/** mod_rewrite knows no escaped quotes. */
function inQuotes(value: string): string {
  const quote = value.includes('"') ? "'" : '"';
  return `${quote}${value}${quote}`;
}
