import type { Flow, FlowEvent, FlowProgress, Choice, Choices } from './flow.ts';
import { withoutIdleChoices } from './idle-choices.ts';
import type { Reached, Stop, Stops } from './stops.ts';
import { allSettled, createStops } from './stops.ts';
import type { AccessSection } from '../sections/types.ts';
import type { Work } from '../work.ts';
import { limitedWork } from '../work.ts';
import { flatMap, numbering, rememberSome } from '../../text/index.ts';
import type { ServerModel } from '../../model/index.ts';
import type { World } from '../sections/worlds.ts';
import { exclusiveChoices } from './exclusive-choices.ts';
import { type ExclusivePairs, exclusivePairs, NO_PAIRS } from './exclusive-pairs.ts';
import { indexSections } from './section-index.ts';
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

const NO_CHOICES: Choices = new Map();
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
interface Passing<State> {
  readonly first: Stop<State>;
  readonly stops: Stops<State>;
  /** Where requests stand behind an event of the flow. */
  readonly passEvent: (stop: Stop<State>, flow: Flow, at: number, liveness: Liveness) => Stop<State>;
  readonly mostRemembered: number;
  readonly isWanted: (choice: Choice) => boolean;
  readonly isForemost: (section: AccessSection) => boolean;
  /** Numbers sets of choices. */
  readonly numberOf: (text: string) => number;
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

/** How choices are made at an event. */
interface Choosing {
  readonly exclusive: Exclusive;
  /** Whether what was chosen still counts behind it. */
  readonly isLasting: (choice: Choice, isTrue: boolean) => boolean;
}

function choosingIn(liveness: Liveness, at: number): Choosing {
  if (liveness === NOTHING_LIVE) return NOTHING_LASTS;
  const { exclusive } = liveness;
  return {
    exclusive,
    isLasting: (choice, isTrue) =>
      lastsBehind(choice, liveness, at) || (isTrue && excludesBehind(choice, liveness, at)),
  };
}

function lastsBehind(choice: Choice, { remembered, lastAsked }: Liveness, at: number): boolean {
  return (lastAsked.get(choice) ?? -1) > at || remembered.has(choice);
}

function excludesBehind(choice: Choice, { exclusive }: Liveness, at: number): boolean {
  return (
    (exclusive.lastAsked > at && exclusive.choices.has(choice)) ||
    (exclusive.pairsAsked.get(choice) ?? -1) > at
  );
}

/** The choice by which the event passes by all for whom another one holds; null where it asks for others, or what was chosen is told apart to the end. */
function excludingChoice({ choices }: FlowEvent, { exclusive, remembered }: Liveness): Choice | null {
  const [choice] = choices;
  if (choice === undefined || choices.length > 1) return null;
  return exclusive.choices.has(choice) && !remembered.has(choice) ? choice : null;
}

/** What an event depends on beside what its section does. */
function wayOf({ choices }: FlowEvent, liveness: Liveness, at: number): string {
  const choice = choices[0];
  if (choice === undefined) return '';
  const way = choices.length === 1 ? wayBy(choice, liveness, at) : wayByAll(choices, liveness, at);
  const { exclusive } = liveness;
  const forgotten = choices.flatMap((each) => forgottenBehind(each, exclusive, at));
  if (forgotten.length === 0 && !choices.some((each) => exclusive.choices.has(each))) return way;
  const last = at === exclusive.lastAsked ? ' for the last time' : '';
  return [`${way}\n${exclusive.number}${last}`, ...forgotten].join('\n');
}

/** The choices that don't hold with one that is asked for here, and with none that is asked for later. */
function forgottenBehind(choice: Choice, { pairs, pairsAsked }: Exclusive, at: number): readonly Choice[] {
  const others = pairs.get(choice);
  return others === undefined ? NO_OTHERS : [...others].filter((other) => pairsAsked.get(other) === at);
}

const NO_OTHERS: readonly Choice[] = [];

function wayByAll(choices: readonly Choice[], liveness: Liveness, at: number): string {
  return choices.map((each) => wayBy(each, liveness, at)).join('\n');
}

function wayBy(choice: Choice, liveness: Liveness, at: number): string {
  const { lasting, excluding, passing } = waysBy(choice);
  if (lastsBehind(choice, liveness, at)) return lasting;
  return excludesBehind(choice, liveness, at) ? excluding : passing;
}

const MOST_CHOICES = 5_000;

/** Put together once for each choice: hosts have the same few. */
const waysBy = rememberSome(MOST_CHOICES, (choice) => ({
  lasting: `true ${choice}`,
  excluding: `only true ${choice}`,
  passing: `false ${choice}`,
}));

/** Which choices count to the end of a flow, and at which event each is asked for the last time. */
interface Liveness {
  readonly remembered: ReadonlySet<Choice>;
  readonly lastAsked: ReadonlyMap<Choice, number>;
  readonly exclusive: Exclusive;
}

/** Choices of which no two hold together: that one does counts as long as another is asked for. */
interface Exclusive {
  readonly choices: ReadonlySet<Choice>;
  /** Others, each with those that do not hold with it. */
  readonly pairs: ExclusivePairs;
  /** Of each of these the last event that asks for one that does not hold with it. */
  readonly pairsAsked: ReadonlyMap<Choice, number>;
  /** The last event that asks for one of them. */
  readonly lastAsked: number;
  /** One for these choices, and what is remembered of them. */
  readonly number: number;
}

const NO_EXCLUSIVE: Exclusive = {
  choices: new Set(),
  pairs: NO_PAIRS,
  pairsAsked: new Map(),
  lastAsked: -1,
  number: 0,
};

const NOTHING_LIVE: Liveness = { remembered: new Set(), lastAsked: new Map(), exclusive: NO_EXCLUSIVE };

const NOTHING_LASTS: Choosing = { exclusive: NO_EXCLUSIVE, isLasting: () => false };

function exclusiveOf(
  { about }: Flow,
  { lastAsked, remembered }: Omit<Liveness, 'exclusive'>,
  { numberOf }: Pick<Passing<unknown>, 'numberOf'>,
): Exclusive {
  if (lastAsked.size < 2) return NO_EXCLUSIVE;
  const choices = exclusiveChoices(lastAsked.keys(), about.ledTo === undefined);
  const pairs = exclusivePairs([...lastAsked.keys()].filter((choice) => !choices.has(choice)));
  if (choices.size + pairs.size === 0) return NO_EXCLUSIVE;
  const all = [...choices];
  const lastOf = (others: Iterable<Choice>): number =>
    Math.max(...[...others].map((other) => lastAsked.get(other)!));
  return {
    choices,
    pairs,
    pairsAsked: new Map([...pairs].map(([choice, others]) => [choice, lastOf(others)])),
    lastAsked: Math.max(...all.map((choice) => lastAsked.get(choice)!)),
    number: numberOf(all.map((choice) => `${remembered.has(choice)} ${choice}`).join('\n')),
  };
}

/** Whether a choice can't be true, as one that can't hold with it is. */
function isExcluded(choice: Choice, made: Choices, exclusive: Exclusive): boolean {
  const others = exclusive.pairs.get(choice);
  if (others !== undefined) {
    for (const other of others) if (made.get(other) === true) return true;
    return false;
  }
  if (!exclusive.choices.has(choice)) return false;
  for (const [other, isTrue] of made) if (isTrue && exclusive.choices.has(other)) return true;
  return false;
}

/** Where a choice counts only while an event still asks for it. */
function forgettingLiveness(flow: Flow, passing: Pick<Passing<unknown>, 'numberOf'>): Liveness {
  const { events } = flow;
  const asked = askedIn(events);
  // One that is asked for once counts for no later event.
  if (asked <= 1) return NOTHING_LIVE;
  const lastAsked = lastAskedIn(events);
  const { remembered } = NOTHING_LIVE;
  const exclusive = exclusiveOf(flow, { lastAsked, remembered }, passing);
  // The same of several, unless one excludes another.
  return lastAsked.size === asked && exclusive === NO_EXCLUSIVE
    ? NOTHING_LIVE
    : { remembered, lastAsked, exclusive };
}

type Remembering = Pick<Passing<unknown>, 'mostRemembered' | 'isWanted' | 'isForemost' | 'numberOf'>;

/**
 * Where choices are told apart to the end.
 * @param inherited those of what feeds the flow
 */
function rememberingLiveness(
  flow: Flow,
  inherited: readonly Choice[],
  { mostRemembered, isWanted, isForemost, numberOf }: Remembering,
): Liveness {
  const lastAsked = lastAskedIn(flow.events);
  if (inherited.length === 0 && lastAsked.size === 0) return NOTHING_LIVE;
  const foremost = flow.events.filter(({ section }) => isForemost(section)).flatMap(({ choices }) => choices);
  const inOrder = new Set([...foremost, ...lastAsked.keys()]);
  const first = [...inOrder].filter(isWanted).slice(0, mostRemembered);
  const remembered = new Set([...first, ...inherited]);
  return { remembered, lastAsked, exclusive: exclusiveOf(flow, { lastAsked, remembered }, { numberOf }) };
}

function lastAskedIn(events: readonly FlowEvent[]): ReadonlyMap<Choice, number> {
  const lastAsked = new Map<Choice, number>();
  events.forEach(({ choices }, at) => {
    for (let i = 0; i < choices.length; i++) lastAsked.set(choices[i]!, at);
  });
  return lastAsked;
}

/** How often these ask for a choice. */
function askedIn(events: readonly FlowEvent[]): number {
  let asked = 0;
  for (let at = 0; at < events.length; at++) asked += events[at]!.choices.length;
  return asked;
}

function pass<State>(
  reached: readonly Reached<State>[],
  event: FlowEvent,
  enterSection: (reached: Reached<State>) => State,
  { exclusive, isLasting }: Choosing,
  work: Work,
): readonly Reached<State>[] {
  if (!isAnyLasting(event, isLasting) && reached.every(({ choices }) => choices.size === 0)) {
    return passWithoutChoices(reached, event, enterSection, work);
  }
  const found = new Map<State, Map<string, Reached<State>>>();
  const add = (state: State, choices: Choices): void => {
    const lasting = [...choices].filter(([choice, isTrue]) => isLasting(choice, isTrue));
    const kept = lasting.length === 0 ? NO_CHOICES : new Map(lasting);
    const key = [...kept].map(([choice, value]) => `${choice}=${value}`).join('\n');
    work.spend(1 + choices.size + (key.length >> 6));
    const same = found.get(state) ?? new Map<string, Reached<State>>();
    same.set(key, { state, choices: kept });
    found.set(state, same);
  };
  for (const { state, choices } of reached) {
    for (const { made, holds } of decisions(choices, event.choices, exclusive)) {
      add(holds ? enterSection({ state, choices: made }) : state, made);
    }
  }
  return flatMap([...found.values()], (same) => withoutIdleChoices([...same.values()], work));
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
