import type { Span } from '../../text/index.ts';
import type { Effect, SettledEffect } from './effects.ts';

/** One tag of a template engine. */
export interface TemplateTag {
  readonly span: Span;
  /** `value`: text comes in its place; `none`: a comment, or code that says nothing; else what it does to lines around it. */
  readonly effect: SettledEffect;
}

/** One that is read by itself. */
export interface LoneTag {
  readonly span: Span;
  readonly effect: Effect;
}
