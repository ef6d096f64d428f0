import { dirname, join } from 'node:path';
import type { FileSystem } from '../file-system.ts';
import { errorCode } from '../system-error.ts';
import type { WriteProblem } from '../write-result.ts';
import { LOCK } from './lock-folders.ts';
import type { Run } from './types.ts';

// A single file can be mounted (`mount --bind`, a file that a container is given). It lies in its folder for whoever reads it, but
// link(2) and rename(2) refuse it, and its real folder may be out of reach.

const MESSAGE =
  "is a mount point of its own, and a rename can't replace what is mounted: change the file that it comes from, or unmount it first";

/** What link(2) and rename(2) answer for a mount point. */
const REFUSALS = new Set(['EXDEV', 'EBUSY']);

/** What to say of a link or rename that failed because the file at this path is mounted there; null if it is not. */
export function mountProblem(fileSystem: FileSystem, path: string, error: unknown): WriteProblem | null {
  if (!REFUSALS.has(errorCode(error)) || !isMounted(fileSystem, path)) return null;
  return { path, code: 'mount-point', message: MESSAGE };
}

/** Device numbers say it only of other file systems: a bind mount has that of its origin. */
function isMounted(fileSystem: FileSystem, path: string): boolean {
  try {
    const isOther = fileSystem.lstat(path).dev !== fileSystem.lstat(dirname(path)).dev;
    return isOther || fileSystem.mountPoints()?.has(path) === true;
  } catch {
    // What is wrong there is the error itself.
    return false;
  }
}

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
