import { findTags } from '../syntax/index.ts';
import { rememberWeakly } from '../text/index.ts';
import type { ModelFile } from '../model/index.ts';
import type { Fix } from './types.ts';

/** The tag of a template that a fix would change or lose: what the engine puts in there is not known, so it has to stay as it is. */
export function cutTag({ edits }: Fix): string | null {
  for (const { file, edit } of edits) {
    const { start, end } = edit.span;
    if (start === end || edit.text === '') continue;
    const lost = tagsOf(file).find(
      ({ span, text }) => span.start < end && span.end > start && !edit.text.includes(text),
    );
    if (lost !== undefined) return lost.text;
  }
  return null;
}

const tagsOf = rememberWeakly(({ source: { text }, document }: ModelFile) =>
  findTags(text, document.engine).map(({ span }) => ({ span, text: text.slice(span.start, span.end) })),
);
