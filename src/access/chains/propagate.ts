import type { Flow, FlowEvent, FlowProgress, Choice, Choices } from './flow.ts';
import type { Reached, Stop, Stops } from './stops.ts';
import { allSettled, createStops } from './stops.ts';
import type { AccessSection } from '../sections/types.ts';
import type { Work } from '../work.ts';
import { limitedWork } from '../work.ts';
import { flatMap, numbering } from '../../text/index.ts';
import type { ServerModel } from '../../model/index.ts';
import type { World } from '../sections/worlds.ts';
import type { Liveness, Remembering } from './choice-liveness.ts';
import {
  excludingChoice,
  forgettingLiveness,
  isExcluded,
  lastsBehind,
  rememberingLiveness,
  wayOf,
} from './choice-liveness.ts';
import { indexSections } from './section-index.ts';
import { choosingIn, NO_CHOICES, pass } from './pass.ts';
import { flowsByServer } from './server-flows.ts';

/** Carries sets of states through flows. States are interned: equal states are one object. */
export interface Propagation<State> {
  /** Where the flow's requests stand when they come to the event at an index, all earlier events behind them. */
  stopBefore(flow: Flow, at: number): Stop<State>;
  /** Those of them that the event may apply to. */
  reachedAt(flow: Flow, at: number): readonly Reached<State>[];
  /** What is known of those once the event applies to them; null if it applies to none. */
  choicesInside(flow: Flow, at: number, made: Choices): Choices | null;
  /** The states in which they come out at the end: one list for all flows that end in the same. */
  finalStates(flow: Flow): readonly State[];
}

/** Enters a section that applies, in a state and with the choices that led to it. */
export type EnterSection<State> = (reached: Reached<State>, event: FlowEvent, flow: Flow) => State;

/** One object for all sections that lead from equal states to equal ones; null where that depends on more than the state. */
export type EffectOf = (section: AccessSection) => object | null;

const UNSHARED: EffectOf = () => null;

/**
 * @param start the state before any section
 * @param enterSection asked only once all earlier sections are settled
 * @throws TooMuchWork
 * @param mostRemembered so many choices of each flow are told apart to its end; the others only while an event still asks
 */
export function propagate<State>(
  start: State,
  enterSection: EnterSection<State>,
  mostRemembered: number,
  work: Work = limitedWork(),
  effectOf: EffectOf = UNSHARED,
  isForemost?: (section: AccessSection) => boolean,
): Propagation<State> {
  return propagations(start, enterSection, mostRemembered, work, effectOf, undefined, isForemost)();
}

/**
 * The same, begun anew each time: the flows before are forgotten, and what was found out about states is not.
 * @param isWanted which choices are told apart to the end
 * @param isForemost whose choices are told apart before those of others
 */
export function propagations<State>(
  start: State,
  enterSection: EnterSection<State>,
  mostRemembered: number,
  work: Work,
  effectOf: EffectOf,
  isWanted: (choice: Choice) => boolean = () => true,
  isForemost: (section: AccessSection) => boolean = () => false,
): () => Propagation<State> {
  const stops = createStops<State>();
  const first = stops.at([{ state: start, choices: NO_CHOICES }]);

  const behind = (stop: Stop<State>, flow: Flow, at: number, liveness: Liveness): Stop<State> => {
    const event = flow.events[at]!;
    const enterEvent = (each: Reached<State>): State => enterSection(each, event, flow);
    const choosing = choosingIn(liveness, at);
    const passed = (reached: readonly Reached<State>[]): readonly Reached<State>[] =>
      pass(reached, event, enterEvent, choosing, work);
    const { settled, open } = stop;
    if (at >= liveness.exclusive.lastAsked) return stops.at(passed(stop.reached));
    const choice = excludingChoice(event, liveness);
    if (choice !== null) {
      const behindIt = passed(open);
      if (lastsBehind(choice, liveness, at)) return stops.at(behindIt, settled);
      const isSettled = ({ choices }: Reached<State>): boolean => choices.get(choice) === true;
      const stillOpen = behindIt.filter((each) => !isSettled(each));
      return stops.at(stillOpen, stops.settle(settled, behindIt.filter(isSettled)));
    }
    return stops.at(passed(open), settled && stops.settle(null, passed(allSettled(settled))));
  };

  const passEvent = (stop: Stop<State>, flow: Flow, at: number, liveness: Liveness): Stop<State> => {
    const event = flow.events[at]!;
    const effect = effectOf(event.section);
    if (effect === null) return behind(stop, flow, at, liveness);
    const way = wayOf(event, liveness, at);
    const known = stop.nextBy(effect, way);
    if (known !== undefined) {
      work.spend(1);
      return known;
    }
    const next = behind(stop, flow, at, liveness);
    stop.leadsTo(next, effect, way);
    return next;
  };

  const numberOf = numbering<string>();
  const passing = { first, stops, passEvent, mostRemembered, isWanted, isForemost, numberOf };
  return () => new FlowPropagation(passing);
}

