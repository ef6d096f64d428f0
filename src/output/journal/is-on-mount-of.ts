import { join } from 'node:path';
import type { FileSystem } from '../file-system.ts';
import { errorCode } from '../system-error.ts';
import { LOCK } from './lock-folders.ts';
import type { Run } from './types.ts';

/**
 * Whether a file can be renamed from the run's folder into this one, which the run has locked. It is tried, since the device number
 * does not say it: a bind mount has that of its origin, and rename(2) fails all the same.
 */
export function isOnMountOf(fileSystem: FileSystem, run: Run, folder: string): boolean {
  if (fileSystem.lstat(folder).dev !== fileSystem.lstat(run.folder).dev) return false;
  const probe = join(run.folder, 'probe');
  const there = join(folder, LOCK, run.id, 'probe');
  try {
    makeProbe(fileSystem, probe);
    fileSystem.rename(probe, there);
    fileSystem.unlink(there);
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error;
    fileSystem.unlink(probe);
    return false;
  }
}

/** A try that was stopped may have left it. */
function makeProbe(fileSystem: FileSystem, path: string): void {
  try {
    fileSystem.close(fileSystem.create(path));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}
