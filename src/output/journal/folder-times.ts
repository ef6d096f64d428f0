import { join } from 'node:path';
import type { FileSystem } from '../file-system.ts';
import { systemProblem } from '../system-error.ts';
import type { WriteProblem } from '../write-result.ts';
import type { Ledger } from './ledger.ts';
import { isFolderTimes } from './parse-journal.ts';
import { foldersOf } from './run-places.ts';
import type { FolderTime, Journal, Run } from './types.ts';

// A folder's time says when a name in it last came or went. A run makes names come and go, undoing it too: so after both the time would
// say that something has changed where nothing has. The journal has the times before, and a file `times` those after it. An
// undo gives the former back where the folder still has the latter; else somebody has been there, and the time is theirs. A run
// that was stopped leaves the times alone: nobody knows what happened meanwhile. Nothing depends on them, so nothing of this is synced.

/** Milliseconds: a time can be set to the microsecond, and is read more exactly. */
const EXACT = 0.002;

export function timesOf(fileSystem: FileSystem, journal: Pick<Journal, 'entries' | 'made'>): FolderTime[] {
  return foldersOf(journal).flatMap((path) => {
    try {
      return [{ path, mtimeMs: fileSystem.lstat(path).mtimeMs }];
    } catch {
      // What is wrong with the folder is said by whoever writes to it.
      return [];
    }
  });
}

/** Writes down what times a run leaves behind. */
export function noteTimes({ fileSystem }: Ledger, { folder, journal }: Run): void {
  const fd = fileSystem.create(join(folder, 'times'));
  try {
    const text = JSON.stringify(timesOf(fileSystem, journal));
    fileSystem.write(fd, Buffer.from(text, 'utf8').toString('latin1'));
  } finally {
    fileSystem.close(fd);
  }
}

/** The times to give back when the run is undone: of folders in which nothing else has changed since. */
export function timesToGiveBack({ fileSystem }: Ledger, run: Run): FolderTime[] {
  const noted = new Map(readNoted(fileSystem, run).map(({ path, mtimeMs }) => [path, mtimeMs]));
  const now = new Map(timesOf(fileSystem, run.journal).map(({ path, mtimeMs }) => [path, mtimeMs]));
  return (run.journal.folders ?? []).filter(
    ({ path }) => Math.abs((noted.get(path) ?? NaN) - (now.get(path) ?? NaN)) < EXACT,
  );
}

function readNoted(fileSystem: FileSystem, { folder }: Run): readonly FolderTime[] {
  try {
    const text = fileSystem.read(join(folder, 'times')).text;
    const json: unknown = JSON.parse(Buffer.from(text, 'latin1').toString('utf8'));
    return isFolderTimes(json) ? json : [];
  } catch {
    // None, or half a file after a power failure.
    return [];
  }
}

export function giveBackTimes({ fileSystem }: Ledger, times: readonly FolderTime[]): WriteProblem[] {
  return times.flatMap(({ path, mtimeMs }) => {
    try {
      fileSystem.changeTimes(path, fileSystem.lstat(path).atimeMs, mtimeMs);
      return [];
    } catch (error) {
      return [systemProblem(path, 'give the folder its time back', error)];
    }
  });
}
