import type { Assumptions, Guard, Occurrence } from '../../model/index.ts';
import { decideTemplate } from '../../model/index.ts';
import {
  choiceTags,
  findPlaceholders,
  findTags,
  isChoice,
  splitWords,
  templateParts,
  withoutSaid,
} from '../../syntax/index.ts';
import type { Document, TemplateEngine, TemplatePart, TemplateQuestion } from '../../syntax/index.ts';
import { rememberWeakly } from '../../text/index.ts';
import { HOST_AND_SATISFY } from './access-directives.ts';
import { requireText } from './require-text.ts';

/** A line as it is where some of a template's questions, asked within it, have these answers. */
export interface ChosenLine {
  readonly line: Occurrence;
  readonly asked: readonly (TemplateQuestion & Pick<Guard, 'on22' | 'on24'>)[];
}

/** Lines that may be written once for each choice. */
const CHOSEN: ReadonlySet<string> = new Set([...HOST_AND_SATISFY, 'require']);

/** More is not read at a glance. */
const MOST_WAYS = 4;

/**
 * What a line says whose words a template chooses: `Allow from {% if x %}all{% else %}10.0.0.1{% endif %}` is two lines, each of which is there or not.
 * Null of other lines, and where the choice can't be written around lines in its own tags.
 */
export function chosenLines(line: Occurrence, assumptions: Assumptions): readonly ChosenLine[] | null {
  const { document } = line.file;
  if (!CHOSEN.has(line.name) || !hasChoices(document)) return null;
  const text = requireText(line);
  const tags = withoutSaid(text, findTags(text, document.engine), (name) => assumptions.has(name));
  const parts = tags.some(isChoice) ? templateParts(text, tags, { engine: document.engine }) : null;
  if (parts === null) return null;
  const ways = waysOf(parts);
  if (ways === null || ways.length > MOST_WAYS) return null;
  if (line.name === 'require' && ways.some(({ text: chosen }) => hasOpenKind(chosen, document.engine)))
    return null;
  return ways.map(({ text: chosen, asked }) => ({
    line: withWords(line, chosen),
    asked: asked.map((question) => ({ ...question, ...decideTemplate(question, document) })),
  }));
}

const choicesIn = rememberWeakly(({ tags }: Document) => tags.filter(isChoice));

function hasChoices(document: Document): boolean {
  return document.tags.length > 0 && choicesIn(document).length > 0;
}

/** Whether a template puts in the word that says what the others are: `Require {{ x }}`. */
function hasOpenKind(text: string, engine: TemplateEngine): boolean {
  const [first] = findPlaceholders(text, engine);
  return first !== undefined && !/\S\s/.test(text.slice(0, text.indexOf(first.text)));
}

/** The same line, of the same place, with other words. */
function withWords(line: Occurrence, text: string): Occurrence {
  return Object.create(line, {
    args: { value: splitWords(text, 'common') },
    expanded: { value: { text, words: [] } },
  }) as Occurrence;
}

interface Way {
  readonly text: string;
  readonly asked: readonly TemplateQuestion[];
}

/** Null where something is repeated in the line, or there is no other line of such words. */
function waysOf(parts: readonly TemplatePart[]): Way[] | null {
  let ways: Way[] = [{ text: '', asked: [] }];
  for (const part of parts) {
    const next =
      part.type === 'block'
        ? waysOfBlock(part)
        : [{ text: part.type === 'silent' ? '' : part.text, asked: [] }];
    if (next === null) return null;
    ways = ways.flatMap((way) => next.flatMap((more) => joinedWay(way, more)));
    if (ways.length > MOST_WAYS) return null;
  }
  return ways;
}

/** None where the same question would have two answers. */
function joinedWay({ text, asked }: Way, more: Way): Way[] {
  const answers = new Map(asked.map(({ test, isNegated }) => [test, isNegated]));
  if (more.asked.some(({ test, isNegated }) => answers.get(test) === !isNegated)) return [];
  const further = more.asked.filter(({ test }) => !answers.has(test));
  return [{ text: text + more.text, asked: [...asked, ...further] }];
}

/** With each branch its question, and those before it, to which the answer was no. */
function waysOfBlock({ branches }: Extract<TemplatePart, { type: 'block' }>): Way[] | null {
  const ways: Way[] = [];
  const denied: TemplateQuestion[] = [];
  for (const { block, isRest, body } of branches) {
    const inside = waysOf(body);
    if (inside === null || block.kind !== 'if' || choiceTags(block.asker) === null) return null;
    const asked = isRest ? denied : [...denied, block];
    ways.push(...inside.map((way) => ({ text: way.text, asked: [...asked, ...way.asked] })));
    denied.push({ ...block, isNegated: !block.isNegated });
  }
  return branches.at(-1)?.isRest === true ? ways : [...ways, { text: '', asked: denied }];
}
