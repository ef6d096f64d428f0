import {
  addressEnds,
  addressStarts,
  folderStarts,
  patternEnds,
  patternStarts,
  textAfterWild,
  textBeforeWild,
  wildcardStart,
} from '../addresses/index.ts';
import { MOST_COMPARED } from './exclusive-pairs.ts';
import type { Choice } from './flow.ts';
import { patternOfChoice } from './flow.ts';

/**
 * Choices of which no two hold together, as those of `^/a/` and `^/b/`, or of `\.a$` and `\.b$`: what each matches is written out from its start, or to its end,
 * and none of these begins, or ends, another. Of those that do it is the longest. Of one alone nothing follows.
 * @param isOnePlace whether patterns for folders, for names of files, and for proxied addresses, are matched against one: not where two trees lead to different ones
 */
export function exclusiveChoices(choices: Iterable<Choice>, isOnePlace: boolean): ReadonlySet<Choice> {
  const addresses: Written[] = [];
  const ends: Written[] = [];
  const folders: Written[] = [];
  const targets: Written[] = [];
  const names: Written[] = [];
  const nameEnds: Written[] = [];
  for (const choice of choices) {
    const pattern = patternOfChoice(choice);
    switch (choice.slice(0, choice.indexOf(' '))) {
      case 'address':
        addresses.push({ choice, starts: addressStarts(pattern) });
        ends.push({ choice, starts: addressEnds(pattern).map(reversed) });
        break;
      case 'path':
        folders.push({ choice, starts: folderStarts(pattern) });
        break;
      case 'path*':
        folders.push({ choice, starts: [wildcardStart(pattern)] });
        break;
      case 'file':
        names.push({ choice, starts: patternStarts(pattern) });
        nameEnds.push({ choice, starts: patternEnds(pattern).map(reversed) });
        break;
      case 'file*':
        names.push({ choice, starts: [textBeforeWild(pattern)] });
        nameEnds.push({ choice, starts: [reversed(textAfterWild(pattern))] });
        break;
      case 'target':
        targets.push({ choice, starts: patternStarts(pattern) });
        break;
      case 'target*':
        targets.push({ choice, starts: [textBeforeWild(pattern)] });
    }
  }
  // Of fewer, any two are compared (`exclusivePairs`).
  const ofNames = names.length > MOST_COMPARED ? [names, nameEnds] : [];
  const lists = [addresses, ends, ...(isOnePlace ? [folders, targets, ...ofNames] : [])].map(
    exclusiveByStart,
  );
  const most = Math.max(...lists.map(({ size }) => size));
  return most < 2 ? new Set() : lists.find(({ size }) => size === most)!;
}

function reversed(text: string): string {
  return [...text].toReversed().join('');
}

/** A choice, and what all texts begin with for which it holds: each with one of these. */
interface Written {
  readonly choice: Choice;
  readonly starts: readonly string[];
}

function exclusiveByStart(written: readonly Written[]): Set<Choice> {
  const sorted = written
    .flatMap(({ choice, starts }) => shortest(starts).map((start) => ({ choice, start })))
    .toSorted((a, b) => compare(a.start, b.start) || compare(a.choice, b.choice));
  const found = new Set(written.map(({ choice }) => choice));
  sorted.forEach(({ choice, start }, at) => {
    if (sorted[at + 1]?.start.startsWith(start) === true) found.delete(choice);
  });
  return found;
}

/** Without those that begin with another one. */
function shortest(starts: readonly string[]): readonly string[] {
  if (starts.length === 1) return starts;
  const found: string[] = [];
  for (const start of starts.toSorted(compare)) {
    const last = found.at(-1);
    if (last === undefined || !start.startsWith(last)) found.push(start);
  }
  return found;
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
