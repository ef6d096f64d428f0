import { clearRun, completeRun } from './clear-run.ts';
import { livingHolder, releaseRun, takeRun } from './hold-run.ts';
import { listRuns, runIds } from './ledger.ts';
import { inHeldFolders } from './in-held-folders.ts';
import type { Ledger } from './ledger.ts';
import { survey } from './look-at-entry.ts';
import type { Run } from './types.ts';
import { endUndone, isUndoing, returnToHistory } from './undo-mark.ts';

/** A run that no living process works on, with how far it is. */
export interface Stopped {
  readonly run: Run;
  readonly isUndo: boolean;
  /** How many of its paths are as before, how many as the run makes them, how many neither. */
  readonly old: number;
  readonly new: number;
  readonly other: number;
}

/** Runs that were killed. Looks only; costs next to nothing where there is none. */
function stoppedRuns(ledger: Ledger): Stopped[] {
  if (runIds(ledger, 'pending').length === 0) return [];
  return listRuns(ledger, 'pending')
    .filter((run) => livingHolder(ledger, run) === null)
    .map((run) => describeStopped(ledger, run));
}

export function describeStopped({ fileSystem }: Ledger, run: Run): Stopped {
  const count = { old: 0, new: 0, other: 0 };
  for (const { state } of survey(fileSystem, run)) count[state]++;
  return { run, isUndo: isUndoing(fileSystem, run), ...count };
}

/** Whether nobody need decide anything: all of the tree is old, or all is new. */
export function isSettled({ old, new: made, other }: Stopped): boolean {
  return other === 0 && (old === 0 || made === 0);
}

/** Clears up behind killed runs that left the tree whole, as they would have done themselves; the others stay. */
export function settleStopped(ledger: Ledger): void {
  inHeldFolders(ledger, (held) => {
    for (const stopped of stoppedRuns(held).filter(isSettled)) {
      if (takeRun(held, stopped.run) !== null) continue;
      settle(held, describeStopped(held, stopped.run));
    }
  });
}

/** The same for one run that this process holds; false if it must be undone or finished. */
function settle(ledger: Ledger, stopped: Stopped): boolean {
  const { run, isUndo, old } = stopped;
  if (!isSettled(stopped)) {
    releaseRun(ledger, run);
    return false;
  }
  const isOld = old > 0;
  if (isUndo) {
    if (isOld) endUndone(ledger, run);
    else returnToHistory(ledger, run);
  } else if (isOld) clearRun(ledger, run);
  else completeRun(ledger, run);
  return true;
}
