import type { Masked } from './expression-mask.ts';
import { maskCode, withoutBrackets } from './expression-mask.ts';

/** What a tag puts in, where it says so itself: a word, what a simpler tag puts in, or one of two of these. */
export type PutInValue =
  | { readonly type: 'word'; readonly word: string }
  | { readonly type: 'value'; readonly tag: string }
  | {
      readonly type: 'choice';
      /** That asks the same around lines: `{% if public %}`. */
      readonly tag: string;
      readonly holds: PutInValue;
      readonly fails: PutInValue;
    };

/** How values and choices are written in a language. */
export interface ValueLanguage {
  readonly value: (code: string) => string;
  readonly choice: (test: string) => string;
  /** One for each way to write an expression that chooses. */
  readonly readers: readonly ValueReader[];
}

export type ValueReader = (code: Masked, language: ValueLanguage) => PutInValue | null;

/** All that put in or ask something of which no more is known. */
export function tagsIn(value: PutInValue): readonly string[] {
  if (value.type === 'word') return [];
  return value.type === 'value' ? [value.tag] : [value.tag, ...tagsIn(value.holds), ...tagsIn(value.fails)];
}

/** Whether one of its words ends another one, or begins one. */
export function holdsBlanks(value: PutInValue): boolean {
  if (value.type === 'word') return /\s/.test(value.word);
  return value.type === 'choice' && (holdsBlanks(value.holds) || holdsBlanks(value.fails));
}

/** Nothing in it means something to the language or to a server, or is written differently in a page. */
export const WORD = /^(["'])([\w .,:/=*+-]*)\1$/;
/** A name, what is looked up in it, and what makes one text of it. */
const SIMPLE =
  /^[@$.]{0,2}[A-Za-z_]\w*(?:(?:\.|::|->)\w+|\(\u0002*\)|(?:->)?[[{]\u0002*[\]}])*(?:\s*\|\s*\w+(?:\(\u0002*\))?)*$/;

/** What an expression of a language puts in; null where it is more than a value or a choice. */
export function readValue(written: string, language: ValueLanguage): PutInValue | null {
  const code = withoutBrackets(written);
  const word = WORD.exec(code)?.[2];
  if (word !== undefined) return { type: 'word', word };
  const masked = maskCode(code);
  if (masked === null || code.includes('\n')) return null;
  for (const reader of language.readers) {
    const value = reader(masked, language);
    if (value !== null) return value;
  }
  return SIMPLE.test(masked.mask) ? { type: 'value', tag: language.value(code) } : null;
}

/** Null where one of the two is more than a value or a choice. */
export function choose(
  test: string,
  holds: string,
  fails: string,
  language: ValueLanguage,
): PutInValue | null {
  const first = readValue(holds, language);
  const second = readValue(fails, language);
  if (first === null || second === null || GIVES_VALUE.test(withoutStrings(test))) return null;
  return { type: 'choice', tag: language.choice(withoutBrackets(test)), holds: first, fails: second };
}

function withoutStrings(code: string): string {
  return code.replace(/(["']).*?\1/g, '');
}

/** A test that is written once more must do nothing else. */
const GIVES_VALUE = /\b(?:if|unless|do)\b|[^=!<>]=(?![=~>])|;/;
