import type { AccessSection } from '../sections/types.ts';
import type { Choice, FlowEvent } from './flow.ts';
import { compareOrder } from './order.ts';
import { append } from '../../text/index.ts';

/** Puts the events of a flow in the order in which they are gone through: those of one tree as its server merges them. */
export type EventOrder = (events: readonly FlowEvent[]) => readonly FlowEvent[];

/**
 * Of two trees, sections of one walk do not affect each other: those of the first come first, so that it is known which patterns match where a
 * condition of the second asks for them.
 */
export const inOrder: EventOrder = (events) => {
  const compare = events.some(({ side }) => side === 'both') ? byOrder : bySide;
  // As most are found.
  for (let i = 1; i < events.length; i++) {
    if (compare(events[i - 1]!, events[i]!) > 0) return events.toSorted(compare);
  }
  return events;
};

/** Which choices conditions of the second tree ask for. */
export interface AskedChoices {
  isAsking(section: AccessSection): boolean;
  isAskedFor(choice: Choice): boolean;
}

/**
 * What the second tree says of a pattern comes right behind what the first does, so that of many patterns it need not be known all at once which
 * match; but behind the choices that a condition in it asks for.
 */
export function inPairs(asked: AskedChoices): EventOrder {
  return (events) => {
    const sorted = inOrder(events);
    if (!sorted.some(({ choices }) => choices.length > 0)) return sorted;
    const paired: FlowEvent[] = [];
    for (let start = 0, end = 0; start < sorted.length; start = end) {
      while (end < sorted.length && rankOf(sorted[end]!) === rankOf(sorted[start]!)) end++;
      addPairs(sorted.slice(start, end), asked, paired);
    }
    return paired;
  };
}

/** @param walked of one walk, those of the first tree in front */
function addPairs(walked: readonly FlowEvent[], asked: AskedChoices, found: FlowEvent[]): void {
  const begin = walked.findIndex(({ side }) => side === 'after');
  const before = begin === -1 ? walked : walked.slice(0, begin);
  const lastAskedFor = before.findLastIndex(({ choices }) => choices.some(asked.isAskedFor));
  const placesOf = new Map<string, number[]>();
  before.forEach(({ choices }, at) => {
    append(placesOf, choices.join('\n'), at);
  });
  let at = 0;
  const addUpTo = (end: number): void => {
    for (; at < end; at++) found.push(before[at]!);
  };
  for (const event of walked.slice(before.length)) {
    if (asked.isAsking(event.section)) addUpTo(lastAskedFor + 1);
    const places = placesOf.get(event.choices.join('\n')) ?? [];
    while (places.length > 0 && places[0]! < at) places.shift();
    const twin = event.choices.length > 0 ? places.shift() : undefined;
    if (twin !== undefined) addUpTo(twin + 1);
    found.push(event);
  }
  addUpTo(before.length);
}

function rankOf({ order }: FlowEvent): number {
  return order[0]!;
}

function byOrder(a: FlowEvent, b: FlowEvent): number {
  return compareOrder(a.order, b.order);
}

function bySide(a: FlowEvent, b: FlowEvent): number {
  const rank = rankOf(a) - rankOf(b);
  if (rank !== 0 || a.side === b.side) return rank || byOrder(a, b);
  return a.side === 'before' ? -1 : 1;
}
