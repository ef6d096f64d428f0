import { pathValues } from '../access/index.ts';
import type { PathValues } from '../access/index.ts';
import type { ServerModel } from '../model/index.ts';
import type { PatchSet } from '../patch/index.ts';
import { positionAt } from '../text/index.ts';
import type { AccessProof } from './migrate-tree.ts';
import { readFilled } from './read-filled.ts';
import type { ReadPlace } from './read-filled.ts';
import type { AnswerDifference, MigrateOptions } from './types.ts';

/** Each takes two readings of the tree and a proof. */
const MOST_TRIED = 80;

/**
 * Whether the result is right wherever the paths lead that are not known: both trees are read and compared once more with each value
 * that lets a section meet another one.
 */
export function pathDifferences(
  model: ServerModel,
  changes: PatchSet,
  proof: AccessProof,
  place: ReadPlace & { readonly options: MigrateOptions },
): AnswerDifference[] {
  // What nobody changed is as it was, wherever it leads.
  if (changes.files.length === 0) return [];
  const values = pathValues(model, MOST_TRIED);
  const [first] = values;
  if (first === undefined) return [];
  if (values.length > MOST_TRIED) return [differenceAt(first, tooMany(first))];
  const wrong = values.find(({ fills }) => {
    const fill = (text: string) =>
      [...fills].reduce((filled, [written, value]) => fillIn(filled, written, value), text);
    const read = (made: PatchSet) => readFilled(fill, made, place);
    const before = read({ files: [], links: [] });
    const after = read(changes);
    return before !== null && after !== null && proof(before, after, place.options).length > 0;
  });
  return wrong === undefined ? [] : [differenceAt(wrong, withValue(wrong))];
}

/** What Include lines would read is not known before, and was not changed: they keep what they have. */
function fillIn(text: string, written: string, value: string): string {
  return text.replaceAll(written, (_, at: number) => {
    const start = text.lastIndexOf('\n', at) + 1;
    return /^\s*Include(?:Optional)?\s/i.test(text.slice(start, at)) ? written : value;
  });
}

function differenceAt({ at }: PathValues, message: string): AnswerDifference {
  const start = at.node?.span.start ?? 0;
  const { path, source } = at.file;
  return { path, position: positionAt(source.text, start), message, isUndecided: true };
}

function withValue({ at, fills }: PathValues): string {
  const where = at.type === 'scope' ? 'in this section' : 'in the sections that it may lead to';
  return `Where ${named(fills)} known: with ${listOf([...fills.values()])} in ${fills.size === 1 ? 'its' : 'their'} place other rules are inherited, and 2.4 would answer differently from 2.2. Say what ${fills.size === 1 ? 'it stands' : 'they stand'} for (--env), migrate what the template makes, or write ${where} all that should hold (Order, Allow, Deny, Require and Satisfy).`;
}

function tooMany({ fills }: PathValues): string {
  return `Where ${named(fills)} known, and there are more than ${MOST_TRIED} folders and addresses at which other rules may be inherited: too many to try each. Say what it stands for (--env), or migrate what the template makes.`;
}

function named(fills: PathValues['fills']): string {
  return `${listOf([...fills.keys()])} ${fills.size === 1 ? 'leads is not' : 'lead is not'}`;
}

function listOf(texts: readonly string[]): string {
  return new Intl.ListFormat('en').format(texts);
}
