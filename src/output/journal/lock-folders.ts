import { join } from 'node:path';
import { isThere } from '../file-system.ts';
import type { FileSystem } from '../file-system.ts';
import { errorCode, systemProblem } from '../system-error.ts';
import type { WriteProblem } from '../write-result.ts';
import { livingHolder } from './hold-run.ts';
import { readRun } from './ledger.ts';
import type { Ledger } from './ledger.ts';
import { makeUnlessThere } from './made-folders.ts';
import type { Run } from './types.ts';

/**
 * In each folder in which a run changes something there is a folder of this name meanwhile, and in it an empty one with the run's
 * id. It is there for every user, container and path that leads to the folder. Folders and not files: a server whose Include names
 * the folder reads whatever files are in it.
 */
export const LOCK = '.httpd-codemod.lock';

const DRAFT = '.httpd-codemod-';

/** Whether a folder is a run's own in a tree: nobody else may put anything there. (The lock around it may be another user's.) */
export function isOwnFolder(folder: string): boolean {
  const names = folder.split('/');
  const lock = names.indexOf(LOCK);
  return (lock !== -1 && lock < names.length - 1) || names.some((name) => name.startsWith(DRAFT));
}

/** Locks them all or none. A folder that the run has locked already (before it was stopped) is fine. */
export function lockFolders(ledger: Ledger, run: Run, folders: readonly string[]): WriteProblem | null {
  for (const folder of folders) {
    const problem = lockFolder(ledger, run, folder);
    if (problem === null) continue;
    unlockFolders(ledger.fileSystem, run, folders);
    return problem;
  }
  return null;
}

function lockFolder(ledger: Ledger, run: Run, folder: string): WriteProblem | null {
  const { fileSystem } = ledger;
  const draft = draftPath(run, folder);
  try {
    makeUnlessThere(fileSystem, draft);
    makeUnlessThere(fileSystem, join(draft, run.id));
    // Onto a folder that is not empty this fails, rename(2): so there is one holder, and never a lock that names none.
    fileSystem.rename(draft, join(folder, LOCK));
    return null;
  } catch (error) {
    removeDrafts(fileSystem, run, [folder]);
    return isOccupied(error)
      ? whoLocks(ledger, run, folder)
      : systemProblem(folder, `make ${LOCK} in it`, error);
  }
}

function whoLocks(ledger: Ledger, run: Run, folder: string): WriteProblem | null {
  const lock = join(folder, LOCK);
  const problem = (code: 'busy' | 'interrupted', message: string) => ({ path: folder, code, message });
  try {
    const ids = ledger.fileSystem.list(lock);
    if (ids.includes(run.id)) return null;
    const done = ids.map((id) => readRun(ledger, 'history', id)).find((one) => one !== null);
    // Its locks went before it became history; that they did was lost in a power failure.
    if (done !== undefined) {
      unlockFolders(ledger.fileSystem, done, [folder]);
      return lockFolder(ledger, run, folder);
    }
    const other = ids.map((id) => readRun(ledger, 'pending', id)).find((one) => one !== null);
    if (other === undefined) {
      const owner = ledger.fileSystem.lstat(lock).uid;
      return problem(
        'busy',
        `is being changed by another run, of the user with id ${owner}; ${IF_GONE(lock)}`,
      );
    }
    const holder = livingHolder(ledger, other);
    if (holder === null)
      return problem('interrupted', 'a run that was stopped half way is neither undone nor finished');
    return problem('busy', `is being changed by ${holder}; try again when it is done`);
  } catch (error) {
    // Gone just now: that run is done, and what it wrote is not what was read.
    if (errorCode(error) === 'ENOENT') return problem('busy', 'was just changed by another run; try again');
    return systemProblem(lock, 'find out which run is at work here', error);
  }
}

const IF_GONE = (lock: string) => `if no such run is alive and its journal is gone, remove ${lock}`;

/** Removes this run's locks from the folders, with all that it laid in them; those of others stay. */
export function unlockFolders(fileSystem: FileSystem, run: Run, folders: readonly string[]): void {
  for (const folder of folders) {
    const lock = join(folder, LOCK);
    if (!removeIfEmpty(fileSystem, join(lock, run.id))) fileSystem.removeTree(join(lock, run.id));
    removeIfEmpty(fileSystem, lock);
  }
}

/** What a run leaves that was stopped in the very moment of locking. */
export function removeDrafts(fileSystem: FileSystem, run: Run, folders: readonly string[]): void {
  // Never with anything in it, unless a power failure has undone the rename to its place.
  for (const folder of folders) {
    if (!removeIfEmpty(fileSystem, join(draftPath(run, folder), run.id))) {
      fileSystem.removeTree(join(draftPath(run, folder), run.id));
    }
    removeIfEmpty(fileSystem, draftPath(run, folder));
  }
}

function draftPath(run: Run, folder: string): string {
  return join(folder, DRAFT + run.id);
}

/** False if something is in it. */
function removeIfEmpty(fileSystem: FileSystem, path: string): boolean {
  try {
    fileSystem.removeFolder(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return true;
    if (isOccupied(error)) return false;
    // A read-only disk is named before the folder is looked for, rmdir(2).
    if (errorCode(error) === 'EROFS' && !isThere(fileSystem, path)) return true;
    throw error;
  }
}

function isOccupied(error: unknown): boolean {
  return errorCode(error) === 'ENOTEMPTY' || errorCode(error) === 'EEXIST';
}
