import type { Span } from '../../text/index.ts';
import type { Effect } from './effects.ts';

/** One tag of a template engine. */
export interface TemplateTag {
  readonly span: Span;
  /** `value`: text comes in its place; `none`: a comment, or code that says nothing; else what it does to lines around it. */
  readonly effect: Effect;
}
