import type { Document, Node } from './nodes.ts';
import type { Span } from '../text/index.ts';

/** The file's bytes: its leaves one behind the other, nothing else. */
export function print(document: Document): string {
  const { text } = document.source;
  const parts: string[] = [];
  for (const { start, end } of leaves(document)) parts.push(text.slice(start, end));
  return parts.join('');
}

/**
 * The spans of all leaves, in file order: blanks, comments, directives, opening, closing and stray lines, raw bodies.
 * They cover the file, each byte once.
 */
export function* leaves(document: Document): Generator<Span> {
  // A span waits on the stack for the closing line of a section whose children come first; nesting may be deep.
  const waiting: (Node | Span)[] = document.children.toReversed();
  for (let item = waiting.pop(); item; item = waiting.pop()) {
    if (!('type' in item)) yield item;
    else if (item.type !== 'section') yield item.span;
    else {
      yield item.open.span;
      if (item.raw) yield item.raw;
      if (item.close) waiting.push(item.close.span);
      for (let index = item.children.length - 1; index >= 0; index--) waiting.push(item.children[index]!);
    }
  }
}
