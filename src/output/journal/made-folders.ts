import { dirname } from 'node:path';
import type { FileSystem } from '../file-system.ts';
import { errorCode, systemProblem } from '../system-error.ts';
import type { WriteProblem } from '../write-result.ts';
import { syncPaths } from './sync-paths.ts';
import type { Run } from './types.ts';
import { isInside } from '../diff-base.ts';

// A folder that a run makes is there before anything is put into it, and goes after all that has been taken out of it. Empty it says
// nothing to a server, so a run that was stopped in between has changed nothing.

/** Makes the folders of a run, each with mode and owner of the one that it lies in, so that they last. */
export function makeFolders(fileSystem: FileSystem, { journal: { made = [] } }: Run): WriteProblem | null {
  for (const path of made) {
    try {
      makeLike(fileSystem, path);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') return systemProblem(path, 'make this folder', error);
      return { path, code: 'exists', message: 'something of that name has just been made' };
    }
  }
  syncPaths(fileSystem, new Set(made.map((path) => dirname(path))));
  return null;
}

function makeLike(fileSystem: FileSystem, path: string): void {
  const like = fileSystem.lstat(dirname(path));
  fileSystem.makeOpenFolder(path);
  const own = fileSystem.lstat(path);
  // Owner first: chown(2) takes the set-id bits away.
  if (own.uid !== like.uid || own.gid !== like.gid) fileSystem.changeOwner(path, like.uid, like.gid);
  fileSystem.changeMode(path, like.mode & 0o7777);
}

/** Takes them away where nothing is in them: what somebody else has put there is theirs. */
export function removeMadeFolders(fileSystem: FileSystem, { journal: { made = [] } }: Run): void {
  const gone = made.toReversed().filter((path) => removeIfEmpty(fileSystem, path));
  // Undone is undone: none of them may come back.
  const around = gone.map((path) => dirname(path)).filter((folder) => !gone.includes(folder));
  syncPaths(fileSystem, new Set(around));
}

function removeIfEmpty(fileSystem: FileSystem, path: string): boolean {
  try {
    fileSystem.removeFolder(path);
    return true;
  } catch (error) {
    if (['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(errorCode(error))) return false;
    throw error;
  }
}

/** A folder that everybody may look into; one that is there, left by a try that was stopped, is as good. */
export function makeUnlessThere(fileSystem: FileSystem, path: string): void {
  try {
    fileSystem.makeOpenFolder(path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/** Makes the folder that a place of the run lies in. */
export type MakeParents = (place: string) => void;

/** `made` gets every folder that has a new name in it: those that must be synced. */
export function parentMaker(fileSystem: FileSystem, run: Run, made: Set<string>): MakeParents {
  return (place) => {
    const folder = dirname(place);
    if (made.has(folder)) return;
    if (isInside(folder, run.folder)) {
      fileSystem.makeFolder(folder);
      for (let at = folder; at !== dirname(run.folder) && !made.has(at); at = dirname(at)) made.add(at);
      return;
    }
    // Beside the file, in the lock: everybody may look into it, as into the folder that it lies in.
    makeUnlessThere(fileSystem, folder);
    made
      .add(folder)
      .add(dirname(folder))
      .add(dirname(dirname(folder)));
  };
}
