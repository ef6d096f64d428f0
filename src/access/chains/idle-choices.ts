import type { Work } from '../work.ts';
import type { Choice } from './flow.ts';
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
  const all = reached.map(withTexts);
  const known = new Map(all.map((each) => [each.texts.join('\n'), each]));
  const open = [...all];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    const { state, choices, names, texts } = each;
    const key = texts.join('\n');
    if (known.get(key) !== each) continue;
    for (const [choice, isTrue] of choices) {
      work.spend(1 + (key.length >> 6));
      const at = names.indexOf(choice);
      const other = texts.with(at, textOf(choice, !isTrue)).join('\n');
      if (!known.has(other)) continue;
      const rest = new Map(choices);
      rest.delete(choice);
      known.delete(key);
      known.delete(other);
      const joined = {
        state,
        choices: rest,
        names: names.toSpliced(at, 1),
        texts: texts.toSpliced(at, 1),
      };
      known.set(joined.texts.join('\n'), joined);
      open.push(joined);
      break;
    }
  }
  return [...known.values()].map(({ state, choices }) => ({ state, choices }));
}

/** With its choices in one order, whichever way they were made in. */
interface Named<State> extends Reached<State> {
  readonly names: readonly Choice[];
  readonly texts: readonly string[];
}

function withTexts<State>({ state, choices }: Reached<State>): Named<State> {
  const names = [...choices.keys()].toSorted();
  return { state, choices, names, texts: names.map((name) => textOf(name, choices.get(name) === true)) };
}

function textOf(choice: Choice, isTrue: boolean): string {
  return `${choice}=${isTrue}`;
}
