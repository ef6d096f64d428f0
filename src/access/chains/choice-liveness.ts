import type { Flow, FlowEvent, Choice, Choices } from './flow.ts';
import type { AccessSection } from '../sections/types.ts';
import { rememberSome } from '../../text/index.ts';
import { exclusiveChoices } from './exclusive-choices.ts';
import { type ExclusivePairs, exclusivePairs, NO_PAIRS } from './exclusive-pairs.ts';

// Which choices still count behind an event of a flow: as liveness of variables in a compiler.

/** Which choices count to the end of a flow, and at which event each is asked for the last time. */
export interface Liveness {
  readonly remembered: ReadonlySet<Choice>;
  readonly lastAsked: ReadonlyMap<Choice, number>;
  readonly exclusive: Exclusive;
}

/** Choices of which no two hold together: that one does counts as long as another is asked for. */
export interface Exclusive {
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

export const NO_EXCLUSIVE: Exclusive = {
  choices: new Set(),
  pairs: NO_PAIRS,
  pairsAsked: new Map(),
  lastAsked: -1,
  number: 0,
};

export const NOTHING_LIVE: Liveness = {
  remembered: new Set(),
  lastAsked: new Map(),
  exclusive: NO_EXCLUSIVE,
};

/** Whether what was chosen still counts behind the event. */
export function lastsBehind(choice: Choice, { remembered, lastAsked }: Liveness, at: number): boolean {
  return (lastAsked.get(choice) ?? -1) > at || remembered.has(choice);
}

/** Whether, if it holds, it keeps one that is asked for behind the event from holding. */
export function excludesBehind(choice: Choice, { exclusive }: Liveness, at: number): boolean {
  return (
    (exclusive.lastAsked > at && exclusive.choices.has(choice)) ||
    (exclusive.pairsAsked.get(choice) ?? -1) > at
  );
}

/** The choice by which the event passes by all for whom another one holds; null where it asks for others, or what was chosen is told apart to the end. */
export function excludingChoice({ choices }: FlowEvent, { exclusive, remembered }: Liveness): Choice | null {
  const [choice] = choices;
  if (choice === undefined || choices.length > 1) return null;
  return exclusive.choices.has(choice) && !remembered.has(choice) ? choice : null;
}

/** What an event depends on beside what its section does. */
export function wayOf({ choices }: FlowEvent, liveness: Liveness, at: number): string {
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

function exclusiveOf(
  { about }: Flow,
  { lastAsked, remembered }: Omit<Liveness, 'exclusive'>,
  { numberOf }: Pick<Remembering, 'numberOf'>,
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
export function isExcluded(choice: Choice, made: Choices, exclusive: Exclusive): boolean {
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
export function forgettingLiveness(flow: Flow, passing: Pick<Remembering, 'numberOf'>): Liveness {
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

/** Which choices are told apart to the end of a flow. */
export interface Remembering {
  /** So many of each flow; the others only while an event still asks. */
  readonly mostRemembered: number;
  readonly isWanted: (choice: Choice) => boolean;
  /** Whose choices are told apart before those of others. */
  readonly isForemost: (section: AccessSection) => boolean;
  /** Numbers sets of choices. */
  readonly numberOf: (text: string) => number;
}

/**
 * Where choices are told apart to the end.
 * @param inherited those of what feeds the flow
 */
export function rememberingLiveness(
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
