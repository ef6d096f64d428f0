import { basename, dirname } from 'node:path';
import { systemProblem } from '../system-error.ts';
import type { WriteProblem, WriteResult } from '../write-result.ts';
import { isProblem } from '../write-result.ts';
import { clearRun } from './clear-run.ts';
import { timesToGiveBack } from './folder-times.ts';
import { releaseRun, takeRun } from './hold-run.ts';
import { inHeldFolders } from './in-held-folders.ts';
import type { Ledger } from './ledger.ts';
import { lockFolders } from './lock-folders.ts';
import type { Surveyed } from './look-at-entry.ts';
import { survey, hasBytesOf, look } from './look-at-entry.ts';
import { foldersThere, originalPlace } from './run-places.ts';
import { stageUndo } from './stage-undo.ts';
import { isSwitch, switchAll } from './switch-all.ts';
import type { Run, Entry, Version } from './types.ts';
import { endUndone, isUndoing, markUndo, returnToHistory, unmarkUndo } from './undo-mark.ts';
import type { FileSystem } from '../file-system.ts';

/**
 * Gives the tree back that was there before a run, whether that is done or was stopped half way: all of it or nothing. The originals
 * themselves come back, with all that they were. Refused where a file is neither what it was nor what the run made
 * of it. Stopped at any instant it can be run again. `paths` of the result: those that it changed back.
 */
export function undoRun(ledger: Ledger, run: Run): WriteResult {
  try {
    return inHeldFolders(ledger, (held) => takeAndUndo(held, run));
  } catch (error) {
    return { type: 'refused', problems: [systemProblem(run.folder, 'undo it', error)] };
  }
}

function takeAndUndo(ledger: Ledger, run: Run): WriteResult {
  const busy = takeRun(ledger, run);
  return busy === null ? undoHeld(ledger, run) : { type: 'refused', problems: [busy] };
}

function undoHeld(ledger: Ledger, run: Run): WriteResult {
  const isPending = basename(dirname(run.folder)) === 'pending';
  const isBegun = isPending && isUndoing(ledger.fileSystem, run);
  if (isPending && !isBegun && survey(ledger.fileSystem, run).every(({ state }) => state === 'old')) {
    return { type: 'written', paths: [], notes: clearRun(ledger, run), run: run.id };
  }
  const times = isPending ? [] : timesToGiveBack(ledger, run);
  const marked = markUndo(ledger, run);
  const undone = attemptUndo(ledger, marked);
  if (undone.problems === null) {
    return { type: 'written', paths: undone.paths, notes: endUndone(ledger, marked, times), run: run.id };
  }
  const isBroken = undone.problems.some(({ code }) => code === 'not-restored');
  if (isBroken || isPending) {
    // Half way it stays what it was, or, if this left it so, an undo on its way; the folders stay locked.
    if (!isBroken && !isBegun) unmarkUndo(ledger, marked);
    releaseRun(ledger, marked);
  } else returnToHistory(ledger, marked);
  return { type: isBroken ? 'broken' : 'refused', problems: undone.problems };
}

interface Attempt {
  /** Null if all is as before the run. */
  readonly problems: readonly WriteProblem[] | null;
  readonly paths: readonly string[];
}

function attemptUndo(ledger: Ledger, run: Run): Attempt {
  const failed = (problems: readonly WriteProblem[]): Attempt => ({ problems, paths: [] });
  try {
    const locked = lockFolders(ledger, run, foldersThere(ledger.fileSystem, run.journal));
    if (locked !== null) return failed([locked]);
    const surveyed = survey(ledger.fileSystem, run);
    const obstacles = findObstacles(ledger.fileSystem, run, surveyed);
    if (obstacles.length > 0) return failed(obstacles);
    const switches = stageUndo(ledger.fileSystem, run, surveyed);
    if (!switches.every(isSwitch)) return failed(switches.filter(isProblem));
    return { problems: switchAll(ledger, switches), paths: switches.map(({ path }) => path) };
  } catch (error) {
    return failed([systemProblem(run.folder, 'undo it', error)]);
  }
}

/** All that stands against undoing a run: what somebody has changed since would be lost. */
function findObstacles(fileSystem: FileSystem, run: Run, surveyed: readonly Surveyed[]): WriteProblem[] {
  return surveyed.flatMap((one) => {
    const message = obstacle(fileSystem, run, one);
    return message === null ? [] : [{ path: one.entry.path, code: 'changed', message }];
  });
}

function obstacle(fileSystem: FileSystem, run: Run, { entry, now, state }: Surveyed): string | null {
  if (state === 'other') return changedSince(now, entry);
  if (state === 'old') return null;
  return changedAttributes(now, entry.new) ?? lostOriginal(fileSystem, run, entry);
}

function changedSince(now: Version | null | 'other', entry: Entry): string {
  if (now === null) return 'was removed since';
  if (entry.new === null) return 'was made anew since';
  if (now === 'other' || now.type !== entry.new.type) return 'has become something else since';
  return 'was changed since';
}

function changedAttributes(now: Version | null | 'other', wanted: Version | null): string | null {
  if (now === null || now === 'other' || now.type !== 'file' || wanted?.type !== 'file') return null;
  if (now.mode !== wanted.mode) {
    return `had its mode changed since, from ${octal(wanted.mode)} to ${octal(now.mode)}`;
  }
  if (now.uid === wanted.uid && now.gid === wanted.gid) return null;
  return `had its owner changed since, from ${wanted.uid}:${wanted.gid} to ${now.uid}:${now.gid}`;
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}

function lostOriginal(fileSystem: FileSystem, run: Run, entry: Entry): string | null {
  const { old } = entry;
  if (old === null) return null;
  const kept = look(fileSystem, originalPlace(fileSystem, run, entry));
  if (hasBytesOf(kept, old)) return null;
  if (kept === null) return "can't be given back: its original is gone";
  return "can't be given back: its original was changed since, through another of its names (a hard link)";
}
