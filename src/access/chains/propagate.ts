import type { Choice, Choices } from './choice.ts';
import type { Flow, FlowEvent } from './flow.ts';
import { remember } from '../sections/remember.ts';
import { limitedWork } from '../work.ts';
import type { Work } from '../work.ts';

/** A state of some requests of a flow, and the choices that tell them from the others. */
export interface Reached<State> {
  readonly state: State;
  readonly choices: Choices;
}

/** Carries sets of states through flows. States are interned: equal states are one object. */
export interface Propagation<State> {
  /** The states in which the flow's requests come to the event, all earlier events behind them. */
  reachedBefore(flow: Flow, event: FlowEvent): readonly Reached<State>[];
  /** The states in which they come out at the end. */
  finalStates(flow: Flow): readonly State[];
}

/** Enters a section that applies, in a state and with the choices that led to it. */
export type Enter<State> = (reached: Reached<State>, event: FlowEvent, flow: Flow) => State;

const NO_CHOICES: Choices = new Map();
const CALM: Outlook = { remembered: new Set(), lastAsked: new Map() };

/**
 * @param start the state before any section
 * @param enter asked only once all earlier sections are settled
 * @throws TooMuchWork
 * @param mostRemembered so many choices of each flow are told apart to its end; the others only while an event still asks
 */
export function propagate<State>(
  start: State,
  enter: Enter<State>,
  mostRemembered: number,
  work: Work = limitedWork(),
): Propagation<State> {
  const outlookOf = remember((flow: Flow) => (isCalm(flow) ? CALM : outlook(flow, mostRemembered)));
  const progress = new Map<Flow, { at: number; reached: readonly Reached<State>[] }>();

  const reachedAt = (flow: Flow, index: number): readonly Reached<State>[] => {
    const known = progress.get(flow);
    let { at, reached } = known ?? { at: 0, reached: startOf(flow) };
    const { remembered, lastAsked } = outlookOf(flow);
    for (; at < index; at++) {
      const event = flow.events[at];
      if (event === undefined) continue;
      const here = at;
      const isLasting = (choice: Choice): boolean =>
        remembered.has(choice) || (lastAsked.get(choice) ?? -1) > here;
      reached = pass(reached, event, (each) => enter(each, event, flow), isLasting, work);
    }
    progress.set(flow, { at, reached });
    return reached;
  };
  const startOf = (flow: Flow): readonly Reached<State>[] => {
    if (flow.inputs.length === 0) return [{ state: start, choices: NO_CHOICES }];
    const [only] = flow.inputs;
    if (only !== undefined && flow.inputs.length === 1) return reachedAt(only, only.events.length);
    return flow.inputs.flatMap((input) => reachedAt(input, input.events.length));
  };
  return {
    reachedBefore: (flow, event) => reachedAt(flow, flow.events.indexOf(event)),
    finalStates(flow) {
      const reached = reachedAt(flow, flow.events.length);
      return reached.length === 1 ? [reached[0]!.state] : [...new Set(reached.map(({ state }) => state))];
    },
  };
}

/** Which choices count to the end of a flow, and at which event each is asked for the last time. */
interface Outlook {
  readonly remembered: ReadonlySet<Choice>;
  readonly lastAsked: ReadonlyMap<Choice, number>;
}

/** Nothing in it depends on a choice. */
function isCalm({ inputs, events }: Flow): boolean {
  return events.every(({ choices }) => choices.length === 0) && inputs.every(isCalm);
}

function outlook(flow: Flow, mostRemembered: number): Outlook {
  const lastAsked = new Map<Choice, number>();
  flow.events.forEach(({ choices }, at) => {
    for (const choice of choices) lastAsked.set(choice, at);
  });
  const inherited = flow.inputs.flatMap((input) => [...outlook(input, mostRemembered).remembered]);
  return {
    remembered: new Set([...[...lastAsked.keys()].slice(0, mostRemembered), ...inherited]),
    lastAsked,
  };
}

function pass<State>(
  reached: readonly Reached<State>[],
  event: FlowEvent,
  enter: (reached: Reached<State>) => State,
  isLasting: (choice: Choice) => boolean,
  work: Work,
): readonly Reached<State>[] {
  if (!isAnyLasting(event, isLasting) && reached.every(({ choices }) => choices.size === 0)) {
    return passWithoutChoices(reached, event, enter, work);
  }
  const found = new Map<State, Map<string, Reached<State>>>();
  const add = (state: State, choices: Choices): void => {
    const lasting = [...choices].filter(([choice]) => isLasting(choice));
    const kept = lasting.length === 0 ? NO_CHOICES : new Map(lasting);
    const key = [...kept].map(([choice, value]) => `${choice}=${value}`).join('\n');
    work.spend(1 + choices.size + (key.length >> 6));
    const same = found.get(state) ?? new Map<string, Reached<State>>();
    same.set(key, { state, choices: kept });
    found.set(state, same);
  };
  for (const { state, choices } of reached) {
    for (const { made, holds } of decisions(choices, event.choices)) {
      add(holds ? enter({ state, choices: made }) : state, made);
    }
  }
  return [...found.values()].flatMap((same) => [...same.values()]);
}

function isAnyLasting({ choices }: FlowEvent, isLasting: (choice: Choice) => boolean): boolean {
  return choices.length > 1 || (choices[0] !== undefined && isLasting(choices[0]));
}

/** The same where no choice is known before or behind the event: by far the most. */
function passWithoutChoices<State>(
  reached: readonly Reached<State>[],
  { choices: [choice] }: FlowEvent,
  enter: (reached: Reached<State>) => State,
  work: Work,
): readonly Reached<State>[] {
  if (choice === undefined && reached.length === 1) {
    const only = reached[0]!;
    work.spend(1);
    const state = enter(only);
    return state === only.state ? reached : [{ state, choices: NO_CHOICES }];
  }
  const states = new Set<State>();
  const made = choice === undefined ? NO_CHOICES : new Map([[choice, true]]);
  for (const { state } of reached) {
    work.spend(choice === undefined ? 1 : 4);
    states.add(enter({ state, choices: made }));
    if (choice !== undefined) states.add(state);
  }
  return [...states].map((state) => ({ state, choices: NO_CHOICES }));
}

/** Every way the open choices of an event can be made: at most one of them lets it hold. */
function decisions(made: Choices, asked: readonly Choice[]): { made: Choices; holds: boolean }[] {
  const open = asked.find((choice) => !made.has(choice));
  if (asked.some((choice) => made.get(choice) === false)) return [{ made, holds: false }];
  if (open === undefined) return [{ made, holds: true }];
  return [
    ...decisions(new Map(made).set(open, true), asked),
    { made: new Map(made).set(open, false), holds: false },
  ];
}