/** What is the same for all flows that requests begin in one state. */
interface Passing<State> extends Remembering {
  readonly first: Stop<State>;
  readonly stops: Stops<State>;
  /** Where requests stand behind an event of the flow. */
  readonly passEvent: (stop: Stop<State>, flow: Flow, at: number, liveness: Liveness) => Stop<State>;
}

/** Begun for each server: it is the owner of the progress in that one's flows. */
class FlowPropagation<State> implements Propagation<State> {
  readonly #passing: Passing<State>;

  constructor(passing: Passing<State>) {
    this.#passing = passing;
  }

  stopBefore(flow: Flow, index: number): Stop<State> {
    // Nothing is met but what feeds the flow meets.
    if (flow.events.length === 0) return this.#startOf(flow);
    const { passEvent } = this.#passing;
    const known = this.#progressIn(flow);
    for (; known.at < index; known.at++) known.stop = passEvent(known.stop, flow, known.at, known.liveness);
    return known.stop;
  }

  reachedAt(flow: Flow, at: number): readonly Reached<State>[] {
    const stop = this.stopBefore(flow, at);
    if (stop.settled === null) return stop.open;
    const { exclusive } = this.#progressIn(flow).liveness;
    return flow.events[at]!.choices.some((choice) => exclusive.choices.has(choice))
      ? stop.open
      : stop.reached;
  }

  choicesInside(flow: Flow, at: number, made: Choices): Choices | null {
    const { choices } = flow.events[at]!;
    if (choices.length === 0) return made;
    const { exclusive } = this.#progressIn(flow).liveness;
    if (choices.some((choice) => made.get(choice) === false)) return null;
    const inside = new Map(made);
    for (const choice of choices) {
      if (!inside.has(choice) && isExcluded(choice, inside, exclusive)) return null;
      inside.set(choice, true);
    }
    return inside;
  }

  finalStates(flow: Flow): readonly State[] {
    return this.#endOf(flow).states;
  }

  #endOf(flow: Flow): Stop<State> {
    const { inputs, events } = flow;
    // What feeds others is asked for by each of them, and known then; where it does not, once.
    if (inputs.length === 0) return this.stopBefore(flow, events.length);
    let stop = this.#startOf(flow);
    if (events.length === 0) return stop;
    const liveness = this.#livenessOf(flow);
    const { passEvent } = this.#passing;
    for (let at = 0; at < events.length; at++) stop = passEvent(stop, flow, at, liveness);
    return stop;
  }

  #startOf({ inputs }: Flow): Stop<State> {
    const { first, stops } = this.#passing;
    const only = inputs[0];
    if (only === undefined) return first;
    if (inputs.length === 1) return this.stopBefore(only, only.events.length);
    return stops.at(this.#reachedBehind(inputs));
  }

  #reachedBehind(flows: readonly Flow[]): readonly Reached<State>[] {
    return flatMap(flows, (flow) => this.stopBefore(flow, flow.events.length).reached);
  }

  #progressIn(flow: Flow): Progress<State> {
    const { progress } = flow;
    if (this.#isOwn(progress)) return progress;
    const begun = { owner: this, at: 0, stop: this.#startOf(flow), liveness: this.#livenessOf(flow) };
    flow.progress = begun;
    return begun;
  }

  #isOwn(progress: FlowProgress | undefined): progress is Progress<State> {
    return progress?.owner === this;
  }

  #rememberingLivenessOf(flow: Flow): Liveness {
    const inherited = flatMap(flow.inputs, (input) => [...this.#progressIn(input).liveness.remembered]);
    return rememberingLiveness(flow, inherited, this.#passing);
  }

  #livenessOf(flow: Flow): Liveness {
    return this.#passing.mostRemembered === 0
      ? forgettingLiveness(flow, this.#passing)
      : this.#rememberingLivenessOf(flow);
  }
}

/** How far a flow has been gone through. */
interface Progress<State> extends FlowProgress {
  at: number;
  stop: Stop<State>;
  readonly liveness: Liveness;
}

/** Takes a state through every flow of the world: `enterSection` sees each section that is met, and what is known on the way to it. */
export function walkFlows<State>(
  { model, sections, world }: Walked,
  start: State,
  enterSection: EnterSection<State>,
): void {
  const index = indexSections(sections.map((section) => ({ section, side: 'both' as const })));
  for (const flows of flowsByServer(model, index, world)) {
    const reached = propagate(start, enterSection, 0);
    for (const flow of flows) reached.finalStates(flow);
  }
}

interface Walked {
  readonly model: ServerModel;
  readonly sections: readonly AccessSection[];
  readonly world: World;
}
