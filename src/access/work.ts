import { checkMemory } from '../text/index.ts';

/** Thrown where going on would take too long, or too much memory: the question stays undecided. */
export class TooMuchWork extends Error {}

/** Counts what is done for one question. */
export interface Work {
  /** @throws TooMuchWork when it has become too much. */
  spend(units: number): void;
}

/**
 * A unit is one section looked at for one set of requests, or one state carried through it: some microseconds, and a few hundred
 * bytes. Ten thousand virtual hosts of ordinary shape take two millions.
 */
const MOST_UNITS = 8_000_000;

/** What it takes to make a flow. */
export const FLOW_UNITS = 10;

export function limitedWork(most = MOST_UNITS): Work {
  let left = most;
  return {
    spend(units) {
      checkMemory(units);
      left -= units;
      if (left < 0) throw new TooMuchWork('there are too many combinations of sections to go through');
    },
  };
}

/** Does it; false if it becomes too much. */
export function isDone(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof TooMuchWork) return false;
    throw error;
  }
}

/** What it comes to; `otherwise` if it becomes too much. */
export function orTooMuch<T>(work: () => T, otherwise: T): T {
  let result = otherwise;
  return isDone(() => (result = work())) ? result : otherwise;
}
