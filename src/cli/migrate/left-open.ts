import type { Finding } from '../../migrate/index.ts';
import { openLedger, openRuns, treePaths } from '../../output/index.ts';
import type { OpenPoint, OpenRun, Run } from '../../output/index.ts';

/**
 * What earlier runs on these trees left for a person, as far as it still stands and is not among the findings of now. [] where the
 * history can't be read.
 */
export function leftOpen(
  given: readonly string[],
  now: readonly FindingKey[],
  history?: readonly Run[],
): OpenRun[] {
  const paths = given.filter((path) => path !== '-').flatMap((path) => treePaths(path));
  if (paths.length === 0) return [];
  try {
    const found = new Set(now.map(keyOf));
    return openRuns(openLedger(), paths, history).map(({ run, points }) => ({
      run,
      points: points.filter(({ point }) => !found.has(keyOf(point))),
    }));
  } catch {
    // A state folder that can't be read is no reason not to look at a tree; who writes to it will be told.
    return [];
  }
}

type FindingKey = Pick<Finding, 'transform' | 'messageId' | 'message' | 'path'>;

function keyOf({ transform, messageId, message, path }: FindingKey | OpenPoint): string {
  return JSON.stringify([transform, messageId, message, path]);
}

/** The finding that it was told as, where its line stands now. */
export function findingOf(point: OpenPoint): Finding {
  const { line, column, transform, messageId, level, message, path, applicability, fixTitle, applied } =
    point;
  const position = line === null ? null : { line, column: column ?? 1 };
  // Only the order of findings in a file depends on the span.
  const span = line === null ? null : { start: line, end: line };
  const flags = { isListed: point.isListed, isUnsetDefault: point.isUnsetDefault };
  return {
    transform,
    messageId,
    level,
    message,
    path,
    span,
    position,
    applicability,
    fixTitle,
    applied,
    ...flags,
  };
}
