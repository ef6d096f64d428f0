import { numbering } from '../../text/index.ts';
import { choiceLetters, lettersOf } from './choice-letters.ts';
import type { Choices } from './flow.ts';

/** A state of some requests of a flow, and the choices that tell them from the others. */
export interface Reached<State> {
  readonly state: State;
  readonly choices: Choices;
}

/** Where requests stand on their way through a flow: one object for all flows whose requests stand in the same states. */
export interface Stop<State> {
  readonly reached: readonly Reached<State>[];
  /** Each state once. */
  readonly states: readonly State[];
  /** Those that no event of the choices that exclude each other applies to any more, as one of these holds that no event asks for again. */
  readonly settled: Settled<State> | null;
  /** The others. */
  readonly open: readonly Reached<State>[];
  /**
   * Where an event leads from here, by what its section does, as far as that is known.
   * @param way how the event depends on choices; '' where it depends on none
   */
  nextBy(effect: object, way: string): Stop<State> | undefined;
  leadsTo(next: Stop<State>, effect: object, way: string): void;
}

/** Grows by a few at each event: what was settled before is not gone through again. */
export interface Settled<State> {
  readonly before: Settled<State> | null;
  readonly added: readonly Reached<State>[];
}

class KnownStop<State> implements Stop<State> {
  readonly settled: Settled<State> | null;
  readonly open: readonly Reached<State>[];
  #states: readonly State[] | null = null;
  #next: Map<object, Stop<State>> | null = null;
  #nextByWay: Map<string, Map<object, Stop<State>>> | null = null;

  constructor(settled: Settled<State> | null, open: readonly Reached<State>[]) {
    this.settled = settled;
    this.open = open;
  }

  get reached(): readonly Reached<State>[] {
    return this.settled === null ? this.open : [...allSettled(this.settled), ...this.open];
  }

  get states(): readonly State[] {
    return (this.#states ??= statesOf(this.reached));
  }

  nextBy(effect: object, way: string): Stop<State> | undefined {
    const next = way === '' ? this.#next : this.#nextByWay?.get(way);
    return next?.get(effect);
  }

  leadsTo(next: Stop<State>, effect: object, way: string): void {
    if (way === '') (this.#next ??= new Map()).set(effect, next);
    else remembered((this.#nextByWay ??= new Map()), way, () => new Map()).set(effect, next);
  }
}

function statesOf<State>(reached: readonly Reached<State>[]): readonly State[] {
  const [only] = reached;
  return only !== undefined && reached.length === 1
    ? [only.state]
    : [...new Set(reached.map(({ state }) => state))];
}

/** In the order in which they were settled. */
export function allSettled<State>(last: Settled<State> | null): readonly Reached<State>[] {
  const lists: (readonly Reached<State>[])[] = [];
  for (let each = last; each !== null; each = each.before) lists.push(each.added);
  return lists.toReversed().flat();
}

/** Stops of the same states. */
export interface Stops<State> {
  /** Equal stops are one object. States are interned. */
  at(open: readonly Reached<State>[], settled?: Settled<State> | null): Stop<State>;
  /** Equal ones are one object. */
  settle(before: Settled<State> | null, added: readonly Reached<State>[]): Settled<State> | null;
}

export function createStops<State>(): Stops<State> {
  const single = new Map<State, Stop<State>>();
  const several = new Map<string, Stop<State>>();
  const settledBy = new Map<string, Settled<State>>();
  const numberOf = numbering<State>();
  const numberOfSettled = numbering<Settled<State>>();
  const letterOf = choiceLetters();
  // The size says where the letters end: any text may be one of them.
  const keyOf = ({ state, choices }: Reached<State>): string =>
    choices.size === 0
      ? `${numberOf(state)};`
      : `${numberOf(state)},${choices.size};${lettersOf(choices, letterOf)}`;
  const keyOfAll = (settled: Settled<State> | null, reached: readonly Reached<State>[]): string => {
    const key = reached.map(keyOf).join('');
    return settled === null ? key : `${numberOfSettled(settled)}:${key}`;
  };
  return {
    at: (open, settled = null) => {
      const [only] = open;
      if (settled === null && only !== undefined && open.length === 1 && only.choices.size === 0) {
        return remembered(single, only.state, () => new KnownStop(null, open));
      }
      return remembered(several, keyOfAll(settled, open), () => new KnownStop(settled, open));
    },
    settle: (before, added) =>
      added.length === 0 ? before : remembered(settledBy, keyOfAll(before, added), () => ({ before, added })),
  };
}

function remembered<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = known.get(key);
  if (value === undefined) known.set(key, (value = make()));
  return value;
}
