import type { TextEdit } from '../text/index.ts';
import type { Directive, Document, OpenLine, Word } from './nodes.ts';
import { findTags } from './template/index.ts';
import { lowerName } from './compact-lines.ts';
import type { WordRules } from './words.ts';
import { splitWords, wordRulesOf } from './words.ts';

// Edits within one line. New words are written as given: quote them with quoteWord where they may need it.

type Line = Directive | OpenLine;

/** Gives a directive another name. */
export function renameDirective(document: Document, directive: Directive, name: string): TextEdit[] {
  return [replaceWord(document, directive.name, directive.args[0], name)];
}

/** Puts a word in the place of an argument; behind the last one if there are fewer. */
export function setArgument(document: Document, line: Line, index: number, word: string): TextEdit[] {
  const old = line.args[index];
  return old
    ? [replaceWord(document, old, line.args[index + 1], word)]
    : appendArgument(document, line, word);
}

/** Puts a value in the place of an argument that is there, in the quotes that the author chose. */
export function rewriteArgument(document: Document, line: Line, index: number, value: string): TextEdit[] {
  const { quote } = line.args[index]!;
  return setArgument(document, line, index, requote(quote, value, wordRulesOf(lowerName(line))));
}

/** Adds text (one word or several) behind the last argument. */
export function appendArgument(document: Document, line: Line, text: string): TextEdit[] {
  const last = line.args.at(-1) ?? line.name;
  const end = last.span.end;
  const rules = wordRulesOf(lowerName(line));
  if (standsAlone(document, last, rules)) return [insert(end, ` ${text}`)];
  // An open quote, or a backslash that only the line's end made harmless, would take the new text in.
  return [{ span: last.span, text: `${quoteWord(last.value, rules)} ${text}` }];
}

/** Takes an argument away, with the white space before it. */
export function removeArgument(document: Document, line: Line, index: number): TextEdit[] {
  const word = line.args[index];
  if (!word) return [];
  const before = line.args[index - 1] ?? line.name;
  const joins = touches(document, word, line.args[index + 1]) || continues(document, before, word.span.end);
  return [{ span: { start: before.span.end, end: word.span.end }, text: joins ? ' ' : '' }];
}

/** Puts text in the place of all arguments; '' takes them away with the white space before them. */
export function replaceArguments(document: Document, line: Line, text: string): TextEdit[] {
  const { argsSpan, name } = line;
  if (text === '') {
    const space = continues(document, name, argsSpan.end) ? ' ' : '';
    return [{ span: { start: name.span.end, end: argsSpan.end }, text: space }];
  }
  if (argsSpan.start === argsSpan.end) return [insert(name.span.end, ` ${text}`)];
  return [{ span: argsSpan, text: name.span.end === argsSpan.start ? ` ${text}` : text }];
}

function replaceWord(document: Document, word: Word, next: Word | undefined, text: string): TextEdit {
  return { span: word.span, text: touches(document, word, next) ? `${text} ` : text };
}

/** Whether only the quote that ends a word parts it from the next one: `"a"b` are two words, `ab` is one. */
function touches(document: Document, word: Word, next: Word | undefined): boolean {
  if (!next) return false;
  const between = document.source.text.slice(word.span.end, next.span.start);
  return withoutContinuations(between) === '';
}

/** Whether a final backslash of a word would begin or break a continuation if what lies before `next` were gone. */
function continues(document: Document, word: Word, next: number): boolean {
  const { text } = document.source;
  return text[word.span.end - 1] === '\\' && text[next] !== ' ' && text[next] !== '\t';
}

function withoutContinuations(source: string): string {
  return source.replace(/\\\r?\n/g, '');
}

function standsAlone(document: Document, word: Word, rules: WordRules): boolean {
  const source = document.source.text.slice(word.span.start, word.span.end);
  if (findTags(source).length > 0) return true;
  const words = splitWords(`${withoutContinuations(source)} x`, rules);
  return words.length === 2 && words[0] === word.value;
}

function insert(at: number, text: string): TextEdit {
  return { span: { start: at, end: at }, text };
}

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

function requote(quote: string, value: string, rules: WordRules): string {
  if (quote === '') return quoteWord(value, rules);
  // mod_rewrite knows no escaped quotes.
  if (rules === 'rewrite') return value.includes(quote) ? quoteWord(value, rules) : quote + value + quote;
  return quote + value.replace(quote === '"' ? /\\(?=[\\"]|$)|"/g : /\\(?=[\\']|$)|'/g, '\\$&') + quote;
}
