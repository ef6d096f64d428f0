import type { MethodDifference } from '../proof/compare-answers.ts';
import { asksRequest } from '../conditions/asks-request.ts';
import type { Pair } from '../proof/start.ts';
import { flatMap } from '../../text/index.ts';
import type { Walk24, WalkBefore } from '../states/walk-state.ts';
import { isWalk24, START_22, START_24 } from '../states/walk-state.ts';
import { enterBefore } from '../proof/transition.ts';
import { expectedWithin, isDecidedAbove, refusedAbove } from '../proof/start.ts';
import type { World } from '../sections/worlds.ts';
import type { Candidate } from './candidate.ts';
import { chosenIn } from './candidate.ts';
import type { Arrival, Planning } from './planning.ts';
import { asksSituation, enterAfter } from './planning.ts';
import { keepsRounds } from './loop-values.ts';
import type { Unit } from './units.ts';

/** An arrival at a section that is read. */
export interface ReadArrival extends Arrival {
  /** What is in force behind it on the server before the migration: equal final states are one object. */
  readonly behind: WalkBefore;
}

/**
 * Those that are not answered with 500 before. If none is left, no text is wrong, but 2.4 has to start with it: a section of the
 * server's own files is then written as if nothing came before it. (A .htaccess file is to be refused as before.)
 */
export function decisiveArrivals({ sections }: Unit, met: readonly Arrival[]): readonly Arrival[] {
  if (met.length > 0 && met.every(({ pair }) => !pair.before.failed)) return met;
  const arrivals = met.filter(({ pair }) => !pair.before.failed);
  const isHtaccess = sections.some(({ scope }) => scope.file.role === 'htaccess');
  if (arrivals.length > 0 || isHtaccess) return arrivals;
  return met.map((arrival) => {
    const before = isWalk24(arrival.pair.before) ? START_24 : START_22;
    return { ...arrival, pair: { before, after: START_24 } };
  });
}

/** Those at which the section is read: a .htaccess file may be switched off, or refused (500). */
export function readArrivals(arrivals: readonly Arrival[], planning: Planning): ReadArrival[] {
  const { semantics, readBy, comparison } = planning;
  const known = new Map<WalkBefore, WalkBefore>();
  let last: Arrival | null = null;
  const walkInto = (arrival: Arrival): WalkBefore => {
    const { section, world, pair } = arrival;
    // With conditions what is behind depends on the situation, too.
    const isAsked = readBy === '2.4' && asksRequest(section, world);
    if (isAsked || last?.section !== section || last.world !== world) known.clear();
    last = arrival;
    const behind = known.get(pair.before) ?? comparison.ended(enterBefore(pair.before, arrival, semantics));
    known.set(pair.before, behind);
    return behind;
  };
  return flatMap(arrivals, (arrival) => {
    const { pair } = arrival;
    const behind = walkInto(arrival);
    const isRead = !behind.failed && behind.unread.length === pair.before.unread.length;
    return isRead ? [{ behind, ...arrival }] : [];
  });
}

/** Whether the server answers 500 to all that come to the section: a .htaccess file that it does not take. */
export function areRefused(arrivals: readonly Arrival[], { semantics }: Planning): boolean {
  const fails = (arrival: Arrival): boolean =>
    arrival.section.matcher.type === 'htaccess' &&
    enterBefore(arrival.pair.before, arrival, semantics).failed;
  return arrivals.length > 0 && arrivals.every(fails);
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

/** Whether it is for the rules around the part to decide: nothing that the section says is asked for. */
function isLeftAbove({ behind, above }: ReadArrival): boolean {
  return above === 'closed' || isDecidedAbove(behind, above);
}

/** Whether the candidate makes a 2.4 server answer as 2.2 did, in each of these states. */
export function isRight(candidate: Candidate, read: readonly ReadArrival[], planning: Planning): boolean {
  const [first] = read;
  if (first !== undefined && !keepsRounds(candidate, first.section, planning.loopValues)) return false;
  // Without cases the folder, file, address and host of a request do not matter: a single one for each pair is enough.
  const tellsCases = read.some(({ section, world }) =>
    asksSituation(candidate, section, world, planning.readBy),
  );
  const all = tellsCases ? read : onePerPair(read);
  const { comparison, work } = planning;
  return all.every((arrival) => {
    work.spend(1);
    const { behind, above } = arrival;
    const isAbove = isLeftAbove(arrival);
    // What is written must not take back what is around it and not known.
    if (isAbove && !writesIn(candidate, arrival.world)) return true;
    const expected = above === 'denied' && isAbove ? refusedAbove(behind) : expectedWithin(above, behind);
    return expected === null || !comparison.differs(expected, answeringWith(candidate, arrival, planning));
  });
}

/** Whether there is a new line in this world. */
function writesIn(candidate: Candidate, world: World): boolean {
  if (candidate.type === 'guarded') return writesIn(chosenIn(candidate, world), world);
  return candidate.type === 'text' || candidate.type === 'in-place';
}

/** A request that would be answered differently behind the section with the candidate written; null if there is none. */
export function differenceWith(
  candidate: Candidate,
  arrival: ReadArrival,
  planning: Planning,
): MethodDifference | null {
  planning.work.spend(1);
  if (isLeftAbove(arrival)) return null;
  return planning.comparison.difference(arrival.behind, answeringWith(candidate, arrival, planning));
}

function answeringWith(candidate: Candidate, arrival: ReadArrival, planning: Planning): Walk24 {
  const walk = enterAfter(arrival, candidate, planning);
  return walk.failed ? { ...walk, failed: false } : walk;
}

export function onePerPair(read: readonly ReadArrival[]): readonly ReadArrival[] {
  if (read.length < 2) return read;
  // Those of one section and world follow one another.
  const seen = new Set<Pair>();
  let last: ReadArrival | null = null;
  return read.filter((arrival) => {
    const { section, world, pair } = arrival;
    if (last?.section !== section || last.world !== world) seen.clear();
    last = arrival;
    const { size } = seen;
    return seen.add(pair).size > size;
  });
}
