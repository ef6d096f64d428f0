import type { Span } from '../../text/index.ts';
import { firstAt } from './shadow.ts';
import type { TemplateTag } from './template-tag.ts';

/**
 * What engines are set to take away beside tags, besides what a tag says by itself (`-%>`): the line ending behind tags that put nothing out
 * (`blocks`: trim_blocks, which Ansible sets, and all of Twig), behind lines that are one tag or begin and end with one (`lines`: ERB's `<>`), behind
 * each tag that ends a line (`line-ends`: ERB's `>`, POST_CHOMP), or before each that begins one (`line-beginnings`: PRE_CHOMP).
 */
const TRIMMINGS = ['none', 'blocks', 'lines', 'line-ends', 'line-beginnings'] as const;

export type Trimming = (typeof TRIMMINGS)[number];

/** Each tag with the blanks and line endings around it that an engine takes away with it, in order. */
export function outerSpans(text: string, tags: readonly TemplateTag[], trimming: Trimming): Span[] {
  let behind = 0;
  return tags.map((tag) => {
    const written = text.slice(tag.span.start, tag.span.end);
    const { start, end } = wholeLine(text, tag, written) ?? {
      start: startOf(text, tag, written, trimming),
      end: endOf(text, tag, written, trimming),
    };
    const span = { start: Math.max(start, behind), end };
    behind = end;
    return span;
  });
}

