import type { TemplateTag } from './template-tag.ts';
import { findTags } from './tags.ts';

// A text in which tags are as one letter each, to be read as the server reads what comes in their place: no blank, quote or bracket in
// a tag divides a line. Every offset is that of the text itself. No byte of a file is above 255.
const FIRST = '\uE000';
const NEXT = '\uE001';

/** The text with all tags shadowed. */
export function shadowTags(text: string, tags: readonly TemplateTag[]): string {
  if (tags.length === 0) return text;
  const parts: string[] = [];
  let at = 0;
  for (const { span } of tags) {
    parts.push(text.slice(at, span.start), FIRST, NEXT.repeat(span.end - span.start - 1));
    at = span.end;
  }
  return parts.join('') + text.slice(at);
}

/** A word of the shadowed text with its tags. @param start of the word in the file */
export function unshadow(word: string, start: number, text: string, tags: readonly TemplateTag[]): string {
  if (!word.includes(FIRST)) return word;
  let next = firstAt(start, tags);
  return word.replaceAll(/\uE000\uE001*/g, () => {
    const span = tags[next++]?.span;
    return span === undefined ? '' : text.slice(span.start, span.end);
  });
}

/** All words of the shadowed text, in order, with their tags. */
export function unshadowWords(
  words: readonly string[],
  text: string,
  tags: readonly TemplateTag[],
): readonly string[] {
  if (tags.length === 0) return words;
  let next = 0;
  const restore = (): string => {
    const span = tags[next++]?.span;
    return span === undefined ? '' : text.slice(span.start, span.end);
  };
  return words.map((word) => word.replaceAll(/\uE000\uE001*/g, restore));
}

/** The index of the first tag at or behind an offset. */
export function firstAt(offset: number, tags: readonly TemplateTag[]): number {
  let low = 0;
  for (let high = tags.length; low < high;) {
    const middle = (low + high) >>> 1;
    if (tags[middle]!.span.start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

const MEANT = '*?[]/\\';

/** A path in which brackets, slashes and wildcards of tags mean nothing; different tags stay different. */
export function plainTags(path: string): string {
  // With one of these all tags begin, and few paths hold any.
  if (!/[<{[%#]/.test(path)) return path;
  const tags = findTags(path);
  return tags.reduceRight((text, { span: { start, end } }) => {
    const plain = text
      .slice(start, end)
      .replace(/[*?[\]/\\]/g, (char) => String.fromCharCode(0xe010 + MEANT.indexOf(char)));
    return text.slice(0, start) + plain + text.slice(end);
  }, path);
}
