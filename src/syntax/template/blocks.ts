import type { Span } from '../../text/index.ts';
import { firstAt, shadowTags } from './shadow.ts';
import type { TemplateBlock } from './branches.ts';
import { firstBranch, nextBranch } from './branches.ts';
import { effectOf } from './effects.ts';
import type { TemplateEngine } from './engine.ts';
import type { TemplateTag } from './template-tag.ts';
import type { PutInValue } from './put-in-value.ts';
import type { Trimming } from './trimming.ts';
import { isPutOut, outerSpans } from './trimming.ts';

/** A piece of a template: text, what is put in, code that puts nothing out, or a choice or loop. */
export type TemplatePart =
  | { readonly type: 'text' | 'value' | 'silent'; readonly text: string }
  | {
      readonly type: 'block';
      readonly branches: readonly TemplateBranch[];
      /** Its lines, without its tags; null where others may be joined to them. */
      readonly lines: string | null;
    };

export interface TemplateBranch {
  /** What is asked once no branch before it was taken. */
  readonly block: TemplateBlock;
  /** It is there wherever none before it is. */
  readonly isRest: boolean;
  readonly body: readonly TemplatePart[];
}

interface OpenBlock {
  readonly branches: {
    readonly block: TemplateBlock;
    readonly isRest: boolean;
    readonly body: TemplatePart[];
  }[];
  readonly start: number;
}

/** Whose tags these are, and what that is set to. */
export interface Rendering {
  readonly trimming?: Trimming;
  readonly engine?: TemplateEngine;
}

/** The parts of a text with these tags, as an engine puts them out; null where what closes what can't be told. */
export function templateParts(
  text: string,
  tags: readonly TemplateTag[],
  { trimming = 'none', engine = 'auto' }: Rendering = {},
): TemplatePart[] | null {
  // Most texts are no template: their lines are one piece.
  if (tags.length === 0) return text === '' ? [] : [{ type: 'text', text }];
  const endsBare = engine === 'genshi';
  const root: TemplatePart[] = [];
  const stack: OpenBlock[] = [];
  const shadow = shadowTags(text, tags);
  const spans = outerSpans(text, tags, trimming);
  let body = root;
  let behind = 0;
  for (const [i, { span, effect }] of tags.entries()) {
    const outer = spans[i]!;
    if (outer.start > behind) body.push({ type: 'text', text: text.slice(behind, outer.start) });
    behind = outer.end;
    const tag = text.slice(span.start, span.end);
    if (effect.type === 'value') {
      body.push(
        partOfValue(effect.value ?? { type: 'value', tag }, endsBare, () =>
          linesWith(i, { text, shadow, tags, spans }),
        ),
      );
    } else if (effect.type === 'none') body.push({ type: 'silent', text: tag });
    else if (effect.type === 'open') {
      const block = firstBranch({ tag, endsBare, isOfList: effect.isOfList }, effect.test, effect.kind);
      body = [];
      stack.push({ branches: [{ block, isRest: false, body }], start: i });
    } else {
      const top = stack.at(-1);
      if (top === undefined) return null;
      if (effect.type === 'middle') {
        body = [];
        const { block } = top.branches[0]!;
        top.branches.push({
          block: nextBranch(block, { tag, endsBare }, effect.test),
          isRest: effect.test === null,
          body,
        });
        continue;
      }
      stack.pop();
      body = stack.at(-1)?.branches.at(-1)?.body ?? root;
      const lines = linesOf({ first: top.start, last: i }, { text, shadow, tags, spans });
      body.push({ type: 'block', branches: top.branches, lines });
    }
  }
  if (behind < text.length) body.push({ type: 'text', text: text.slice(behind) });
  return stack.length === 0 ? root : null;
}

/** @param lines those that it stands in, with each of its words */
function partOfValue(value: PutInValue, endsBare: boolean, lines: () => string | null): TemplatePart {
  switch (value.type) {
    case 'word':
      return { type: 'text', text: value.word };
    case 'value':
      return { type: 'value', text: value.tag };
    case 'choice': {
      const block = firstBranch({ tag: value.tag, endsBare }, testOf(value.tag), 'if');
      const rest = nextBranch(block, { tag: '', endsBare }, null);
      return {
        type: 'block',
        branches: [
          { block, isRest: false, body: [partOfValue(value.holds, endsBare, lines)] },
          { block: rest, isRest: true, body: [partOfValue(value.fails, endsBare, lines)] },
        ],
        lines: lines(),
      };
    }
  }
}

