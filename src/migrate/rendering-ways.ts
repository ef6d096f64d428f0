import { maySayWhoGetsIn } from '../access/index.ts';
import { decideTemplate } from '../model/index.ts';
import type { Assumptions } from '../model/index.ts';
import { renderTemplate, tagsOfFile, templateParts, trimmingsOf, withoutSaid } from '../syntax/index.ts';
import type {
  JoinedLines,
  TemplateDecisions,
  TemplateEngine,
  TemplatePart,
  Trimming,
} from '../syntax/index.ts';

/** What is gone through at most. Eight questions have 256 renderings, five loops 243. */
const MOST_RENDERINGS = 256;

/** One choice of a rendering, and how many there are. */
export interface Choice {
  readonly key: string;
  readonly value: number;
  readonly values: number;
}

/** A way to render texts. */
export interface RenderingWay {
  /** What was asked so far, with the answers. */
  readonly choices: readonly Choice[];
  /** A template that asks for the version of its server is asked for that one. */
  render(version: '2.2' | '2.4', trimming: Trimming): (text: string, path: string) => string;
}

/** The texts that are rendered, each of them once taken apart. */
export class RenderedTexts {
  /** What the engine may be set to, where that makes a difference to a text that was rendered. */
  readonly trimmings = new Set<Trimming>(['none']);
  private readonly engine: TemplateEngine;
  private readonly assumptions: Assumptions;
  private readonly parts = new Map<string, Map<string, readonly TemplatePart[] | null>>();
  private readonly mattering = new Map<string, boolean>();

  constructor(engine: TemplateEngine, assumptions: Assumptions) {
    this.engine = engine;
    this.assumptions = assumptions;
  }

  /** Null where what its tags are about can't be told. */
  partsOf(path: string, text: string, trimming: Trimming): readonly TemplatePart[] | null {
    const ofText = this.parts.get(text) ?? new Map<string, readonly TemplatePart[] | null>();
    this.parts.set(text, ofText);
    const key = `${trimming} ${path}`;
    let parts = ofText.get(key);
    if (parts === undefined) {
      const { tags, engine } = tagsOfFile(path, text, this.engine);
      if (trimming === 'none')
        trimmingsOf(text, tags, couldBeJoined).forEach((each) => this.trimmings.add(each));
      const open = withoutSaid(text, tags, (name) => this.assumptions.has(name));
      ofText.set(key, (parts = templateParts(text, open, { trimming, engine })));
    }
    return parts;
  }

  /** Blocks that have no say in who gets in are no reason to render twice as many ways. */
  matters(lines: string): boolean {
    let matters = this.mattering.get(lines);
    if (matters === undefined) this.mattering.set(lines, (matters = maySayWhoGetsIn(lines)));
    return matters;
  }
}

/**
 * Whether a setting can be in use with which these lines are one. Ansible and Twig trim whatever is in the file, and with ERB and Template Toolkit
 * nobody sets what leaves no file of any use: where lines run into each other that end in a value, or before a section.
 */
export function couldBeJoined([line, next]: JoinedLines, trimming: Trimming): boolean {
  if (trimming === 'blocks') return true;
  if (/^\s*<\/?[A-Za-z]/.test(next)) return false;
  if (line.trimStart().startsWith('#')) return true;
  return trimming !== 'line-beginnings' && !/%[>\]]$/.test(line) && !/^\s*</.test(line);
}

/** Each way to render what is rendered with it, as long as there are not too many; then each choice by itself. */
export function* renderingWays(texts: RenderedTexts): Generator<RenderingWay> {
  let choices: Choice[] | null = [];
  for (let count = 0; count < MOST_RENDERINGS; count++) {
    const way = createWay(choices, 'first', texts);
    yield way;
    choices = nextChoices(way.choices);
    if (choices === null) return;
  }
  for (const base of ['first', 'last'] as const) {
    const whole = createWay([], base, texts);
    yield whole;
    for (const choice of whole.choices) yield* otherValues(choice, base, texts);
  }
}

function* otherValues(choice: Choice, base: 'first' | 'last', texts: RenderedTexts): Generator<RenderingWay> {
  for (let value = 0; value < choice.values; value++) {
    if (value !== choice.value) yield createWay([{ ...choice, value }], base, texts);
  }
}

/** What is asked first changes last. */
function nextChoices(choices: readonly Choice[]): Choice[] | null {
  const at = choices.findLastIndex(({ value, values }) => value + 1 < values);
  const choice = choices[at];
  return choice === undefined ? null : [...choices.slice(0, at), { ...choice, value: choice.value + 1 }];
}

function createWay(given: readonly Choice[], base: 'first' | 'last', texts: RenderedTexts): RenderingWay {
  const choices = [...given];
  const known = new Map(given.map(({ key, value }) => [key, value]));
  const valueOf = (key: string, values: number): number => {
    const value = known.get(key) ?? (base === 'first' ? 0 : values - 1);
    if (!known.has(key)) {
      known.set(key, value);
      choices.push({ key, value, values });
    }
    return value;
  };
  const decisions = (version: '2.2' | '2.4'): TemplateDecisions => ({
    answer(key, question) {
      const { on22, on24 } = decideTemplate({ ...question, isNegated: false });
      const decided = version === '2.2' ? on22 : on24;
      return decided === 'maybe' ? valueOf(key, 2) === 1 : decided === 'yes';
    },
    repeats: (key) => valueOf(key, 3),
    matters: (lines) => texts.matters(lines),
  });
  return {
    choices,
    render(version, trimming) {
      return (text, path) => {
        const parts = texts.partsOf(path, text, trimming);
        return parts === null ? text : renderTemplate(parts, decisions(version));
      };
    },
  };
}
