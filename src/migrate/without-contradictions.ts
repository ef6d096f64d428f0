import type { Section } from '../syntax/index.ts';
import type { PipelineResult } from '../transform/index.ts';
import type { AnswerDifference, MigrateOptions } from './types.ts';
import type { DualMigration } from './write-dual.ts';

export type Contradicting = NonNullable<MigrateOptions['contradicting']>;

/** What the transforms made, and how it was compared; null where it is not. */
export interface Attempt {
  readonly result: PipelineResult;
  readonly written: DualMigration;
  readonly differences: readonly AnswerDifference[] | null;
}

/**
 * Once more, without the rules that the text has for 2.4 alone where requests meet them that would be answered differently. The first
 * attempt is what is shown if that does not help.
 * @param own the guards of the original: those of a result are others in each attempt
 */
export function withoutContradictions(
  attempt: (contradicting: Contradicting) => Attempt,
  own: () => ReadonlySet<Section>,
): Attempt {
  const first = attempt(new Set());
  const left = new Set(first.differences?.length ? own() : []);
  const guards = new Set<Section>();
  let last = first;
  while (last.differences?.length) {
    const more = last.differences
      .flatMap(({ newGuards = [] }) => newGuards)
      .filter((one) => left.delete(one));
    if (more.length === 0) return first;
    for (const guard of more) guards.add(guard);
    last = attempt(guards);
  }
  return last.differences === null ? first : last;
}
