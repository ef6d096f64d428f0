import type { Effect } from './effects.ts';
import type { LoneTag } from './template-tag.ts';

const LINE_END = '[ \\t]*(?:dnl\\b.*)?$';

/** Lines of m4 that leave no text behind; `ifdef(`X', `` to `')`, whose quotes end their lines, is a choice. */
const LINES: readonly (readonly [RegExp, (test: string) => Effect])[] = [
  [/^[ \t]*dnl\b.*$/gm, () => ({ type: 'none' })],
  [
    new RegExp(`^[ \\t]*(?:define|undefine|divert|changequote|changecom)\\(.*\\)${LINE_END}`, 'gm'),
    () => ({ type: 'none' }),
  ],
  [
    new RegExp(`^[ \\t]*((?:ifdef|ifelse)\\(.*),[ \\t]*\`${LINE_END}`, 'gm'),
    (test) => ({ type: 'open', test, kind: 'if' }),
  ],
  [new RegExp(`^[ \\t]*'[ \\t]*,[ \\t]*\`${LINE_END}`, 'gm'), () => ({ type: 'middle', test: null })],
  [new RegExp(`^[ \\t]*'[ \\t]*\\)${LINE_END}`, 'gm'), () => ({ type: 'close' })],
];

/** All such lines of a text, in order. */
export function findMacroTags(text: string): LoneTag[] {
  const tags = LINES.flatMap(([pattern, effectOf]) =>
    [...text.matchAll(pattern)].map(({ index, 0: written, 1: test = '' }): LoneTag => {
      const start = index + (written.length - written.trimStart().length);
      return { span: { start, end: index + written.length }, effect: effectOf(test) };
    }),
  );
  return tags.toSorted((a, b) => a.span.start - b.span.start);
}
