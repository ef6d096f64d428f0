import type { Span } from '../../text/index.ts';
import { choiceTags } from './choice-tags.ts';
import type { Effect, SettledEffect } from './effects.ts';
import { tagsIn } from './put-in-value.ts';

/** One tag of a template engine. */
export interface TemplateTag {
  readonly span: Span;
  /** `value`: text comes in its place; `none`: a comment, or code that says nothing; else what it does to lines around it. */
  readonly effect: SettledEffect;
  /** EPP's dash takes away the blanks beside a tag wherever it stands, ERB's the line ending, or what is before it in its line. */
  readonly takesBlanks?: true;
}

/** One that is read by itself. */
export interface LoneTag {
  readonly span: Span;
  readonly effect: Effect;
  readonly takesBlanks?: true;
}

/** Whether the tag chooses among texts: those behind it, or those that it puts in itself. */
export function isChoice({ effect }: TemplateTag): boolean {
  return effect.type === 'open' || (effect.type === 'value' && effect.value !== undefined);
}

/** What has to stand in a text in which nothing of the tag is lost: the tag, or those that put in and ask the same; none for an end. */
export function essentialTags({ span, effect }: TemplateTag, text: string): readonly string[] {
  const written = text.slice(span.start, span.end);
  if (effect.type === 'value' && effect.value !== undefined) return tagsIn(effect.value);
  if (effect.type === 'close') return [];
  if (effect.type !== 'middle') return [written];
  return effect.test === null ? [] : [choiceTags({ tag: written, endsBare: false })?.open ?? written];
}
