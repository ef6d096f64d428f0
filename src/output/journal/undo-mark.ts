import { dirname, join } from 'node:path';
import { isThere } from '../file-system.ts';
import type { FileSystem } from '../file-system.ts';
import { errorCode } from '../system-error.ts';
import type { WriteProblem } from '../write-result.ts';
import { clearUp, dropMoved, unlockAll } from './clear-run.ts';
import { giveBackTimes } from './folder-times.ts';
import { releaseRun } from './hold-run.ts';
import { removeMadeFolders } from './made-folders.ts';
import { shelve } from './ledger.ts';
import type { Ledger } from './ledger.ts';
import { syncPath } from './sync-paths.ts';
import type { FolderTime, Run } from './types.ts';

// A run that is being undone is pending again, with a file `undo` in its folder; one that was undone is history without originals,
// with a file `undone`.

/** Says that the run is on its way back, so that it lasts. The run at its new place. */
export function markUndo(ledger: Ledger, run: Run): Run {
  const { fileSystem } = ledger;
  if (!isUndoing(fileSystem, run)) fileSystem.close(fileSystem.create(join(run.folder, 'undo')));
  syncPath(fileSystem, run.folder);
  const pending = join(ledger.folder, 'pending');
  const moved = dirname(run.folder) === pending ? run : shelve(ledger, run, 'pending');
  syncPath(fileSystem, pending);
  return moved;
}

export function isUndoing(fileSystem: FileSystem, run: Run): boolean {
  return isThere(fileSystem, join(run.folder, 'undo'));
}

export function isUndone(fileSystem: FileSystem, run: Run): boolean {
  return isThere(fileSystem, join(run.folder, 'undone'));
}

/** The run was stopped half way before the undo, and is again. */
export function unmarkUndo({ fileSystem }: Ledger, run: Run): void {
  removeFile(fileSystem, join(run.folder, 'undo'));
}

/** Ends an undo that this process holds and that came to nothing: the run is history as before. */
export function returnToHistory(ledger: Ledger, run: Run): void {
  unlockAll(ledger, run);
  for (const name of ['migrated', 'new']) ledger.fileSystem.removeTree(join(run.folder, name));
  dropMoved(ledger.fileSystem, run);
  removeFile(ledger.fileSystem, join(run.folder, 'undo'));
  releaseRun(ledger, shelve(ledger, run, 'history'));
}

/** Ends an undo that this process holds and whose files are all back. Of the run stays what --list shows. */
export function endUndone(ledger: Ledger, run: Run, times: readonly FolderTime[] = []): WriteProblem[] {
  const { fileSystem } = ledger;
  const notes = clearUp(run, () => {
    unlockAll(ledger, run);
    removeMadeFolders(fileSystem, run);
    for (const name of ['migrated', 'new', 'old']) fileSystem.removeTree(join(run.folder, name));
    if (!isUndone(fileSystem, run)) fileSystem.close(fileSystem.create(join(run.folder, 'undone')));
    removeFile(fileSystem, join(run.folder, 'undo'));
    releaseRun(ledger, shelve(ledger, run, 'history'));
  });
  return [...notes, ...giveBackTimes(ledger, times)];
}

function removeFile(fileSystem: FileSystem, path: string): void {
  try {
    fileSystem.unlink(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
