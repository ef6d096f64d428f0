import { shadowTags } from './shadow.ts';
import type { TemplateTag } from './template-tag.ts';
import { findTags } from './tags.ts';

/** A word of a line, or all from a tag that opens a choice or loop to the one that closes it. */
export interface ArgumentUnit {
  /** As it is written, quotes included. */
  readonly text: string;
  /** The words in it, without the tags that choose or repeat; values keep their tags. */
  readonly words: readonly string[];
}

/** The units of a line's arguments; null where a tag has no other end there. */
export function argumentUnits(text: string): ArgumentUnit[] | null {
  const tags = findTags(text);
  const shadow = shadowTags(text, tags);
  const units: ArgumentUnit[] = [];
  let depth = 0;
  let start = 0;
  for (const { index, 0: word } of shadow.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)) {
    if (depth === 0) start = index;
    const end = index + word.length;
    depth += depthOf(tags.filter(({ span }) => span.start >= index && span.end <= end));
    if (depth < 0) return null;
    if (depth === 0) units.push({ text: text.slice(start, end), words: wordsOf(text.slice(start, end)) });
  }
  return depth === 0 ? units : null;
}

function depthOf(tags: readonly TemplateTag[]): number {
  return tags.reduce((depth, { effect: { type } }) => {
    if (type === 'open') return depth + 1;
    return type === 'close' ? depth - 1 : depth;
  }, 0);
}

function wordsOf(unit: string): string[] {
  const plain = findTags(unit).reduceRight(
    (text, { span: { start, end }, effect: { type } }) =>
      type === 'value' ? text : `${text.slice(0, start)} ${text.slice(end)}`,
    unit,
  );
  const tags = findTags(plain);
  const words = shadowTags(plain, tags).matchAll(/[^\s"']+/g);
  return [...words].map(({ index, 0: word }) => plain.slice(index, index + word.length));
}
