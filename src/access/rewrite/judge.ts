import { hasConditions } from '../conditions/index.ts';
import type { MethodDifference } from '../proof/decide.ts';
import { ownState24 } from '../states/own-state.ts';
import type { Walk22 } from '../states/walk-state.ts';
import type { Candidate } from './candidate.ts';
import { copiesOf, isByCases } from './candidate.ts';
import type { Arrival, Planning } from './planning.ts';
import { enterAfter, enterBefore } from './planning.ts';

/** An arrival at a section that is read, and what is in force on a 2.2 server behind it. */
export interface ReadArrival extends Arrival {
  readonly behind: Walk22;
}

/** Those at which the section is read: a .htaccess file may be switched off, or refused (500). */
export function readArrivals(arrivals: readonly Arrival[], planning: Planning): ReadArrival[] {
  const known = new Map<Walk22, Walk22>();
  const read: ReadArrival[] = [];
  let last: Arrival | null = null;
  for (const arrival of arrivals) {
    const { section, world, pair } = arrival;
    // One section and world after the other: what is known of the one before is no use.
    if (last !== null && (last.section !== section || last.world !== world)) known.clear();
    last = arrival;
    const behind = known.get(pair.before) ?? enterBefore(pair.before, section, world, planning);
    known.set(pair.before, behind);
    const isRead = !behind.failed && behind.unread.length === pair.before.unread.length;
    if (isRead) read.push({ ...arrival, behind });
  }
  return read;
}

/** The first that is right. */
export function firstRight<C extends Candidate>(
  candidates: Iterable<C>,
  read: readonly ReadArrival[],
  planning: Planning,
): C | null {
  for (const candidate of candidates) if (isRight(candidate, read, planning)) return candidate;
  return null;
}

/** Whether the candidate makes a 2.4 server answer as 2.2 did, in each of these states. */
export function isRight(candidate: Candidate, read: readonly ReadArrival[], planning: Planning): boolean {
  // Without cases the folder, file, address and host of a request have no say: one arrival for each pair is enough.
  const all = tellsCases(candidate) || keepsCases(candidate, read) ? read : onePerPair(read);
  return all.every((arrival) => isExact(arrival, candidate, planning));
}

function tellsCases(candidate: Candidate): boolean {
  return isByCases(candidate) || copiesOf(candidate).length > 0;
}

/** Whether the lines that stay tell cases apart. */
function keepsCases({ type }: Candidate, read: readonly ReadArrival[]): boolean {
  const keeps = type === 'untouched' || type === 'keep';
  return keeps && read.some(({ section, world }) => hasConditions(ownState24(section, world).tree));
}

function isExact(arrival: ReadArrival, candidate: Candidate, planning: Planning): boolean {
  return differenceWith(candidate, arrival, planning) === null;
}

/** A request that would be answered differently behind the section with the candidate written; null if there is none. */
export function differenceWith(
  candidate: Candidate,
  arrival: ReadArrival,
  { comparison, work }: Planning,
): MethodDifference | null {
  work.spend(1);
  const after = enterAfter(arrival, candidate);
  return comparison.difference(arrival.behind, { ...after, failed: false });
}

export function onePerPair(read: readonly ReadArrival[]): readonly ReadArrival[] {
  if (read.length < 2) return read;
  const seen = new Map<Arrival['section'], Map<Arrival['world'], Set<Arrival['pair']>>>();
  return read.filter(({ section, world, pair }) => {
    const ofSection = seen.get(section) ?? new Map<Arrival['world'], Set<Arrival['pair']>>();
    seen.set(section, ofSection);
    const pairs = ofSection.get(world) ?? new Set<Arrival['pair']>();
    ofSection.set(world, pairs);
    if (pairs.has(pair)) return false;
    pairs.add(pair);
    return true;
  });
}
