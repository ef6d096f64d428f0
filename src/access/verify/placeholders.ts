import { placeholdersIn } from '../../model/index.ts';
import type { Occurrence, ServerModel } from '../../model/index.ts';
import { placeholderNames } from '../../syntax/index.ts';
import { placeholderLines } from '../sections/placeholder-lines.ts';
import { splitWords } from '../policy/index.ts';
import { requireText } from '../sections/require-text.ts';
import { mapLines, reworded } from '../sections/written-line.ts';
import type { AccessLine, AccessSection } from '../sections/types.ts';
import type { TreeNote } from './tree-note.ts';

/**
 * Two templates are compared as if what is put into each placeholder were the same in both: one address each, of those that nobody
 * has (240.0.0.0/4), or one host name where `Require host` has it.
 */
export interface Placeholders {
  /** The section with its placeholders filled. */
  fill(section: AccessSection): AccessSection;
  readonly notes: readonly TreeNote[];
}

export function placeholdersOf(before: ServerModel, after: ServerModel): Placeholders {
  const [old, made] = [before, after].map((model) => placeholderLines(model));
  if (old === undefined || made === undefined || old.length + made.length === 0)
    return { fill: (section) => section, notes: [] };
  const numbers = new Map<string, number>();
  const wordsIn = (lines: typeof old) =>
    new Set(lines.flatMap((line) => filledWords(line, before).map(({ key }) => key)));
  const named = wordsIn(made.filter(({ args }) => args.some((arg) => arg.toLowerCase() === 'host')));
  const standIn = (key: string): string => {
    const number = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, number);
    return named.has(key) ? `placeholder-${number}.invalid` : `240.0.${number >> 8}.${number & 255}`;
  };
  const [inBefore, inAfter] = [wordsIn(old), wordsIn(made)];
  const notes = [...old, ...made].flatMap((place): TreeNote[] =>
    [...wordsIn([place])].map((key) =>
      noteOf(key, standIn(key), inBefore.has(key) && inAfter.has(key), place),
    ),
  );
  return {
    fill: (section) => ({
      ...section,
      entries: mapLines(section.entries, (line) => filledLine(line, before, standIn)),
    }),
    notes: [...new Map(notes.map((note) => [note.message, note])).values()],
  };
}

function noteOf(key: string, standIn: string, isInBoth: boolean, place: TreeNote['place']): TreeNote {
  const message = isInBoth
    ? `what will be put in for ${key} is taken to be the same in both, and is called ${standIn} here`
    : `what will be put in for ${key} is not known: whom this line means was not compared`;
  return { code: 'placeholder', level: isInBoth ? 'info' : 'difference', message, place };
}

function filledLine(line: AccessLine, model: ServerModel, standIn: (key: string) => string): AccessLine {
  const words = filledWords(line.occurrence, model);
  if (words.length === 0) return line;
  const written = requireText(line.occurrence);
  const text = words.reduce((filled, { word, key }) => filled.replace(word, () => standIn(key)), written);
  return reworded(line, { text, args: splitWords(text) });
}

/**
 * The words of a line that have a placeholder in them, as they are written, and with single blanks; none where it is said what the
 * placeholders hold (`--assume`): such lines are read as the migration reads them.
 */
function filledWords(
  line: Occurrence,
  { assumptions }: ServerModel,
): { readonly word: string; readonly key: string }[] {
  const text = requireText(line);
  const regions = placeholdersIn(text, line).map((placeholder) => placeholder.text);
  const isAssumed = (region: string) => placeholderNames(region).some((name) => assumptions.has(name));
  if (regions.some(isAssumed)) return [];
  // Blanks in a tag are none between words.
  const marked = regions.reduce((rest, region, index) => rest.replace(region, `\u0001${index}\u0001`), text);
  return [...marked.matchAll(/[^\s"]*\u0001[^\s"]*/g)].map(([each]) => {
    const word = each.replace(/\u0001(\d+)\u0001/g, (_, index: string) => regions[Number(index)] ?? '');
    return { word, key: word.replace(/\s+/g, ' ') };
  });
}
