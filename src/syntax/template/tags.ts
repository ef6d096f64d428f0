import type { Span } from '../../text/index.ts';
import type { Effect } from './effects.ts';
import { effectOf } from './effects.ts';

/** One tag of a template engine. */
export interface TemplateTag {
  readonly span: Span;
  /** `value`: text comes in its place; `none`: a comment, or code that says nothing; else what it does to lines around it. */
  readonly effect: Effect;
}

/**
 * ERB, EPP, EJS; PHP; Jinja2, Twig, Liquid; Mustache, Handlebars, Go; Template Toolkit. What follows the first bracket tells them from
 * text of the configuration: `<%u>` and `%{Referer}i` are LogFormat's, `[%\w]` is a pattern's.
 */
const TAG = new RegExp(
  [
    /<%(?:[-=#!|@$}\s]|(?:if|unless|else|elsif|end|for|while|case|when|do)\b)[^]*?%>/,
    /<\?(?:php\b|=)[^]*?\?>/,
    /\{\{(?:(?!\{\{)[^])*?\}\}\}?/,
    /\{%[-+~]?\s*[A-Za-z_]+(?=[\s(%+~-])[^]*?%\}/,
    /\{#[^]*?#\}/,
    /\[%[-+#]?\s[^]*?%\]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

const LONGEST_TAG = 4000;

/** All tags of a text, in order. */
export function findTags(text: string): TemplateTag[] {
  if (!/<[%?]|\{[{%#]|\[%/.test(text)) return [];
  const tags: TemplateTag[] = [];
  for (const { index, 0: written } of text.matchAll(TAG)) {
    // What is closed that far behind was never opened.
    if (written.length > LONGEST_TAG) continue;
    tags.push({ span: { start: index, end: index + written.length }, effect: effectOf(written) });
  }
  return tags;
}
