import type { FlowEvent, Choice, Choices } from './flow.ts';
import { withoutIdleChoices } from './idle-choices.ts';
import type { Reached } from './stops.ts';
import type { Work } from '../work.ts';
import { append, flatMap } from '../../text/index.ts';
import type { Exclusive, Liveness } from './choice-liveness.ts';
import { excludesBehind, isExcluded, lastsBehind, NO_EXCLUSIVE, NOTHING_LIVE } from './choice-liveness.ts';

// How requests pass an event: in which ways what it asks for can be, and which of that is kept.

export const NO_CHOICES: Choices = new Map();

/** How choices are made at an event. */
interface Choosing {
  readonly exclusive: Exclusive;
  /** Whether what was chosen still counts behind it. */
  readonly isLasting: (choice: Choice, isTrue: boolean) => boolean;
}

/** How they are made at the event of that index. */
export function choosingIn(liveness: Liveness, at: number): Choosing {
  if (liveness === NOTHING_LIVE) return NOTHING_LASTS;
  const { exclusive } = liveness;
  return {
    exclusive,
    isLasting: (choice, isTrue) =>
      lastsBehind(choice, liveness, at) || (isTrue && excludesBehind(choice, liveness, at)),
  };
}

const NOTHING_LASTS: Choosing = { exclusive: NO_EXCLUSIVE, isLasting: () => false };

/**
 * The states behind the event, with the choices that still count there.
 * @param enterSection asked for those to whom it applies
 */
export function pass<State>(
  reached: readonly Reached<State>[],
  event: FlowEvent,
  enterSection: (reached: Reached<State>) => State,
  { exclusive, isLasting }: Choosing,
  work: Work,
): readonly Reached<State>[] {
  if (!isAnyLasting(event, isLasting) && reached.every(({ choices }) => choices.size === 0)) {
    return passWithoutChoices(reached, event, enterSection, work);
  }
  const found = new Map<State, Reached<State>[]>();
  const add = (state: State, choices: Choices): void => {
    work.spend(1 + choices.size);
    append(found, state, { state, choices: lasting(choices, isLasting) });
  };
  for (const { state, choices } of reached) {
    for (const { made, holds } of decisions(choices, event.choices, exclusive)) {
      add(holds ? enterSection({ state, choices: made }) : state, made);
    }
  }
  return flatMap([...found.values()], (same) => withoutIdleChoices(same, work));
}

function lasting(choices: Choices, isLasting: Choosing['isLasting']): Choices {
  const kept = [...choices].filter(([choice, isTrue]) => isLasting(choice, isTrue));
  return kept.length === 0 ? NO_CHOICES : new Map(kept);
}

function isAnyLasting({ choices }: FlowEvent, isLasting: Choosing['isLasting']): boolean {
  return choices.length > 1 || (choices[0] !== undefined && isLasting(choices[0], true));
}

/** The same where no choice is known before or behind the event: by far the most. */
function passWithoutChoices<State>(
  reached: readonly Reached<State>[],
  { choices }: FlowEvent,
  enterSection: (reached: Reached<State>) => State,
  work: Work,
): readonly Reached<State>[] {
  const choice = choices[0];
  if (choice === undefined && reached.length === 1) {
    const only = reached[0]!;
    work.spend(1);
    const state = enterSection(only);
    return state === only.state ? reached : [{ state, choices: NO_CHOICES }];
  }
  const states = new Set<State>();
  const made = choice === undefined ? NO_CHOICES : new Map([[choice, true]]);
  for (const { state } of reached) {
    work.spend(choice === undefined ? 1 : 4);
    states.add(enterSection({ state, choices: made }));
    if (choice !== undefined) states.add(state);
  }
  return [...states].map((state) => ({ state, choices: NO_CHOICES }));
}

/** Every way the open choices of an event can be made: at most one of them lets it hold. */
function decisions(
  made: Choices,
  asked: readonly Choice[],
  exclusive: Exclusive,
): { made: Choices; holds: boolean }[] {
  const open = asked.find((choice) => !made.has(choice));
  if (asked.some((choice) => made.get(choice) === false)) return [{ made, holds: false }];
  if (open === undefined) return [{ made, holds: true }];
  const isNot = { made: new Map(made).set(open, false), holds: false };
  if (isExcluded(open, made, exclusive)) return [isNot];
  return [...decisions(new Map(made).set(open, true), asked, exclusive), isNot];
}
