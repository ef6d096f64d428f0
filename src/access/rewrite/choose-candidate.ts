import type { Guard } from '../../model/index.ts';
import { intendedState22 } from '../intended-state.ts';
import type { State22 } from '../policy/index.ts';
import { treesByMethod } from '../policy/index.ts';
import { isLive } from '../worlds.ts';
import type { Candidate, GuardedCandidate } from './candidate.ts';
import { positiveGuard } from './candidate.ts';
import { candidatesFor } from './candidates.ts';
import { casesFor } from './cases.ts';
import { hasOldLines } from './old-lines.ts';
import type { Arrival, Planning } from './planning.ts';
import { enterAfter, enterBefore } from './planning.ts';
import type { Unit } from './units.ts';

/** The first candidate that is right in every state in which requests come to the unit; null if there is none. */
export function chooseCandidate(
  unit: Unit,
  arrivals: readonly Arrival[],
  planning: Planning,
): Candidate | null {
  const read = readArrivals(arrivals, planning);
  if (read.length === 0) return { type: 'untouched' };
  const isRight = (candidate: Candidate): boolean =>
    read.every((arrival) => isExact(arrival, candidate, planning));
  const untouched: Candidate[] = hasOldLines(unit) ? [] : [{ type: 'untouched' }];
  return (
    [...untouched, ...writtenCandidates(read, planning)].find(isRight) ??
    guardedCandidates(read, planning).find(isRight) ??
    null
  );
}

/** Those at which the section is read: a .htaccess file may be switched off, or refused (500). */
export function readArrivals(arrivals: readonly Arrival[], planning: Planning): Arrival[] {
  return arrivals.filter((arrival) => {
    const before = behind(arrival, planning);
    return !before.failed && before.unread.length === arrival.pair.before.unread.length;
  });
}

/** What is in force on a 2.2 server behind the section. */
export function effectiveState(arrival: Arrival, planning: Planning): State22 {
  return behind(arrival, planning).state;
}

function behind({ pair, section, world }: Arrival, planning: Planning) {
  return enterBefore(pair.before, section, world, planning);
}

function writtenCandidates(read: readonly Arrival[], planning: Planning): Candidate[] {
  const { semantics, context } = planning;
  const owns = distinct(read.map(({ section, world }) => intendedState22(section, world, semantics)));
  const effective = distinct(read.map((arrival) => effectiveState(arrival, planning)));
  const cases = casesFor(
    read.map((arrival) => ({
      situation: arrival.situation,
      trees: treesByMethod(effectiveState(arrival, planning), context),
    })),
  );
  const plain = owns.flatMap((own) => candidatesFor(own, effective, context));
  return cases === null ? plain : [...plain, cases];
}

/** For each guard that is not decided: one text where it holds and one where it doesn't, each right for its worlds. */
function guardedCandidates(read: readonly Arrival[], planning: Planning): GuardedCandidate[] {
  return planning.undecided.flatMap((guard) => {
    const isIn = ({ world }: Arrival): boolean => isLive([positiveGuard(guard)], '2.4', world);
    const holds = textFor(guard, read.filter(isIn), planning);
    const fails = textFor(
      guard,
      read.filter((arrival) => !isIn(arrival)),
      planning,
    );
    return holds === null || fails === null ? [] : [{ type: 'guarded' as const, guard, holds, fails }];
  });
}

/** A text of its own for some worlds: lines that stay as they are would be read in the others, too. */
function textFor(guard: Guard, read: readonly Arrival[], planning: Planning): Candidate | null {
  const written = read.length === 0 ? [] : writtenCandidates(read, planning);
  const candidates: Candidate[] = [{ type: 'nothing' }, ...written.filter(({ type }) => type !== 'keep')];
  const isRight = (candidate: Candidate): boolean => {
    const guarded: Candidate = { type: 'guarded', guard, holds: candidate, fails: candidate };
    return read.every((arrival) => isExact(arrival, guarded, planning));
  };
  return candidates.find(isRight) ?? null;
}

function isExact(arrival: Arrival, candidate: Candidate, planning: Planning): boolean {
  const before = behind(arrival, planning);
  const after = { ...enterAfter(arrival, candidate), failed: before.failed };
  return planning.comparison.difference(before, after) === null;
}

function distinct(states: readonly State22[]): State22[] {
  return [...new Map(states.map((state) => [JSON.stringify(state), state])).values()];
}
