import { maySayWhoGetsIn } from '../access/index.ts';
import { decideTemplate } from '../model/index.ts';
import { lastAssignment, renderTemplate, tagsOfFile, templateParts } from '../syntax/index.ts';
import type { TemplateDecisions, TemplateEngine, TemplatePart } from '../syntax/index.ts';

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
  render(version: '2.2' | '2.4'): (text: string, path: string) => string;
}

/** Each way to render what is rendered with it, as long as there are not too many; then each choice by itself. */
export function* renderingWays(engine: TemplateEngine): Generator<RenderingWay> {
  let choices: Choice[] | null = [];
  for (let count = 0; count < MOST_RENDERINGS; count++) {
    const way = createWay(choices, 'first', engine);
    yield way;
    choices = nextChoices(way.choices);
    if (choices === null) return;
  }
  for (const base of ['first', 'last'] as const) {
    const whole = createWay([], base, engine);
    yield whole;
    for (const choice of whole.choices) yield* otherValues(choice, base, engine);
  }
}

function* otherValues(
  choice: Choice,
  base: 'first' | 'last',
  engine: TemplateEngine,
): Generator<RenderingWay> {
  for (let value = 0; value < choice.values; value++) {
    if (value !== choice.value) yield createWay([{ ...choice, value }], base, engine);
  }
}

/** What is asked first changes last. */
function nextChoices(choices: readonly Choice[]): Choice[] | null {
  const at = choices.findLastIndex(({ value, values }) => value + 1 < values);
  const choice = choices[at];
  return choice === undefined ? null : [...choices.slice(0, at), { ...choice, value: choice.value + 1 }];
}

function createWay(given: readonly Choice[], base: 'first' | 'last', engine: TemplateEngine): RenderingWay {
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
  });
  return {
    choices,
    render(version) {
      return (text, path) => {
        const found = tagsOfFile(path, text, engine);
        const parts = templateParts(text, found.tags);
        if (parts === null) return text;
        const asked = parts.map((part) => withoutUnasked(part, found.engine));
        return renderTemplate(asked, found.engine, decisions(version));
      };
    },
  };
}

/** By the tags that count where the file is read. */
export function partsOfFile(path: string, text: string, engine: TemplateEngine): TemplatePart[] | null {
  return templateParts(text, tagsOfFile(path, text, engine).tags);
}

/** Blocks that have no say in who gets in are no reason to render twice as many ways: they are kept as one. */
function withoutUnasked(part: TemplatePart, engine: TemplateEngine): TemplatePart {
  if (part.type === 'text') return part;
  const branches = part.branches.map((branch) => ({
    ...branch,
    body: branch.body.map((each) => withoutUnasked(each, engine)),
  }));
  const hasSay = branches.some(({ body }) =>
    body.some((each) => each.type === 'block' || maySayWhoGetsIn(each.text)),
  );
  if (hasSay || branches.length === 0) return { type: 'block', branches };
  const texts = branches.map(({ body }) =>
    body.map((each) => (each.type === 'text' ? each.text : '')).join(''),
  );
  const giving = texts.find((text) => lastAssignment(text, engine) !== -1);
  return { type: 'text', text: giving ?? texts[0] ?? '' };
}
