import type { FileSystem } from '../file-system.ts';
import { errorCode } from '../system-error.ts';

/** A folder that everybody may look into; one that is there, left by a try that was stopped, is as good. */
export function makeUnlessThere(fileSystem: FileSystem, path: string): void {
  try {
    fileSystem.makeOpenFolder(path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}
