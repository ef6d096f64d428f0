import type { Guard } from '../../model/index.ts';
import type { MethodDifference } from '../decide.ts';
import { hasConditions } from '../condition.ts';
import { intendedState22 } from '../intended-state.ts';
import { ownState24 } from '../own-state.ts';
import type { State22 } from '../policy/index.ts';
import { treesByMethod } from '../policy/index.ts';
import type { Walk22 } from '../walk-state.ts';
import { isLive } from '../worlds.ts';
import type { Candidate, GuardedCandidate } from './candidate.ts';
import { isByCases, positiveGuard } from './candidate.ts';
import { candidatesFor } from './candidates.ts';
import { casesFor } from './cases.ts';
import { hasOldLines, hasRefusedRequire } from './old-lines.ts';
import type { Arrival, Planning } from './planning.ts';
import { enterAfter, enterBefore } from './planning.ts';
import type { Unit } from './units.ts';

/** An arrival at a section that is read, and what is in force on a 2.2 server behind it. */
export interface ReadArrival extends Arrival {
  readonly behind: Walk22;
}

/** The first candidate that is right in every state in which requests come to the unit; null if there is none. */
export function chooseCandidate(
  unit: Unit,
  arrivals: readonly Arrival[],
  planning: Planning,
): Candidate | null {
  const read = readArrivals(arrivals, planning);
  if (read.length === 0) return { type: 'untouched' };
  const { servesForeign } = planning;
  if (!hasOldLines(unit, servesForeign) && isRight({ type: 'untouched' }, read, planning))
    return { type: 'untouched' };
  const written = startable(unit, servesForeign, writtenCandidates(read, planning));
  return firstRight(written, read, planning) ?? guardedCandidate(read, planning);
}

function* startable(
  unit: Unit,
  servesForeign: boolean,
  candidates: Iterable<Candidate>,
): Generator<Candidate> {
  const isRefused = hasRefusedRequire(unit, servesForeign);
  for (const candidate of candidates) if (!isRefused || candidate.type !== 'keep') yield candidate;
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

/** Made when they are asked for: telling cases apart costs more than all the others. */
function* writtenCandidates(read: readonly ReadArrival[], planning: Planning): Generator<Candidate> {
  const { semantics, context } = planning;
  const owns = distinctStates(read.map(({ section, world }) => intendedState22(section, world, semantics)));
  const effective = distinctStates(read.map(({ behind }) => behind.state));
  for (const own of owns) yield* candidatesFor(own, effective, context);
  const cases = casesFor(
    read.map(({ situation, behind }) => ({ situation, trees: treesByMethod(behind.state, context) })),
  );
  if (cases !== null) yield cases;
}

/** For some guard that is not decided: one text where it holds and one where it doesn't, each right for its worlds. */
function guardedCandidate(read: readonly ReadArrival[], planning: Planning): GuardedCandidate | null {
  for (const guard of planning.undecided) {
    const isIn = ({ world }: Arrival): boolean => isLive([positiveGuard(guard)], '2.4', world);
    const holds = textFor(guard, read.filter(isIn), planning);
    if (holds === null) continue;
    const rest = read.filter((arrival) => !isIn(arrival));
    const fails = textFor(guard, rest, planning);
    if (fails !== null) return { type: 'guarded', guard, holds, fails };
  }
  return null;
}

/** A text of its own for some worlds: lines that stay as they are would be read in the others, too. */
function textFor(guard: Guard, read: readonly ReadArrival[], planning: Planning): Candidate | null {
  const guarded = function* (): Generator<GuardedCandidate> {
    const nothing: Candidate = { type: 'nothing' };
    yield { type: 'guarded', guard, holds: nothing, fails: nothing };
    for (const text of writtenCandidates(read, planning)) {
      if (text.type !== 'keep') yield { type: 'guarded', guard, holds: text, fails: text };
    }
  };
  if (read.length === 0) return { type: 'nothing' };
  return firstRight(guarded(), read, planning)?.holds ?? null;
}

function firstRight<C extends Candidate>(
  candidates: Iterable<C>,
  read: readonly ReadArrival[],
  planning: Planning,
): C | null {
  for (const candidate of candidates) if (isRight(candidate, read, planning)) return candidate;
  return null;
}

function isRight(candidate: Candidate, read: readonly ReadArrival[], planning: Planning): boolean {
  // Without cases the folder, file, address and host of a request have no say: one arrival for each pair is enough.
  const all = isByCases(candidate) || keepsCases(candidate, read) ? read : onePerPair(read);
  return all.every((arrival) => isExact(arrival, candidate, planning));
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
  { comparison }: Planning,
): MethodDifference | null {
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

/** One of each that says the same. */
export function distinctStates(states: readonly State22[]): State22[] {
  const objects = [...new Set(states)];
  return objects.length < 2
    ? objects
    : [...new Map(objects.map((state) => [JSON.stringify(state), state])).values()];
}
