import { errorCode, systemProblem } from '../system-error.ts';
import type { WriteProblem } from '../write-result.ts';
import { emptyDiscard } from './clear-run.ts';
import { listRuns, runIds, shelve } from './ledger.ts';
import type { Ledger } from './ledger.ts';
import type { Run } from './types.ts';

/** How many runs of the same PATHs can be undone, and how many altogether; the latest of each PATHs always can. */
const KEPT_OF_ONE = 10;
const KEPT = 200;

/** Forgets the oldest runs. That a run is too many is no reason to say that a write failed: problems are notes. */
export function pruneHistory(ledger: Ledger): WriteProblem[] {
  try {
    if (runIds(ledger, 'history').length <= KEPT_OF_ONE) return [];
    const runs = listRuns(ledger, 'history').toReversed();
    const seen = new Map<string, number>();
    const isTooMany = (run: Run, at: number): boolean => {
      const tree = run.journal.paths.join('\0');
      seen.set(tree, (seen.get(tree) ?? 0) + 1);
      const newer = seen.get(tree)! - 1;
      return newer >= KEPT_OF_ONE || (at >= KEPT && newer > 0);
    };
    for (const run of runs.filter(isTooMany)) discard(ledger, run);
    emptyDiscard(ledger);
    return [];
  } catch (error) {
    return [systemProblem(ledger.folder, 'remove old runs from the history', error)];
  }
}

/** ENOENT: another process, which writes another tree, shortens the same history and was first. */
function discard(ledger: Ledger, run: Run): void {
  try {
    shelve(ledger, run, 'discard');
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
