import { join } from 'node:path';
import { errorCode, systemProblem } from '../system-error.ts';
import type { WriteProblem } from '../write-result.ts';
import { emptyDiscard } from './clear-run.ts';
import { runIds, treeKeyOf } from './ledger.ts';
import type { Ledger } from './ledger.ts';

/** How many runs of the same PATHs can be undone, and how many altogether; the latest of each PATHs always can. */
const KEPT_OF_ONE = 10;
const KEPT = 200;

/** Forgets the oldest runs. That a run is too many is no reason to say that a write failed: problems are notes. */
export function pruneHistory(ledger: Ledger): WriteProblem[] {
  try {
    const ids = runIds(ledger, 'history').toReversed();
    if (ids.length <= KEPT_OF_ONE) return [];
    const seen = new Map<string, number>();
    const isTooMany = (id: string, at: number): boolean => {
      const tree = treeKeyOf(ledger, 'history', id);
      if (tree === null) return false;
      const newer = seen.get(tree) ?? 0;
      seen.set(tree, newer + 1);
      return newer >= KEPT_OF_ONE || (at >= KEPT && newer > 0);
    };
    for (const id of ids.filter(isTooMany)) discard(ledger, id);
    emptyDiscard(ledger);
    return [];
  } catch (error) {
    return [systemProblem(ledger.folder, 'remove old runs from the history', error)];
  }
}

/** ENOENT: another process, which writes another tree, shortens the same history and was first. */
function discard({ fileSystem, folder }: Ledger, id: string): void {
  try {
    fileSystem.rename(join(folder, 'history', id), join(folder, 'discard', id));
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
