import type { MigrateResult } from '../migrate/result.ts';

/** Why a run with a result wrote nothing: what could not be checked or written; null if nothing failed. */
export function failureOf({ write, checks }: MigrateResult): string | null {
  const unchecked = checks.flatMap(({ path, result }) =>
    result.type === 'failed' ? [`${path}: ${result.message}`] : [],
  );
  const unwritten = write === null || write.type === 'written' ? [] : write.problems;
  const failures = [...unchecked, ...unwritten.map(({ path, message }) => `${path}: ${message}`)];
  return failures.length === 0 ? null : failures.join('; ');
}
