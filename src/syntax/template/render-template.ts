import type { TemplateBranch, TemplatePart } from './blocks.ts';
import type { TemplateAsker, TemplateQuestion } from './branches.ts';
import type { TemplateEngine } from './engine.ts';
import { loopNames, namesOneOf, NameVersions } from './template-names.ts';
import { findTags } from './tags.ts';

/** What a rendering has to be told, by a key that is the same wherever the same is asked. */
export interface TemplateDecisions {
  /** Whether a question's test holds. */
  answer(key: string, question: TemplateQuestion): boolean;
  /** How many times the lines of a loop are there. */
  repeats(key: string): number;
}

/** Where a part stands: what the loops around it give names to, and in which of their rounds. */
interface Round {
  /** Null: anything. */
  readonly names: ReadonlySet<string> | null;
  readonly number: string;
}

/**
 * A text with its choices made and its loops gone through, as an engine does. Values stay as they are written; what a loop gives a value to
 * is told apart by its round, in a comment within the tag.
 */
export function renderTemplate(
  parts: readonly TemplatePart[],
  engine: TemplateEngine,
  decisions: TemplateDecisions,
): string {
  const versions = new NameVersions();
  const keyOf = (kind: string, test: string, rounds: readonly Round[]): string => {
    const own = rounds.flatMap((round) => (dependsOn(test, round) ? [round.number] : []));
    const key = [kind, test, ...own, ...versions.of(test).map((count) => `at ${count}`)].join(' ');
    versions.ask(test);
    return key;
  };
  const repeats = (test: string, rounds: readonly Round[]): number =>
    decisions.repeats(keyOf('loop', test, rounds));
  const holds = (question: TemplateQuestion, rounds: readonly Round[]): boolean => {
    const { test, isNegated, asker } = question;
    const isMet = asksForList(asker)
      ? repeats(test, rounds) > 0
      : decisions.answer(keyOf('if', test, rounds), question);
    return isMet !== isNegated;
  };
  const branchText = ({ block, body }: TemplateBranch, rounds: readonly Round[]): string | null => {
    const { kind, isFurther, asked: before, test } = block;
    if (!before.every((question) => holds(question, rounds))) return null;
    if (isFurther || kind === 'if') return holds(block, rounds) ? textOf(body, rounds) : null;
    if (kind === 'other') return scopedText(body, test, rounds);
    const times = repeats(test, rounds);
    const round = (number: number): Round => ({
      names: loopNames(block, body, engine),
      number: `${number + 1}`,
    });
    return Array.from({ length: times }, (_, i) => textOf(body, [...rounds, round(i)])).join('');
  };
  // `{% with y = 1 %}`: behind its end y is what it was.
  const scopedText = (body: readonly TemplatePart[], test: string, rounds: readonly Round[]): string => {
    versions.pass(test);
    const text = textOf(body, rounds);
    versions.pass(test);
    return text;
  };
  const textOf = (some: readonly TemplatePart[], rounds: readonly Round[]): string =>
    some
      .map((part) =>
        part.type === 'text'
          ? markedText(part.text, rounds, { engine, versions })
          : part.branches.map((branch) => branchText(branch, rounds) ?? '').join(''),
      )
      .join('');
  return textOf(parts, []);
}

/** Whether what is asked is that there is nothing to repeat: `{{^x}}` beside `{{#x}}`, `else` of a loop. */
function asksForList({ tag, isLoop }: TemplateAsker): boolean {
  return isLoop || /^\{\{\{?[-~]?\s*\^/.test(tag);
}

function markedText(
  text: string,
  rounds: readonly Round[],
  { engine, versions }: { readonly engine: TemplateEngine; readonly versions: NameVersions },
): string {
  let end = 0;
  const pieces = findTags(text, engine).map(({ span }) => {
    const before = text.slice(end, span.start);
    ({ end } = span);
    const tag = text.slice(span.start, end);
    const marked = markedTag(tag, rounds, versions.of(tag));
    versions.pass(tag);
    return before + marked;
  });
  return pieces.join('') + text.slice(end);
}

function markedTag(tag: string, rounds: readonly Round[], versions: readonly number[]): string {
  const numbers = rounds.flatMap((round) => (dependsOn(tag, round) ? [round.number] : []));
  const marks = [numbers.join('.'), ...versions.map((version) => `.${version}`)].filter(
    (mark) => mark !== '',
  );
  if (marks.length === 0) return tag;
  const close = /\s*[-+~]?(?:%>|\?>|\}\}\}?|[%#]\}|%\]|\/?>|\})$/.exec(tag)?.index ?? tag.length;
  return `${tag.slice(0, close)} ${marks.map((mark) => `/*${mark}*/`).join('')}${tag.slice(close)}`;
}

function dependsOn(text: string, { names }: Round): boolean {
  return names === null || namesOneOf(text, names);
}
