import type { Work } from '../work.ts';
import type { ChoiceLetter } from './choice-letters.ts';
import { choiceLetters } from './choice-letters.ts';
import type { Choices } from './flow.ts';
import type { Reached } from './stops.ts';

/**
 * Of requests in one state: those that only one choice tells apart are one, whichever way it went. So of many patterns for files of which the last one
 * that matches counts, as many remain as there are patterns, and not each way in which they may match.
 */
export function withoutIdleChoices<State>(
  reached: readonly Reached<State>[],
  work: Work,
): readonly Reached<State>[] {
  if (reached.length < 2) return reached;
  const letterOf = choiceLetters();
  const all = reached.map(({ state, choices }) => ({
    state,
    choices,
    key: sortedLetters(choices, letterOf),
  }));
  const known = new Map(all.map((each) => [each.key, each]));
  const open = [...all];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    const { state, choices, key } = each;
    if (known.get(key) !== each) continue;
    for (const [choice, isTrue] of choices) {
      work.spend(1);
      const letter = letterOf(choice, isTrue);
      const at = key.indexOf(letter);
      const [start, end] = [key.slice(0, at), key.slice(at + letter.length)];
      // The two letters of a choice stand at one place of the order.
      const other = start + letterOf(choice, !isTrue) + end;
      if (!known.has(other)) continue;
      const rest = new Map(choices);
      rest.delete(choice);
      known.delete(key);
      known.delete(other);
      const joined = { state, choices: rest, key: start + end };
      known.set(joined.key, joined);
      open.push(joined);
      break;
    }
  }
  return [...known.values()].map(({ state, choices }) => ({ state, choices }));
}

/** The letters in one order, whichever way the choices were made in. */
function sortedLetters(choices: Choices, letterOf: ChoiceLetter): string {
  const letters: string[] = [];
  for (const [choice, isTrue] of choices) letters.push(letterOf(choice, isTrue));
  return letters.toSorted().join('');
}
