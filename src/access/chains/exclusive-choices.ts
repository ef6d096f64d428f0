import { addressStart } from '../addresses/index.ts';
import type { Choice } from './flow.ts';

/** It is known of LocationMatch only, which is matched against one text: a file may take over which patterns its folder matched. */
const KIND = 'address ';

/**
 * Patterns of which no address matches two, as `^/a/` and `^/b/`: each is written out from its start, and no start begins another. Of patterns
 * that begin each other it is the longest. Of one alone nothing follows.
 */
export function exclusiveChoices(choices: Iterable<Choice>): ReadonlySet<Choice> {
  const sorted = [...choices]
    .map((choice) => ({ choice, start: startOf(choice) }))
    .toSorted((a, b) => compare(a.start, b.start) || compare(a.choice, b.choice));
  const longest = sorted.filter(({ start }, at) => sorted[at + 1]?.start.startsWith(start) !== true);
  return new Set(longest.length < 2 ? [] : longest.map(({ choice }) => choice));
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function startOf(choice: Choice): string {
  return choice.startsWith(KIND) ? addressStart(choice.slice(KIND.length)) : '';
}