function testOf(tag: string): string {
  const effect = effectOf(tag);
  return effect.type === 'open' ? effect.test : '';
}

/** The line of a value with each word that may come in its place; null where others may be joined to it. */
function linesWith(i: number, written: Written): string | null {
  const { text, tags } = written;
  const { span, effect } = tags[i]!;
  const { start, end } = lineAround(span.start, text);
  if (isJoined(start, i, written) || effect.type !== 'value' || effect.value === undefined) return null;
  return wordsIn(effect.value)
    .map((word) => text.slice(start, span.start) + word + text.slice(span.end, end))
    .join('\n');
}

function wordsIn(value: PutInValue): readonly string[] {
  if (value.type === 'word') return [value.word];
  return value.type === 'value' ? [value.tag] : [...wordsIn(value.holds), ...wordsIn(value.fails)];
}

/** Whether a tag of a line, or before it, up to that of this number, takes a line ending away. */
function isJoined(start: number, i: number, written: Written): boolean {
  const { tags } = written;
  for (let at = Math.max(0, firstAt(start, tags) - 1); at <= i; at++) {
    if (beginsLine(at, written) || endsLine(at, written)) return true;
  }
  return false;
}

interface Written {
  readonly text: string;
  readonly shadow: string;
  readonly tags: readonly TemplateTag[];
  /** What goes with each tag. */
  readonly spans: readonly Span[];
}

/** The lines that the tags of a block stand on, and those between, without these tags; null where other lines may be joined to them. */
function linesOf(
  { first, last }: { readonly first: number; readonly last: number },
  written: Written,
): string | null {
  const { text, tags, spans } = written;
  const { start } = lineAround(tags[first]!.span.start, text);
  const { end } = lineAround(tags[last]!.span.end, text);
  // With what its branches put out, and without.
  const rest = text.slice(start, tags[first]!.span.start) + text.slice(tags[last]!.span.end, end);
  const lines = `${withoutControls({ start, end }, tags.slice(first, last + 1), text)}\n${rest}`;
  if (!text.slice(start, end).includes('\n')) return isJoined(start, first, written) ? null : lines;
  let takesBefore = first > 0 && spans[first - 1]!.end >= start && endsLine(first - 1, written);
  let takesBehind =
    beginsLine(last + 1, written) && endsLine(last + 1, written) && spans[last + 1]!.start <= end;
  for (let i = first; i <= last; i++) {
    const { span, effect } = tags[i]!;
    takesBefore ||= beginsLine(i, written);
    takesBehind ||= endsLine(i, written);
    if (effect.type !== 'value' && effect.type !== 'none' && !isControlLine(span, written)) return null;
  }
  return takesBefore && takesBehind ? null : lines;
}

/** Whether a line ending goes before the tag of this number. */
function beginsLine(i: number, { text, tags, spans }: Written): boolean {
  return i < tags.length && text.slice(spans[i]!.start, tags[i]!.span.start).includes('\n');
}

/** Whether one goes behind it. */
function endsLine(i: number, { text, tags, spans }: Written): boolean {
  return i < tags.length && text.slice(tags[i]!.span.end, spans[i]!.end).includes('\n');
}

function withoutControls({ start, end }: Span, tags: readonly TemplateTag[], text: string): string {
  const kept: string[] = [];
  let at = start;
  for (const { span, effect } of tags) {
    if (effect.type === 'value') continue;
    kept.push(text.slice(at, span.start));
    at = span.end;
  }
  return kept.join('') + text.slice(at, end);
}

function isControlLine(tag: Span, { text, shadow, tags }: Written): boolean {
  return !isPutOut(lineAround(tag.start, text).start, lineAround(tag.end, text).end, shadow, tags);
}

function lineAround(at: number, text: string): Span {
  const end = text.indexOf('\n', at);
  return { start: text.lastIndexOf('\n', at - 1) + 1, end: end === -1 ? text.length : end };
}
