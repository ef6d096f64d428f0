import type { TemplateBranch, TemplatePart } from './blocks.ts';
import type { TemplateAsker, TemplateQuestion } from './branches.ts';
import { givesNames, loopNames, namesOneOf, NameVersions } from './template-names.ts';

/** What a rendering has to be told, by a key that is the same wherever the same is asked. */
export interface TemplateDecisions {
  /** Whether a question's test holds. @param part which asks it */
  answer(key: string, question: TemplateQuestion, part: TemplateChoice): boolean;
  /** How many times the lines of a loop are there. */
  repeats(key: string, test: string, part: TemplateChoice): number;
  /** Whether it matters which of the branches of these lines are there; of others the first one is. */
  matters(lines: string): boolean;
  /** Told of what is put out, piece by piece. */
  putsOut?(text: string): void;
}

/** A choice or a loop. */
export type TemplateChoice = Extract<TemplatePart, { type: 'block' }>;

/** Where a part stands: what the loops around it give names to, and in which of their rounds. */
interface Round {
  /** Null: anything. */
  readonly names: ReadonlySet<string> | null;
  readonly number: number;
  readonly isLast: boolean;
}

/**
 * A text with its choices made and its loops gone through, as an engine does. Values stay as they are written; what a loop gives a value to
 * is told apart by its round, in a comment within the tag.
 */
export function renderTemplate(parts: readonly TemplatePart[], decisions: TemplateDecisions): string {
  return new Renderer(decisions).textOf(parts, []);
}

class Renderer {
  private readonly versions = new NameVersions();
  private readonly decisions: TemplateDecisions;
  /** Whether a value of PHP was put out: to look how a text ends that was put together costs a copy of it. */
  private hasPhp = false;

  constructor(decisions: TemplateDecisions) {
    this.decisions = decisions;
  }

  textOf(parts: readonly TemplatePart[], rounds: readonly Round[]): string {
    let text = '';
    for (const part of parts) {
      if (part.type === 'block') text += this.blockText(part, rounds);
      else if (part.type === 'text') {
        text += this.hasPhp ? partedFromTag(text, part.text) : part.text;
        this.decisions.putsOut?.(part.text);
      } else {
        if (part.type === 'value') {
          text += markedTag(withoutTrims(part.text), rounds, this.versions.of(part.text));
          this.decisions.putsOut?.('{}');
          this.hasPhp ||= part.text.endsWith('?>');
        }
        this.versions.pass(part);
      }
    }
    return text;
  }

  private blockText(part: TemplateChoice, rounds: readonly Round[]): string {
    const { branches, lines } = part;
    if (lines !== null && !this.decisions.matters(lines)) return this.textOf(keptOf(branches), rounds);
    const text = this.firstText(part, rounds);
    if (text !== null && branches[0]!.block.kind !== 'other') return text;
    const taken = branches.slice(1).find((branch) => branch.isRest || this.holds(branch.block, part, rounds));
    return (text ?? '') + (taken === undefined ? '' : this.textOf(taken.body, rounds));
  }

  /** Null where the branches behind it are asked. */
  private firstText(part: TemplateChoice, rounds: readonly Round[]): string | null {
    const { block, body } = part.branches[0]!;
    const { kind, test } = block;
    if (kind === 'if') return this.holds(block, part, rounds) ? this.textOf(body, rounds) : null;
    if (kind === 'other') {
      // `{% with y = 1 %}`: behind its end y is what it was.
      this.versions.pass({ text: test });
      const text = this.textOf(body, rounds);
      this.versions.pass({ text: test });
      return text;
    }
    const times = this.repeats(test, part, rounds);
    if (times === 0) return null;
    const names = loopNames(block, body);
    return Array.from({ length: times }, (_, i) =>
      this.textOf(body, [...rounds, { names, number: i + 1, isLast: i + 1 === times }]),
    ).join('');
  }

  private holds(question: TemplateQuestion, part: TemplateChoice, rounds: readonly Round[]): boolean {
    const { test, isNegated, asker } = question;
    const known = askedOfRound(test, rounds.at(-1));
    if (known !== null) return known !== isNegated;
    const isMet = asksForList(asker)
      ? this.repeats(test, part, rounds) > 0
      : this.decisions.answer(this.keyOf('if', test, rounds), question, part);
    return isMet !== isNegated;
  }

  private repeats(test: string, part: TemplateChoice, rounds: readonly Round[]): number {
    return this.decisions.repeats(this.keyOf('loop', test, rounds), test, part);
  }

  private keyOf(kind: string, test: string, rounds: readonly Round[]): string {
    const own = rounds.flatMap((round) => (dependsOn(test, round) ? [round.number] : []));
    const key = [kind, test, ...own, ...this.versions.of(test).map((count) => `at ${count}`)].join(' ');
    this.versions.ask(test);
    return key;
  }
}

/** Of the branches among which it does not matter which is there: one that gives names their values. */
function keptOf(branches: readonly TemplateBranch[]): readonly TemplatePart[] {
  const kept = branches.find(({ body }) => givesNames(body)) ?? branches[0];
  return kept?.body ?? [];
}

/** `loop.first`, `forloop.last`. */
function askedOfRound(test: string, round: Round | undefined): boolean | null {
  const [, which] = /^(?:for)?loop\.(first|last)$/.exec(test) ?? [];
  if (which === undefined || round === undefined) return null;
  return which === 'first' ? round.number === 1 : round.isLast;
}

/** Whether what is asked is that there is nothing to repeat: `{{^x}}` beside `{{#x}}`, `else` of a loop. */
function asksForList({ tag, isLoop }: TemplateAsker): boolean {
  return isLoop || /^\{\{\{?[-~]?\s*\^/.test(tag);
}

/** What its tag takes away around a value is gone already. */
function withoutTrims(tag: string): string {
  return tag
    .replace(/^(\{\{|\{%|\[%)[-~]/, '$1')
    .replace(/[-~](\}\}|%\})$/, '$1')
    .replace(/-(%>|%\])$/, '$1');
}

/** Behind `?>` one line ending is gone already, and one is left. */
function partedFromTag(before: string, text: string): string {
  return before.endsWith('?>') && /^\r?\n/.test(text) ? `\n${text}` : text;
}

function markedTag(tag: string, rounds: readonly Round[], versions: readonly number[]): string {
  const numbers = rounds.flatMap((round) => (dependsOn(tag, round) ? [round.number] : []));
  const marks = [numbers.join('.'), ...versions.map((version) => `.${version}`)].filter(
    (mark) => mark !== '',
  );
  if (marks.length === 0) return tag;
  // Smarty's is no tag with a blank in it, where no other tag says whose it is.
  if (/^\{\$[\w.]+\}$/.test(tag)) return `${tag.slice(0, -1)}.__${marks.join('').replaceAll('.', '_')}}`;
  const close = /\s*(?:%>|\?>|\}\}\}?|[%#]\}|%\]|\/?>|\})$/.exec(tag)?.index ?? tag.length;
  return `${tag.slice(0, close)} ${marks.map((mark) => `/*${mark}*/`).join('')}${tag.slice(close)}`;
}

function dependsOn(text: string, { names }: Round): boolean {
  return names === null || namesOneOf(text, names);
}
