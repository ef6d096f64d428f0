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
  if (first.differences === null || first.differences.length === 0) return first;
  const left = new Set(own());
  const guards = new Set<Section>();
  for (let last = first; last.differences !== null && last.differences.length > 0;) {
    const more = last.differences
      .flatMap(({ newGuards = [] }) => newGuards)
      .filter((one) => left.delete(one));
    if (more.length === 0) return first;
    for (const guard of more) guards.add(guard);
    last = attempt(guards);
    if (last.differences?.length === 0) return last;
  }
  return first;
}