/** Mustache and Handlebars take the line away on which a tag stands alone that puts nothing out. */
function wholeLine(text: string, { span }: TemplateTag, written: string): Span | null {
  if (!/^\{\{~?\s*(?:[#/^!]|else\b)/.test(written)) return null;
  const start = text.lastIndexOf('\n', span.start - 1) + 1;
  const [rest] = matchAt(/[ \t]*(?:\r?\n|$)/y, text, span.end) ?? [];
  if (rest === undefined || /\S/.test(text.slice(start, span.start))) return null;
  const isGreedyBefore = written.startsWith('{{~');
  const isGreedyBehind = written.endsWith('~}}');
  return {
    start: isGreedyBefore ? blanksBefore(text, start) : start,
    end: span.end + (isGreedyBehind ? lengthAt(/\s*/y, text, span.end) : rest.length),
  };
}

function startOf(
  text: string,
  { span: { start }, takesBlanks }: TemplateTag,
  written: string,
  trimming: Trimming,
): number {
  if (takesBlanks && /^<%#?-/.test(written)) return start - lengthBefore(/[ \t]*$/, text, start);
  if (/^[$%]\{~/.test(written)) return startOfLiteral(text, start);
  if (/^\{(?:[{%#]-(?!-)|\{~)/.test(written)) return blanksBefore(text, start);
  const isChomped =
    written.startsWith('[%-') || (trimming === 'line-beginnings' && /^\[%(?!\+)/.test(written));
  if (!isChomped) return start;
  const line = text.lastIndexOf('\n', start - 1);
  return line === -1 || /\S/.test(text.slice(line, start)) ? start : line;
}

/** Terraform takes the blanks of one literal away, which is what stands before the tag in its line, or the line before. */
function startOfLiteral(text: string, start: number): number {
  const blanks = lengthBefore(/[ \t]*$/, text, start);
  if (blanks > 0 || text[start - 1] !== '\n') return start - blanks;
  const end = text[start - 2] === '\r' ? start - 2 : start - 1;
  return end - lengthBefore(/[ \t]*$/, text, end);
}

function endOf(
  text: string,
  { span, effect: { type }, takesBlanks }: TemplateTag,
  written: string,
  trimming: Trimming,
): number {
  const { end } = span;
  if (takesBlanks && written.endsWith('-%>')) return end + lengthAt(/[ \t]*(?:\r?\n)?/y, text, end);
  if (/^[$%]\{[^]*~\}$/.test(written)) return end + lengthAt(/[ \t]*(?:\r?\n)?/y, text, end);
  if (/(?:(?<!-)[-~]\}\}|-[%#]\})$/.test(written)) return end + lengthAt(/\s*/y, text, end);
  if (/(?:-%\]|_%>)$/.test(written)) return end + lengthAt(/[ \t]*\r?\n/y, text, end);
  const takesOne =
    /(?:-%>|\?>)$/.test(written) ||
    (type !== 'value' && SMARTY.test(written)) ||
    (trimming !== 'none' && takesLineEnd(text, span, written, type, trimming));
  return takesOne ? end + lengthAt(/\r?\n/y, text, end) : end;
}

/** What puts nothing out takes the line ending behind it away, as PHP does; not so `{literal}`. */
const SMARTY = /^\{(?:\*|\/?(?!\/?literal\})[a-z])/;

function takesLineEnd(
  text: string,
  { start }: Span,
  written: string,
  type: TemplateTag['effect']['type'],
  trimming: Trimming,
): boolean {
  switch (trimming) {
    case 'blocks':
      return /[^+][%#]\}$/.test(written) && /^\{[%#]/.test(written) && type !== 'value';
    case 'lines':
      return written.endsWith('%>') && text.startsWith('<%', text.lastIndexOf('\n', start - 1) + 1);
    case 'line-ends':
      return /(?:%>|[^+]%\])$/.test(written);
    default:
      return false;
  }
}

function lengthBefore(pattern: RegExp, text: string, at: number): number {
  return pattern.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))?.[0].length ?? 0;
}

function blanksBefore(text: string, end: number): number {
  let start = end;
  while (start > 0 && /\s/.test(text[start - 1]!)) start--;
  return start;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  return matchAt(pattern, text, at)?.[0].length ?? 0;
}

/** Whether all that an engine does with the text is to put values in. */
export function hasOnlyValues(text: string, tags: readonly TemplateTag[]): boolean {
  if (!tags.every(({ effect }) => effect.type === 'value' && effect.value === undefined)) return false;
  const spans = outerSpans(text, tags, 'none');
  return tags.every(({ span }, i) => {
    const { start, end } = spans[i]!;
    return !text.slice(start, span.start).includes('\n') && !text.slice(span.end, end).includes('\n');
  });
}

/** What comes to stand in one line, before and behind the place where an engine takes a line ending away. */
export type JoinedLines = readonly [line: string, next: string];

/**
 * The settings with which lines come out joined that are apart without.
 * @param couldBe whether a server may take what is made so: nobody has a setting with which the file is of no use
 */
export function trimmingsOf(
  text: string,
  tags: readonly TemplateTag[],
  couldBe: (lines: JoinedLines, trimming: Trimming) => boolean,
): Trimming[] {
  if (tags.length === 0) return [];
  const plain = outerSpans(text, tags, 'none');
  const isLiquid = tags.some(({ span: { start, end } }) => OF_LIQUID.test(text.slice(start, end)));
  return TRIMMINGS.filter((trimming) => {
    if (trimming === 'none' || (isLiquid && trimming === 'blocks')) return false;
    const joined = joinedLines(text, tags, plain, outerSpans(text, tags, trimming));
    return joined.length > 0 && joined.every((lines) => couldBe(lines, trimming));
  });
}

/** Words that neither Jinja2 nor Twig have: Liquid takes nothing away that a dash does not say. */
const OF_LIQUID = /^\{%-?\s*(?:case|unless|assign|capture|elsif)\b/;

/** @param plain what goes with each tag in any case */
function joinedLines(
  text: string,
  tags: readonly TemplateTag[],
  plain: readonly Span[],
  spans: readonly Span[],
): JoinedLines[] {
  let made = '';
  let behind = 0;
  const places = tags.flatMap(({ span, effect }, i): number[] => {
    const { start, end } = spans[i]!;
    made += text.slice(behind, start);
    behind = end;
    const before = made.length;
    if (effect.type === 'value') made += text.slice(span.start, span.end);
    // It is in a branch that may not be there.
    const isInBranch = (effect.type === 'open' || effect.type === 'middle') && text[end] === '\n';
    if (isInBranch && end === span.end) {
      made += ' ';
      behind = end + 1;
    }
    return [...(start < plain[i]!.start ? [before] : []), ...(end > plain[i]!.end ? [made.length] : [])];
  });
  made += text.slice(behind);
  return places.flatMap((at) => {
    const found = made.indexOf('\n', at);
    const lines: JoinedLines = [
      made.slice(made.lastIndexOf('\n', at - 1) + 1, at),
      made.slice(at, found === -1 ? made.length : found),
    ];
    return lines.every((line) => /\S/.test(line)) ? [lines] : [];
  });
}

/** Whether text comes of this. */
export function isPutOut(from: number, to: number, shadow: string, tags: readonly TemplateTag[]): boolean {
  if (/[^\s\uE000\uE001]/.test(shadow.slice(from, to))) return true;
  for (let i = firstAt(from, tags); tags[i] !== undefined && tags[i]!.span.start < to; i++) {
    if (tags[i]!.effect.type === 'value') return true;
  }
  return false;
}
