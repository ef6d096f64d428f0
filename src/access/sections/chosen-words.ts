import type { Guard, Occurrence } from '../../model/index.ts';
import { decideTemplate } from '../../model/index.ts';
import { choiceTags, findTags, splitWords, templateParts } from '../../syntax/index.ts';
import type { Document, TemplatePart, TemplateQuestion } from '../../syntax/index.ts';
import { HOST_AND_SATISFY } from './access-directives.ts';
import { requireText } from './require-text.ts';

/** A line as it is where some of a template's questions, asked within it, have these answers. */
export interface ChosenLine {
  readonly line: Occurrence;
  readonly asked: readonly (TemplateQuestion & Pick<Guard, 'on22' | 'on24'>)[];
}

/** More is not read at a glance. */
const MOST_WAYS = 4;

/**
 * What a line says whose words a template chooses: `Allow from {% if x %}all{% else %}10.0.0.1{% endif %}` is two lines, each of which is there or not.
 * Null of other lines, and where the choice can't be written around lines in its own tags.
 */
export function chosenLines(line: Occurrence): readonly ChosenLine[] | null {
  const { file } = line;
  if (!HOST_AND_SATISFY.has(line.name) || !hasChoices(file.document)) return null;
  const text = requireText(line);
  const parts = templateParts(text, findTags(text, file.document.engine));
  if (parts === null || !parts.some(({ type }) => type === 'block')) return null;
  const ways = waysOf(parts);
  if (ways === null || ways.length > MOST_WAYS) return null;
  return ways.map(({ text: chosen, asked }) => ({
    line: withWords(line, chosen),
    asked: asked.map((question) => ({ ...question, ...decideTemplate(question) })),
  }));
}

/** The same line, of the same place, with other words. */
function withWords(line: Occurrence, text: string): Occurrence {
  return Object.create(line, {
    args: { value: splitWords(text, 'common') },
    expanded: { value: { text, words: [] } },
  }) as Occurrence;
}

function hasChoices({ tags }: Document): boolean {
  return tags.some(({ effect }) => effect.type === 'open');
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
    ways = ways.flatMap((way) =>
      next.map(({ text, asked }) => ({ text: way.text + text, asked: [...way.asked, ...asked] })),
    );
    if (ways.length > MOST_WAYS) return null;
  }
  return ways;
}

/** Of `if` to `else`: tags that ask once more would be lost in what is written. */
function waysOfBlock({ branches }: Extract<TemplatePart, { type: 'block' }>): Way[] | null {
  const [first, rest, ...more] = branches;
  if (first === undefined || more.length > 0 || rest?.isRest === false) return null;
  const { block, body } = first;
  if (block.kind !== 'if' || choiceTags(block.asker.tag) === null) return null;
  const inside = waysOf(body);
  const outside = rest === undefined ? [{ text: '', asked: [] }] : waysOf(rest.body);
  if (inside === null || outside === null) return null;
  return [
    ...inside.map(({ text, asked }) => ({ text, asked: [block, ...asked] })),
    ...outside.map(({ text, asked }) => ({
      text,
      asked: [{ ...block, isNegated: !block.isNegated }, ...asked],
    })),
  ];
}
