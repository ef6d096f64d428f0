import type { Flow, FlowEvent } from './flow.ts';

/** Which choices have been made on the way, as far as they count later in the flow. */
type Choices = ReadonlyMap<string, boolean>;

interface Reached<State> {
  readonly state: State;
  readonly choices: Choices;
}

/** Carries sets of states through flows. States are interned: equal states are one object. */
export interface Propagation<State> {
  /** The states in which the flow's requests come to the event, all earlier events behind them. */
  statesBefore(flow: Flow, event: FlowEvent): readonly State[];
  /** The states in which they come out at the end. */
  finalStates(flow: Flow): readonly State[];
}

const NO_CHOICES: Choices = new Map();

/**
 * @param start the state before any section
 * @param enter the state behind a section that applies; asked only once all earlier sections are settled
 */
export function propagate<State>(
  start: State,
  enter: (state: State, event: FlowEvent) => State,
): Propagation<State> {
  const progress = new Map<Flow, { at: number; reached: readonly Reached<State>[] }>();

  const statesAt = (flow: Flow, index: number): readonly Reached<State>[] => {
    const known = progress.get(flow);
    let { at, reached } = known ?? { at: 0, reached: startOf(flow) };
    for (; at < index; at++) {
      const event = flow.events[at];
      if (event !== undefined) reached = pass(reached, event, enter, lastingChoices(flow, at));
    }
    progress.set(flow, { at, reached });
    return reached;
  };
  const startOf = (flow: Flow): readonly Reached<State>[] => {
    if (flow.inputs.length === 0) return [{ state: start, choices: NO_CHOICES }];
    const states = new Set(flow.inputs.flatMap((input) => finalStates(input)));
    return [...states].map((state) => ({ state, choices: NO_CHOICES }));
  };
  const finalStates = (flow: Flow): readonly State[] => statesOf(statesAt(flow, flow.events.length));

  return {
    statesBefore: (flow, event) => statesOf(statesAt(flow, flow.events.indexOf(event))),
    finalStates,
  };
}

function statesOf<State>(reached: readonly Reached<State>[]): readonly State[] {
  return [...new Set(reached.map(({ state }) => state))];
}

/** Choices that an event behind this one asks for again. */
function lastingChoices(flow: Flow, at: number): ReadonlySet<string> {
  return new Set(flow.events.slice(at + 1).flatMap(({ choices }) => choices));
}

function pass<State>(
  reached: readonly Reached<State>[],
  event: FlowEvent,
  enter: (state: State, event: FlowEvent) => State,
  lasting: ReadonlySet<string>,
): readonly Reached<State>[] {
  const found = new Map<State, Map<string, Reached<State>>>();
  const add = (state: State, choices: Choices): void => {
    const kept = new Map([...choices].filter(([name]) => lasting.has(name)));
    const key = [...kept].map(([name, value]) => `${name}=${value}`).join('\n');
    const same = found.get(state) ?? new Map<string, Reached<State>>();
    same.set(key, { state, choices: kept });
    found.set(state, same);
  };
  for (const { state, choices } of reached) {
    for (const { made, holds } of decisions(choices, event.choices)) {
      add(holds ? enter(state, event) : state, made);
    }
  }
  return [...found.values()].flatMap((same) => [...same.values()]);
}

/** Every way the open choices of an event can be made: at most one of them lets it hold. */
function decisions(made: Choices, asked: readonly string[]): { made: Choices; holds: boolean }[] {
  const open = asked.find((name) => !made.has(name));
  if (asked.some((name) => made.get(name) === false)) return [{ made, holds: false }];
  if (open === undefined) return [{ made, holds: true }];
  return [
    ...decisions(new Map(made).set(open, true), asked),
    { made: new Map(made).set(open, false), holds: false },
  ];
}
