import { describe, test } from '@jest/globals';

export type Effort = 'sample' | 'ci' | 'all';

/**
 * How much is tried where trying all takes long. By default a sample, so that `npm test` takes minutes; in CI (`CI=true`) every recorded
 * server and every play of the fleet, and some of the system calls at which a run can be stopped; `EFFORT=all`: each of those, too, which takes hours.
 */
export const EFFORT: Effort = chosenEffort(process.env['EFFORT'] ?? '');

function chosenEffort(word: string): Effort {
  if (word === 'sample' || word === 'ci' || word === 'all') return word;
  if (word !== '') throw new Error(`EFFORT=${word}: it is sample, ci or all`);
  return process.env['CI'] === 'true' ? 'ci' : 'sample';
}

export function byEffort<T>(choices: Readonly<Record<Effort, T>>): T {
  return choices[EFFORT];
}

/** The cases that are tried: of a sample every so many, beginning with the first; else all. */
export function someOf<T>(cases: readonly T[], step: number): readonly T[] {
  return EFFORT === 'sample' ? cases.filter((_, at) => at % step === 0) : cases;
}

/** For what takes so long that a sample is without it. */
export const testInCI = EFFORT === 'sample' ? test.skip : test;
export const describeInCI = EFFORT === 'sample' ? describe.skip : describe;
