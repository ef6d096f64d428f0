import type { FileSystem } from './file-system.ts';
import { errorCode, systemProblem } from './system-error.ts';
import type { WriteProblem } from './write-result.ts';

/** Removes those of the temporary files that are there; what cannot be removed is returned. */
export function removeScratch(fileSystem: FileSystem, paths: readonly string[]): WriteProblem[] {
  return paths.flatMap((path) => {
    try {
      fileSystem.unlink(path);
      return [];
    } catch (error) {
      return errorCode(error) === 'ENOENT' ? [] : [systemProblem(path, 'remove this temporary file', error)];
    }
  });
}
