import { dirname } from 'node:path';
import type { FileSystem } from '../file-system.ts';
import { isInside } from '../diff-base.ts';
import { makeUnlessThere } from './make-unless-there.ts';
import type { Run } from './types.ts';

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
