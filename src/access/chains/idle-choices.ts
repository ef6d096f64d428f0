import type { Work } from '../work.ts';
import type { Choice, Choices } from './flow.ts';
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
  const known = new Map(reached.map((each) => [keyOf(each.choices), each]));
  const open = [...reached];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    const { state, choices } = each;
    const key = keyOf(choices);
    if (known.get(key) !== each) continue;
    for (const [choice, isTrue] of choices) {
      work.spend(1 + (key.length >> 6));
      const other = keyOf(new Map(choices).set(choice, !isTrue));
      if (!known.has(other)) continue;
      const rest = new Map(choices);
      rest.delete(choice);
      known.delete(key);
      known.delete(other);
      const joined = { state, choices: rest };
      known.set(keyOf(rest), joined);
      open.push(joined);
      break;
    }
  }
  return [...known.values()];
}

/** The same in whichever order the choices were made. */
function keyOf(choices: Choices): string {
  return [...choices]
    .map(([choice, isTrue]: readonly [Choice, boolean]) => `${choice}=${isTrue}`)
    .toSorted()
    .join('\n');
}
