import type { BlockKind } from './effects.ts';

/** Whether some lines of a template are kept; the same text is the same question. */
export interface TemplateQuestion {
  readonly test: string;
  readonly isNegated: boolean;
  readonly asker: TemplateAsker;
}

/** The tag that asks; `unless` asks for the opposite of its test. */
export interface TemplateAsker {
  /** As it is written; '' where no other is to be written like it. */
  readonly tag: string;
  readonly isNegated: boolean;
  /** Asks whether there is anything to repeat. */
  readonly isLoop: boolean;
}

/** The lines between two tags: `{% if x %}` to `{% else %}`, that to `{% endif %}`. */
export interface TemplateBlock extends TemplateQuestion {
  readonly kind: BlockKind;
  /** It goes on where a branch before it ends: `{% else %}`. */
  readonly isFurther: boolean;
  /** What was asked before it, each with the answer that leads here: of `else` behind `if a` and `elif b` that is not a. */
  readonly asked: readonly TemplateQuestion[];
}

export function firstBranch(tag: string, test: string, kind: BlockKind): TemplateBlock {
  return { ...questionOf(tag, test, kind === 'loop'), kind, isFurther: false, asked: [] };
}

/** @param test null for `else`: none of the branches before it */
export function nextBranch(before: TemplateBlock, tag: string, test: string | null): TemplateBlock {
  const { kind } = before;
  // `case x` asks nothing by itself, `when` asks it of x.
  const isCase = kind === 'other' && !before.isFurther;
  const asked = isCase ? [] : [...before.asked, opposite(before)];
  if (test !== null) {
    const isOfCase = kind === 'other' || /^(?:case|switch)\b/.test(before.test);
    const question = questionOf(tag, isOfCase ? `${before.test}: ${test}` : test);
    return { ...question, kind, isFurther: true, asked };
  }
  const last = asked.at(-1) ?? opposite(before);
  return { ...last, kind, isFurther: true, asked: asked.slice(0, -1) };
}

function opposite({ test, isNegated, asker }: TemplateQuestion): TemplateQuestion {
  return { test, isNegated: !isNegated, asker };
}

function questionOf(tag: string, written: string, isLoop = false): TemplateQuestion {
  const { test, isNegated } = askedBy(written);
  return { test, isNegated, asker: { tag, isNegated, isLoop } };
}

/** `unless` denies all that follows it; `not` and `!` bind more tightly than `and`. */
function askedBy(written: string): Pick<TemplateQuestion, 'test' | 'isNegated'> {
  const [, unless] = /^unless\b([^]*)$/i.exec(written) ?? [];
  if (unless !== undefined) return { test: withoutBrackets(unless), isNegated: true };
  const [, denied] = /^(?:not\b|!(?![=~]))\s*([^]*)$/i.exec(written) ?? [];
  if (denied !== undefined && (isBracketed(denied.trim()) || !OPERATOR.test(denied))) {
    return { test: withoutBrackets(denied), isNegated: true };
  }
  return { test: withoutBrackets(written), isNegated: false };
}

const OPERATOR = /\b(?:and|or|in|if|is)\b|&&|\|\||[=<>~?]/;

function withoutBrackets(text: string): string {
  const trimmed = text.trim();
  return isBracketed(trimmed) ? withoutBrackets(trimmed.slice(1, -1)) : trimmed;
}

/** Whether one pair of brackets is around all of it. */
function isBracketed(text: string): boolean {
  if (!text.startsWith('(') || !text.endsWith(')')) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0 && at < text.length - 1) return false;
  }
  return true;
}
