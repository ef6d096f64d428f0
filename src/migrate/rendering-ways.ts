import { maySayWhoGetsIn } from '../access/index.ts';
import { isDirective } from '../catalog/index.ts';
import { decideTemplate } from '../model/index.ts';
import type { Assumptions } from '../model/index.ts';
import {
  parse,
  renderTemplate,
  tagsOfFile,
  templateParts,
  trimmingsOf,
  withoutSaid,
} from '../syntax/index.ts';
import type {
  Document,
  JoinedLines,
  TemplateChoice,
  TemplateDecisions,
  TemplateEngine,
  TemplatePart,
  Trimming,
} from '../syntax/index.ts';
import { AskedHosts } from './asked-hosts.ts';

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

type Decision = ReturnType<typeof decideTemplate>;

/** The texts that are rendered, each of them once taken apart. */
export class RenderedTexts {
  /** What the engine may be set to, where that makes a difference to a text that was rendered. */
  readonly trimmings = new Set<Trimming>(['none']);
  private readonly engine: TemplateEngine;
  private readonly assumptions: Assumptions;
  private readonly parts = new Map<string, Map<string, readonly TemplatePart[] | null>>();
  private readonly documents = new Set<Document>();
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
      if (trimming === 'none') this.documents.add(parse({ path, text }, { template: this.engine }));
      const { tags, engine } = tagsOfFile(path, text, this.engine);
      if (trimming === 'none')
        trimmingsOf(text, tags, couldBeJoined).forEach((each) => this.trimmings.add(each));
      const open = withoutSaid(text, tags, (name) => this.assumptions.has(name));
      ofText.set(key, (parts = templateParts(text, open, { trimming, engine })));
    }
    return parts;
  }

  /** Which server the test of a text that was rendered is asked for. */
  decide(test: string): Decision {
    const decided = [...this.documents].map((each) => decideTemplate({ test, isNegated: false }, each));
    const isDecided = ({ on22, on24 }: Decision): boolean => on22 !== 'maybe' || on24 !== 'maybe';
    return decided.find(isDecided) ?? { on22: 'maybe', on24: 'maybe' };
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
 * nobody sets what leaves no file of any use: where lines run into each other that end in a value, or before a section or directive.
 */
export function couldBeJoined([line, next]: JoinedLines, trimming: Trimming): boolean {
  if (trimming === 'blocks') return true;
  if (/^\s*<\/?[A-Za-z]/.test(next)) return false;
  if (line.trimStart().startsWith('#')) return true;
  const [, name] = /^\s*([A-Za-z]\w*)(?=\s)/.exec(next) ?? [];
  if (name !== undefined && isDirective(name.toLowerCase())) return false;
  return trimming !== 'line-beginnings' && !/%[>\]]$/.test(line) && !/^\s*</.test(line);
}

/**
 * Each way to render what is rendered with it, as long as there are not too many; then both answers to any two questions, and all answers to those
 * that may meet in one virtual host, if these are up to eight, or five where there are loops; else to any so many that are asked one after the other.
 */
export function* renderingWays(texts: RenderedTexts): Generator<RenderingWay> {
  const asked = new AskedHosts();
  const last = createWay([], lastValue, texts, asked);
  yield last;
  // What is rendered says what there is to choose.
  if (countOf(last.choices) <= MOST_RENDERINGS) {
    let choices: Choice[] | null = [];
    for (let count = 0; count < MOST_RENDERINGS; count++) {
      const way = createWay(choices, firstValue, texts);
      yield way;
      choices = nextChoices(way.choices);
      if (choices === null) return;
    }
  }
  const numbersInTurn = new Map(last.choices.map(({ key }, i) => [key, i]));
  const numberInTurn = (key: string): number => {
    const number = numbersInTurn.get(key) ?? numbersInTurn.size;
    numbersInTurn.set(key, number);
    return number;
  };
  yield createWay([], firstValue, texts, asked);
  for (const valueOf of pairs(numberInTurn, last.choices.length)) yield createWay([], valueOf, texts);
  const values = last.choices.some((choice) => choice.values > 2) ? 3 : 2;
  const window = values === 2 ? 8 : 5;
  for (let numbers = asked.numbers(window); numbers !== null; numbers = asked.numbers(window)) {
    const known = numbers;
    const digits = Math.max(...known.values()) + 1;
    for (const valueOf of neighbours((key) => known.get(key) ?? 0, values, digits))
      yield createWay([], valueOf, texts, asked);
    // Else some of these answers led to further questions.
    if (asked.areApart(known)) return;
  }
  for (const valueOf of neighbours(numberInTurn, values, window)) yield createWay([], valueOf, texts);
}

