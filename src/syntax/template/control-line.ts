import type { Span } from '../../text/index.ts';
import type { SettledEffect } from './effects.ts';
import { firstAt } from './shadow.ts';
import type { TemplateTag } from './template-tag.ts';

/** Lines that hold nothing but tags, none of which leaves text behind: no server sees them. */
export interface ControlLine {
  /** Whole lines. */
  readonly span: Span;
  /** From the first tag to the last. */
  readonly tags: Span;
  /** What they do together; null if that is more than one thing. */
  readonly effect: Exclude<SettledEffect, { type: 'value' }> | null;
}

/** The control line that begins at an offset; null if other text stands there. A `#` before the tags hides nothing from an engine. */
export function controlLineAt(
  start: number,
  text: string,
  shadow: string,
  tags: readonly TemplateTag[],
): ControlLine | null {
  const lf = shadow.indexOf('\n', start);
  const end = lf === -1 ? text.length : lf + 1;
  const first = firstAt(start, tags);
  const own: TemplateTag[] = [];
  for (let at = first; tags[at] !== undefined && tags[at]!.span.start < end; at++) own.push(tags[at]!);
  const [one] = own;
  if (one === undefined || !/^[\s#\uE000\uE001]*$/.test(shadow.slice(start, end))) return null;
  if (own.some(({ effect }) => effect.type === 'value')) return null;
  const span = { start, end };
  const inner = { start: one.span.start, end: own.at(-1)!.span.end };
  const effects = own.map(({ effect }) => effect).filter(({ type }) => type !== 'none');
  // `{% if a %}{% endif %}`: nothing is left of it.
  const isClosed = effects.length === 2 && effects[0]?.type === 'open' && effects[1]?.type === 'close';
  const [effect = { type: 'none' }, ...more] = isClosed ? [] : effects;
  if (effect.type === 'value') return null;
  return { span, tags: inner, effect: more.length > 0 ? null : effect };
}

/** Whether what begins at an offset, behind tags that put nothing out, is neither a directive, nor a section, nor a comment. */
export function isRestOfLine(start: number, shadow: string, tags: readonly TemplateTag[]): boolean {
  let at = start;
  for (let i = firstAt(start, tags); ; i++) {
    while (shadow[at] === ' ' || shadow[at] === '\t') at++;
    const tag = tags[i];
    if (tag?.span.start !== at) break;
    if (tag.effect.type === 'value') return false;
    at = tag.span.end;
  }
  return /^[^A-Za-z<#\s]/.test(shadow.slice(at, at + 1));
}
