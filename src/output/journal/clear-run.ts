import { join } from 'node:path';
import { systemProblem } from '../system-error.ts';
import type { WriteProblem } from '../write-result.ts';
import { releaseRun } from './hold-run.ts';
import { runIds, shelve } from './ledger.ts';
import type { Ledger } from './ledger.ts';
import { removeDrafts, unlockFolders } from './lock-folders.ts';
import { foldersOf, movedTo, oldPlace } from './run-places.ts';
import type { Run } from './types.ts';

/** Ends a run that this process holds and that changed nothing, or nothing any more: it leaves no trace. */
export function clearRun(ledger: Ledger, run: Run): WriteProblem[] {
  return clearUp(run, () => {
    unlockAll(ledger, run);
    // By one step out of sight: half a run must never be read.
    shelve(ledger, run, 'discard');
    emptyDiscard(ledger);
  });
}

/** Ends a run that this process holds and whose files are all new: it is history, and can be undone. */
export function completeRun(ledger: Ledger, run: Run): WriteProblem[] {
  return clearUp(run, () => {
    unlockAll(ledger, run);
    // What is laid has its place by now; another name of a file of the tree would be in the way of nobody but puzzle all.
    ledger.fileSystem.removeTree(join(run.folder, 'new'));
    const moved = run.journal.entries.filter((entry) => movedTo(run, entry) !== null);
    for (const { path } of moved) ledger.fileSystem.removeTree(oldPlace(run, path));
    releaseRun(ledger, shelve(ledger, run, 'history'));
  });
}

export function unlockAll(ledger: Ledger, run: Run): void {
  const folders = foldersOf(run);
  unlockFolders(ledger.fileSystem, run, folders);
  removeDrafts(ledger.fileSystem, run, folders);
}

/** Deletes what nobody needs any more; what can't be deleted now is tried again by the next run. */
export function emptyDiscard(ledger: Ledger): void {
  for (const id of runIds(ledger, 'discard')) {
    ledger.fileSystem.removeTree(join(ledger.folder, 'discard', id));
  }
}

/** What can't be cleared up is no failure of what was done: a note. The next run that meets it tries again. */
export function clearUp(run: Run, work: () => void): WriteProblem[] {
  try {
    work();
    return [];
  } catch (error) {
    return [systemProblem(run.folder, 'clear up behind it', error)];
  }
}
