import { join } from 'node:path';
import { isThere } from '../file-system.ts';
import type { FileSystem } from '../file-system.ts';
import { systemProblem } from '../system-error.ts';
import type { WriteProblem } from '../write-result.ts';
import { noteTimes } from './folder-times.ts';
import { releaseRun } from './hold-run.ts';
import { runIds, shelve } from './ledger.ts';
import type { Ledger } from './ledger.ts';
import { removeMadeFolders } from './made-folders.ts';
import { removeDrafts, unlockFolders } from './lock-folders.ts';
import { foldersThere, movedTo, oldPlace } from './run-places.ts';
import { syncPaths } from './sync-paths.ts';
import type { Entry, Run } from './types.ts';

/** Ends a run that this process holds and that changed nothing, or nothing any more: it leaves no trace. */
export function clearRun(ledger: Ledger, run: Run): WriteProblem[] {
  return clearUp(run, () => {
    unlockAll(ledger, run);
    // A lock that came back after a power failure would name a run that nobody knows.
    removeMadeFolders(ledger.fileSystem, run);
    syncPaths(ledger.fileSystem, foldersThere(ledger.fileSystem, run.journal));
    // By one step out of sight: half a run must never be read.
    shelve(ledger, run, 'discard');
    emptyDiscard(ledger);
  });
}

/**
 * Ends a run that this process holds and whose files are all new: it is history, and can be undone.
 * @param inOneGo whether this process has begun it, too
 */
export function completeRun(ledger: Ledger, run: Run, inOneGo = false): WriteProblem[] {
  return clearUp(run, () => {
    unlockAll(ledger, run);
    if (inOneGo) noteTimes(ledger, run);
    // What is laid has its place by now; another name of a file of the tree would be in the way of nobody but puzzle all.
    ledger.fileSystem.removeTree(join(run.folder, 'new'));
    dropMoved(ledger.fileSystem, run);
    releaseRun(ledger, shelve(ledger, run, 'history'));
  });
}

/** A second name of a file that only got another name would follow every change that is made to it. */
export function dropMoved(fileSystem: FileSystem, run: Run): void {
  for (const entry of run.journal.entries) dropIfMoved(fileSystem, run, entry);
}

function dropIfMoved(fileSystem: FileSystem, run: Run, entry: Entry): void {
  const moved = movedTo(run, entry);
  const kept = oldPlace(run, entry.path);
  if (moved === null || !isThere(fileSystem, kept)) return;
  const [one, other] = [fileSystem.lstat(kept), fileSystem.lstat(moved)];
  if (one.ino === other.ino && one.dev === other.dev) fileSystem.unlink(kept);
}

export function unlockAll(ledger: Ledger, run: Run): void {
  const folders = foldersThere(ledger.fileSystem, run.journal);
  unlockFolders(ledger.fileSystem, run, folders);
  removeDrafts(ledger.fileSystem, run, folders);
  // On the run's own file system what comes later does not last before it. On others what lay in the lock might come back, and
  // a server that includes the folder would read it.
  const { dev } = ledger.fileSystem.lstat(run.folder);
  syncPaths(
    ledger.fileSystem,
    folders.filter((folder) => ledger.fileSystem.lstat(folder).dev !== dev),
  );
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
    return [systemProblem(run.folder, 'clean up after it', error)];
  }
}
