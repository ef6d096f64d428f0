import { wordEffect } from './effects.ts';
import type { TemplateTag, LoneTag } from './template-tag.ts';

// Blocks whose text is not put out as it stands: each of them is one tag.

/**
 * What becomes of the text in a block: a value puts it out where it is called (`{% macro %}`, `{% set x %}`), code does (a lambda), it is put out
 * in other words (`{% filter upper %}`), or given to something else, which may put it out or not, with lines of its own (`{% call %}`).
 */
type BlockUse = 'called' | 'run' | 'changed' | 'given';

const USES: readonly (readonly [BlockUse, RegExp])[] = [
  [
    'called',
    /^(?:<%(?:def|method)\b|\{%[-+~]?\s*(?:macro\b|set\s|capture\s)|\{\{[-~]?\s*(?:define\b|#\*)|\[%[-+]?\s*(?:MACRO|BLOCK)\b|[<[]#(?:macro\s|assign\s+\w+\s*[>\]]))/,
  ],
  [
    'run',
    /^(?:<[%?](?:php)?-?\s*(?:function\s|def\s|\w+\s*=\s*(?:lambda|proc|Proc\.new|->))|#(?:(?:macro|define)\s*\(|(?:def|closure)\s))/,
  ],
  [
    'changed',
    /^(?:\{%[-+~]?\s*filter\s+(?!(?:indent|trim|escape|e)\b)|\[%[-+]?\s*FILTER\s+(?!(?:indent|trim)\b))/,
  ],
  ['given', /^(?:\{%[-+~]?\s*(?:call|apply|embed)\b|\[%[-+]?\s*WRAPPER\b|#@)/],
];

/** Null of a tag whose block is put out as it stands, and of one that has none. @param written the tag, or all of the block */
export function useOfBlock(written: string): BlockUse | null {
  return USES.find(([, pattern]) => pattern.test(written))?.[0] ?? null;
}

/** Whether this is a whole block whose text is not put out as it stands, and no tag by itself. */
export function isHeldBlock(written: string): boolean {
  const [, word] = UNKNOWN_BLOCK.exec(written) ?? [];
  return useOfBlock(written) !== null || (word !== undefined && wordEffect(word).type === 'value');
}

const UNKNOWN_BLOCK = /^\{%[-+~]?\s*(\w+)[^]*\{%[-+~]?\s*end\1\s*[-+~]?%\}$/;

const DEFINED =
  /^(?:<%(?:def|method)(?:\s+name\s*=)?|\{%[-+~]?\s*(?:macro|set|capture)|\{\{[-~]?\s*(?:define|#\*inline)|\[%[-+]?\s*(?:MACRO|BLOCK)|[<[]#(?:macro|assign))\s*["'`]?([\w.-]+)/;

/** The name by which the text of a block is called. */
export function nameOfBlock(written: string): string | null {
  return useOfBlock(written) === 'called' ? (DEFINED.exec(written)?.[1] ?? null) : null;
}

/** `{% trans %}` to `{% endtrans %}`: a word that is not known and has an end opens a block, and what that does to its text is not known. */
export function openUnknownWords(tags: readonly LoneTag[], text: string): readonly LoneTag[] {
  if (!text.includes('{%')) return tags;
  const ended = new Set(Array.from(text.matchAll(/\{%[-+~]?\s*end(\w+)/g), ([, word]) => word));
  return tags.map((tag) => {
    const word = tag.effect.type === 'value' ? wordOf(tag, text) : undefined;
    return word !== undefined && ended.has(word)
      ? { ...tag, effect: { type: 'open', test: word, kind: 'other', isGiven: true } }
      : tag;
  });
}

function wordOf({ span }: LoneTag, text: string): string | undefined {
  return /^\{%[-+~]?\s*(\w+)/.exec(text.slice(span.start, span.end))?.[1];
}

/** Each such block as one tag. */
export function joinHeldBlocks(tags: TemplateTag[], text: string): TemplateTag[] {
  const isHeld = ({ span: { start, end }, effect }: TemplateTag): boolean =>
    effect.type === 'open' && (effect.isGiven === true || useOfBlock(text.slice(start, end)) !== null);
  if (!tags.some(isHeld)) return tags;
  const joined: TemplateTag[] = [];
  const closing = closings(tags);
  for (let at = 0; at < tags.length; at++) {
    const tag = tags[at]!;
    const end = isHeld(tag) ? (closing.get(at) ?? at) : at;
    const span = { start: tag.span.start, end: tags[end]!.span.end };
    joined.push(end === at ? tag : { span, effect: { type: 'value' } });
    at = end;
  }
  return joined;
}

/** By the number of each tag that opens something: that of the one that closes it. */
function closings(tags: readonly TemplateTag[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const open: number[] = [];
  tags.forEach(({ effect: { type } }, at) => {
    if (type === 'open') open.push(at);
    const opened = type === 'close' ? open.pop() : undefined;
    if (opened !== undefined) found.set(opened, at);
  });
  return found;
}
