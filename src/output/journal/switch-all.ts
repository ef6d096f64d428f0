import type { Stats } from 'node:fs';
import { dirname } from 'node:path';
import { isThere } from '../file-system.ts';
import type { FileSystem } from '../file-system.ts';
import { describeError, errorCode, systemProblem } from '../system-error.ts';
import { isProblem } from '../write-result.ts';
import type { WriteProblem } from '../write-result.ts';
import { hashText } from './changes.ts';
import type { Ledger } from './ledger.ts';
import { mountProblem } from './mount-problem.ts';
import { syncPaths } from './sync-paths.ts';
import type { Version } from './types.ts';

/** One path that is to hold something else, all of which is ready. */
export interface Switch {
  readonly path: string;
  readonly from: Version | null;
  readonly to: Version | null;
  /** What takes the path, on the same mount; null where nothing does. */
  readonly staged: string | null;
  /** Another name of what has the path, on the same mount, to take the switch back with; null where nothing has it. */
  readonly kept: string | null;
  /** What has the path, when it was last looked at. */
  readonly seen: Stats | null;
  /** The staged one. */
  readonly laid: Stats | null;
}

export function isSwitch(value: Switch | WriteProblem): value is Switch {
  return !isProblem(value);
}

/**
 * Makes all switches, one after the other, and the new names last. At the first failure, and if a file turns out to have been changed
 * meanwhile, those made are taken back, latest first. Returns null or the problems; of code `not-restored` if that failed, too.
 */
export function switchAll(
  { fileSystem, now }: Ledger,
  switches: readonly Switch[],
): readonly WriteProblem[] | null {
  const done: Switch[] = [];
  const problem = makeAll(fileSystem, switches, done) ?? findChanged(fileSystem, switches, now().getTime());
  if (problem === null) return null;
  const problems = takeBackAll(fileSystem, done);
  try {
    syncFolders(fileSystem, done);
  } catch {
    // The cause is reported; the names are back, and a sync that fails leaves nothing else to do.
  }
  return [problem, ...problems];
}

function makeAll(fileSystem: FileSystem, switches: readonly Switch[], done: Switch[]): WriteProblem | null {
  for (const one of switches) {
    try {
      const problem = checkAgain(fileSystem, one);
      if (problem !== null) return problem;
      makeSwitch(fileSystem, one);
      done.push(one);
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return appeared(one.path);
      const mounted = mountProblem(fileSystem, one.path, error);
      return mounted ?? systemProblem(one.path, 'put the new text in its place', error);
    }
  }
  try {
    syncFolders(fileSystem, switches);
    return null;
  } catch (error) {
    return systemProblem(dirname(switches[0]!.path), 'make the new names last', error);
  }
}

/** Between the check of all files and now somebody may have come: a look at each file right before narrows that to nearly nothing. */
function checkAgain(fileSystem: FileSystem, { path, seen }: Switch): WriteProblem | null {
  if (seen === null) return isThere(fileSystem, path) ? appeared(path) : null;
  return isSame(fileSystem, path, seen) ? null : changed(path);
}

/**
 * Who writes into a file in that last moment writes into the kept one, too, which is the same: nothing is lost, and it is seen
 * here. By its time, and for a file that was new by its bytes: two changes within one tick of the clock have one time.
 */
function findChanged(fileSystem: FileSystem, switches: readonly Switch[], now: number): WriteProblem | null {
  for (const { path, from, kept, seen } of switches) {
    if (kept === null || seen === null || from?.type !== 'file') continue;
    try {
      const { dev, ino, size, mtimeMs } = fileSystem.lstat(kept);
      // A copy tells nothing.
      if (dev !== seen.dev || ino !== seen.ino) continue;
      if (size !== seen.size || mtimeMs !== seen.mtimeMs) return changed(path);
      const isRecent = seen.mtimeMs > now - RECENT;
      if (isRecent && hashText(fileSystem.read(kept).text) !== from.sha256) return changed(path);
    } catch (error) {
      return systemProblem(path, 'look at its original again', error);
    }
  }
  return null;
}

/** Milliseconds: more than the coarsest time stamps (FAT, two seconds). */
const RECENT = 5000;

export function isSame(fileSystem: FileSystem, path: string, seen: Stats): boolean {
  try {
    const { dev, ino, size, mtimeMs, mode, uid, gid } = fileSystem.lstat(path);
    const isFile = dev === seen.dev && ino === seen.ino && size === seen.size && mtimeMs === seen.mtimeMs;
    // What was given it since the new file got its attributes would be lost.
    return isFile && mode === seen.mode && uid === seen.uid && gid === seen.gid;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

function makeSwitch(fileSystem: FileSystem, { path, from, to, staged }: Switch): void {
  if (to === null || staged === null) fileSystem.unlink(path);
  else if (from === null) placeNew(fileSystem, staged, path);
  else fileSystem.rename(staged, path);
}

// What link(2) answers on file systems without hard links, for foreign files (fs.protected_hardlinks), at the limit, and between
// folders of different projects (quota) on one file system.
export const NO_HARD_LINK = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']);

/**
 * A link and not a rename where it can be: it fails if somebody has just made a file of that name. The other name goes when
 * the run is done.
 */
function placeNew(fileSystem: FileSystem, staged: string, path: string): void {
  try {
    fileSystem.hardLink(staged, path);
  } catch (error) {
    if (!NO_HARD_LINK.has(errorCode(error))) throw error;
    fileSystem.rename(staged, path);
  }
}

function takeBackAll(fileSystem: FileSystem, done: readonly Switch[]): WriteProblem[] {
  return done.toReversed().flatMap((one) => {
    try {
      takeBack(fileSystem, one);
      return [];
    } catch (error) {
      return [notRestored(one, error)];
    }
  });
}

function takeBack(fileSystem: FileSystem, { path, from, kept, laid }: Switch): void {
  if (laid !== null && !isSame(fileSystem, path, laid)) throw new Error('somebody else has changed it since');
  if (from === null || kept === null) fileSystem.unlink(path);
  else fileSystem.rename(kept, path);
}

function syncFolders(fileSystem: FileSystem, switches: readonly Switch[]): void {
  syncPaths(
    fileSystem,
    switches.map(({ path }) => dirname(path)),
  );
}

function appeared(path: string): WriteProblem {
  return { path, code: 'exists', message: 'something of that name has just been made' };
}

function changed(path: string): WriteProblem {
  return { path, code: 'changed', message: 'has just been changed by somebody else' };
}

function notRestored({ path, from, to }: Switch, error: unknown): WriteProblem {
  const how = from === null ? 'was made and is still there' : to === null ? 'is gone' : 'has the new text';
  return { path, code: 'not-restored', message: `${how} and could not be put back: ${describeError(error)}` };
}
