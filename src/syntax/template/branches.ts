import type { BlockKind } from './effects.ts';
import { maskCode } from './expression-mask.ts';

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
  /** The choice ends with `{% end %}`, as in Genshi and Tornado. */
  readonly endsBare: boolean;
  readonly isNegated: boolean;
  /** Asks whether there is anything to repeat. */
  readonly isLoop: boolean;
}

/** The lines between two tags: `{% if x %}` to `{% else %}`, that to `{% endif %}`. */
export interface TemplateBlock extends TemplateQuestion {
  readonly kind: BlockKind;
  /** It goes on where a branch before it ends: `{% else %}`. */
  readonly isFurther: boolean;
  /** What was asked before it, up to a number that no tree can be gone through for, each with the answer that leads here: of `else` behind `if a` and `elif b` that is not a. */
  readonly asked: readonly TemplateQuestion[];
}

/** A tag that opens a choice or a loop, or goes on with one. */
export interface AskingTag extends Pick<TemplateAsker, 'tag' | 'endsBare'> {
  /** It asks for a list, though its lines are there once. */
  readonly isOfList?: boolean | undefined;
}

export function firstBranch(asking: AskingTag, test: string, kind: BlockKind): TemplateBlock {
  const isLoop = kind === 'loop' || asking.isOfList === true;
  return { ...questionOf(asking, test, isLoop), kind, isFurther: false, asked: [] };
}

/** @param test null for `else`: none of the branches before it */
export function nextBranch(before: TemplateBlock, asking: AskingTag, test: string | null): TemplateBlock {
  const { kind } = before;
  // `case x` asks nothing by itself, `when` asks it of x.
  const isCase = kind === 'other' && !before.isFurther;
  const asked = isCase ? [] : isLongChoice(before) ? before.asked : [...before.asked, opposite(before)];
  if (test !== null) {
    const isOfCase = kind === 'other' || /^(?:case|switch)\b/.test(before.test);
    const question = questionOf(asking, isOfCase ? `${before.test}: ${test}` : test);
    return { ...question, kind, isFurther: true, asked };
  }
  if (isLongChoice(before)) return { ...opposite(before), kind, isFurther: true, asked };
  const last = asked.at(-1) ?? opposite(before);
  return { ...last, kind, isFurther: true, asked: asked.slice(0, -1) };
}

/** Whether it is behind so many branches that nobody goes through all answers: not all of them are kept. */
export function isLongChoice({ asked }: TemplateBlock): boolean {
  return asked.length >= LONG_CHOICE;
}

const LONG_CHOICE = 256;

function opposite({ test, isNegated, asker }: TemplateQuestion): TemplateQuestion {
  return { test, isNegated: !isNegated, asker };
}

function questionOf({ tag, endsBare }: AskingTag, written: string, isLoop = false): TemplateQuestion {
  const { test, isNegated } = askedBy(written);
  return { test, isNegated, asker: { tag, endsBare, isNegated, isLoop } };
}

/** `unless` denies all that follows it; `not` and `!` bind more tightly than `and`. */
function askedBy(written: string): Pick<TemplateQuestion, 'test' | 'isNegated'> {
  const [, unless] = /^unless\b([^]*)$/i.exec(written) ?? [];
  if (unless !== undefined) return { test: unsigned(unless), isNegated: true };
  const [, denied] = /^(?:not\b|!(?![=~]))\s*([^]*)$/i.exec(written) ?? [];
  if (denied !== undefined && (isBracketed(denied.trim()) || !OPERATOR.test(denied))) {
    return { test: unsigned(denied), isNegated: true };
  }
  return { test: unsigned(written), isNegated: false };
}

/** In brackets, where it begins with a `!`: of `!a && b` that does not deny all of it. */
function unsigned(written: string): string {
  const test = withoutBrackets(written);
  return test.startsWith('!') ? `(${test})` : test;
}

/** What several tests are joined to one by; null where that is none or both of these words, between which languages differ. */
export function joinedTests(asked: string): {
  readonly word: 'and' | 'or';
  readonly questions: readonly Pick<TemplateQuestion, 'test' | 'isNegated'>[];
} | null {
  const test = withoutBrackets(asked);
  const masked = maskCode(test);
  if (masked === null) return null;
  const joints = [...masked.mask.matchAll(/\s*(?:\b(and|or)\b|(&&)|\|\|)\s*/gi)];
  const words = new Set(
    joints.map(([, word, ands]) => (ands === undefined ? (word ?? 'or') : 'and').toLowerCase()),
  );
  const [word] = words;
  if (words.size !== 1 || word === undefined) return null;
  const starts = [0, ...joints.map(({ index, 0: { length } }) => index + length)];
  const questions = starts.map((start, at) => askedBy(test.slice(start, joints[at]?.index)));
  return { word: word === 'and' ? 'and' : 'or', questions };
}

/** Not the `?` that ends the name of a method: `@nets.empty?`. */
const OPERATOR = /\b(?:and|or|in|if|is)\b|&&|\|\||[=<>~]|(?<!\w)\?|\?(?!$|[()])/;

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
