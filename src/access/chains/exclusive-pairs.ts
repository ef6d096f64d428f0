import { mayOverlap, escapePattern } from '../../pattern/index.ts';
import { rememberSome } from '../../text/index.ts';
import { patternOfChoice } from './flow.ts';
import type { Choice } from './flow.ts';

/** Of more patterns than these no two are compared. */
export const MOST_COMPARED = 24;

/** Choices by those of which none holds with them. */
export type ExclusivePairs = ReadonlyMap<Choice, ReadonlySet<Choice>>;

export const NO_PAIRS: ExclusivePairs = new Map();

/**
 * Which two of the choices never hold together, as `\.php$` and `^[^.]+$`: no text matches both, and both are matched against one, the name of the
 * file or the address. Patterns for folders are not compared: a folder may match one, and the file in it another.
 */
export function exclusivePairs(choices: Iterable<Choice>): ExclusivePairs {
  const ofNames: Choice[] = [];
  const ofAddresses: Choice[] = [];
  for (const choice of choices) {
    if (/^file\*? /.test(choice)) ofNames.push(choice);
    // What is matched before doubled slashes are merged is another text for 2.4.
    else if (choice.startsWith('address ') && !choice.includes('//')) ofAddresses.push(choice);
  }
  const pairs = new Map<Choice, Set<Choice>>();
  addPairs(ofNames, pairs);
  addPairs(ofAddresses, pairs);
  return pairs.size === 0 ? NO_PAIRS : pairs;
}

function addPairs(choices: readonly Choice[], found: Map<Choice, Set<Choice>>): void {
  if (choices.length > MOST_COMPARED) return;
  const add = (one: Choice, other: Choice): void => {
    found.set(one, (found.get(one) ?? new Set()).add(other));
  };
  choices.forEach((one, at) => {
    for (const other of choices.slice(at + 1)) {
      if (mayHoldTogether(`${one}\n${other}`)) continue;
      add(one, other);
      add(other, one);
    }
  });
}

const MOST_REMEMBERED = 5_000;

/** Hosts have the same few. */
const mayHoldTogether: (choices: string) => boolean = rememberSome(MOST_REMEMBERED, (choices) => {
  const [one = '', other = ''] = choices.split('\n').map(asPattern);
  return mayOverlap(one, other);
});

/** A wildcard as a pattern that matches no less. */
function asPattern(choice: Choice): string {
  const pattern = patternOfChoice(choice);
  if (!choice.startsWith('file* ')) return pattern;
  if (/[[\]\\]/.test(pattern)) return '';
  const parts = pattern
    .split(/([*?])/)
    .map((part) => (part === '*' ? '.*' : part === '?' ? '.' : escapePattern(part)));
  return `^${parts.join('')}$`;
}