function countOf(choices: readonly Choice[]): number {
  return choices.reduce((count, { values }) => count * values, 1);
}

/** The value of a choice that none was given. */
type ValueOf = (key: string, values: number) => number;

const firstValue: ValueOf = () => 0;
const lastValue: ValueOf = (_, values) => values - 1;

/** All values of any so many choices whose numbers follow each other: every so many choices have the same. */
function neighbours(numberOf: (key: string) => number, values: 2 | 3, window: number): ValueOf[] {
  return Array.from({ length: values ** window }, (_, pattern) => (key, most) => {
    const number = numberOf(key);
    const digit = Math.floor(pattern / values ** (number % window)) % values;
    // A question has two answers: with the third value of a loop it has either.
    return digit < most ? digit : Math.floor(number / window) % most;
  });
}

/** Both ends of any two choices: their numbers differ in a digit. */
function pairs(numberOf: (key: string) => number, choices: number): ValueOf[] {
  const digits = Math.ceil(Math.log2(Math.max(choices, 2)));
  return Array.from({ length: 2 * digits }, (_, i) => (key, values) => {
    const digit = (numberOf(key) >>> (i >>> 1)) & 1;
    return digit === (i & 1) ? 0 : values - 1;
  });
}

/** What is asked first changes last. */
function nextChoices(choices: readonly Choice[]): Choice[] | null {
  const at = choices.findLastIndex(({ value, values }) => value + 1 < values);
  const choice = choices[at];
  return choice === undefined ? null : [...choices.slice(0, at), { ...choice, value: choice.value + 1 }];
}

/** @param hosts told in which of them what is asked */
function createWay(
  given: readonly Choice[],
  otherwise: ValueOf,
  texts: RenderedTexts,
  hosts?: AskedHosts,
): RenderingWay {
  const choices = [...given];
  const known = new Map(given.map(({ key, value }) => [key, value]));
  const valueOf = (key: string, values: number, part: TemplateChoice): number => {
    hosts?.ask(key, part);
    const value = known.get(key) ?? otherwise(key, values);
    if (!known.has(key)) {
      known.set(key, value);
      choices.push({ key, value, values });
    }
    return value;
  };
  const decisions = (version: '2.2' | '2.4'): TemplateDecisions => {
    // What asks for the version is no list.
    const decidedOr = (test: string, asked: () => number): number => {
      const { on22, on24 } = texts.decide(test);
      const decided = version === '2.2' ? on22 : on24;
      return decided === 'maybe' ? asked() : Number(decided === 'yes');
    };
    return {
      answer: (key, { test }, part) => decidedOr(test, () => valueOf(key, 2, part)) === 1,
      repeats: (key, test, part) => decidedOr(test, () => valueOf(key, 3, part)),
      matters: (lines) => texts.matters(lines),
      putsOut: (text) => hosts?.read(text),
    };
  };
  return {
    choices,
    render(version, trimming) {
      return (text, path) => {
        const parts = texts.partsOf(path, text, trimming);
        hosts?.beginText();
        return parts === null ? text : renderTemplate(parts, decisions(version));
      };
    },
  };
}
