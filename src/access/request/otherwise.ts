// Which of the worlds in which a request was asked are worth telling.
import type { World } from '../sections/worlds.ts';
import type { PossibleAnswer } from './possible-answers.ts';

/** Another answer, and the guards with which it comes. */
export interface Otherwise {
  /** Those that hold: `ifdefine x`. */
  readonly guards: readonly string[];
  readonly possible: readonly PossibleAnswer[];
}

/** What one world answers. */
export interface WorldAnswers {
  readonly world: World;
  readonly possible: readonly PossibleAnswer[];
}

/**
 * The worlds whose answer does not follow from those told before them, few guards before many: of `A: 403`, `B: 200` as without it, and
 * `A and B: 403` the first alone.
 */
export function otherwise(first: WorldAnswers, others: readonly WorldAnswers[]): Otherwise[] {
  const kept: Otherwise[] = [];
  const asked = others.map(({ world, possible }) => ({ guards: guardNames(world, first.world), possible }));
  for (const other of asked.toSorted((a, b) => a.guards.length - b.guards.length)) {
    const nearest = nearestKept(other, kept);
    const expected = nearest.length === 0 ? [first.possible] : nearest.map(({ possible }) => possible);
    if (!expected.every((possible) => sameAnswers(possible, other.possible))) kept.push(other);
  }
  return kept;
}

/** Those told with fewer of its guards, but for those that another of them contains. */
function nearestKept({ guards }: Otherwise, kept: readonly Otherwise[]): Otherwise[] {
  const within = kept.filter((each) => isWithin(each.guards, guards));
  return within.filter(
    (each) => !within.some((other) => other !== each && isWithin(each.guards, other.guards)),
  );
}

function isWithin(part: readonly string[], whole: readonly string[]): boolean {
  return part.every((guard) => whole.includes(guard));
}

/** Those that hold in this world, and not in the first. */
function guardNames(world: World, first: World): string[] {
  return [...world].filter(([guard, holds]) => holds && first.get(guard) !== true).map(([guard]) => guard);
}

function sameAnswers(a: readonly PossibleAnswer[], b: readonly PossibleAnswer[]): boolean {
  const words = (all: readonly PossibleAnswer[]) =>
    all.map(({ answer, status }) => `${answer} ${status}`).toSorted();
  return words(a).join() === words(b).join();
}
