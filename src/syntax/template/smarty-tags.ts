import type { Effect } from './effects.ts';
import { wordEffect } from './effects.ts';
import { isBalanced } from './line-tags.ts';
import type { LoneTag } from './template-tag.ts';

/** Smarty takes a bracket for its own if no blank stands behind it. A comment, what is no template's, a word, or what is put in. */
const TAG =
  /\{\*[^]*?\*\}|\{literal\}[^]*?\{\/literal\}|\{(\/?(?:if|elseif|else|foreach|foreachelse|for|forelse|while|section|sectionelse|strip|nocache)\b[^{}\n]*)\}|\{(?:\$[A-Za-z_]|[A-Za-z_]\w*\(|(?:include|insert|assign|eval|capture|block|function|call)\s)[^{}\n]*\}/g;

/** Without one of these a text is none of Smarty's: `{$name}` is what many put in. */
const SIGN = /\{(?:\*|literal\}|(?:if|for|foreach|while|section)\s)/;

/** The tags of a text, in order; none where their beginnings and ends do not fit: then they are something else. */
export function findSmartyTags(text: string): LoneTag[] {
  if (!text.includes('{') || !SIGN.test(text)) return [];
  const tags = Array.from(text.matchAll(TAG)).flatMap(({ index, 0: written, 1: word }): LoneTag[] => {
    const tag = (start: number, end: number, effect: Effect) => ({ span: { start, end }, effect });
    const end = index + written.length;
    if (written.startsWith('{literal}')) {
      return [
        tag(index, index + '{literal}'.length, { type: 'none' }),
        tag(end - '{/literal}'.length, end, { type: 'none' }),
      ];
    }
    return [tag(index, end, effectOf(written, word))];
  });
  return isBalanced(tags) ? tags : [];
}

function effectOf(written: string, word: string | undefined): Effect {
  if (written.startsWith('{*')) return { type: 'none' };
  if (word === undefined) return { type: 'value' };
  if (word.startsWith('/')) return { type: 'close' };
  if (/^(?:for|foreach|section)else\b/.test(word)) return { type: 'middle', test: null };
  if (/^(?:strip|nocache)\b/.test(word)) return { type: 'open', test: word, kind: 'other' };
  return wordEffect(word.replace(/^section\b/, 'for section'));
}
