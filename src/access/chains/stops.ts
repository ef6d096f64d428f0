import { numbering } from '../../text/index.ts';
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
  /**
   * Where an event leads from here, by what its section does, as far as that is known.
   * @param way how the event depends on choices; '' where it depends on none
   */
  nextBy(effect: object, way: string): Stop<State> | undefined;
  leadsTo(next: Stop<State>, effect: object, way: string): void;
}

class KnownStop<State> implements Stop<State> {
  readonly reached: readonly Reached<State>[];
  readonly states: readonly State[];
  #next: Map<object, Stop<State>> | null = null;
  #nextByWay: Map<string, Map<object, Stop<State>>> | null = null;

  constructor(reached: readonly Reached<State>[]) {
    this.reached = reached;
    const [only] = reached;
    this.states =
      only !== undefined && reached.length === 1
        ? [only.state]
        : [...new Set(reached.map(({ state }) => state))];
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

/** Makes equal stops one object. States are interned. */
export function createStops<State>(): (reached: readonly Reached<State>[]) => Stop<State> {
  const single = new Map<State, Stop<State>>();
  const several = new Map<string, Stop<State>>();
  const numberOf = numbering<State>();
  const keyOf = ({ state, choices }: Reached<State>): string =>
    choices.size === 0
      ? String(numberOf(state))
      : [numberOf(state), ...[...choices].map(([choice, value]) => `${choice}=${value}`)].join('\n');
  return (reached) => {
    const [only] = reached;
    if (only !== undefined && reached.length === 1 && only.choices.size === 0) {
      return remembered(single, only.state, () => new KnownStop(reached));
    }
    return remembered(several, reached.map(keyOf).join('\n\n'), () => new KnownStop(reached));
  };
}

function remembered<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = known.get(key);
  if (value === undefined) known.set(key, (value = make()));
  return value;
}
