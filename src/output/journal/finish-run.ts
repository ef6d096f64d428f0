import { isThere } from '../file-system.ts';
import type { FileSystem } from '../file-system.ts';
import { systemProblem } from '../system-error.ts';
import type { WriteProblem, WriteResult } from '../write-result.ts';
import { completeRun } from './clear-run.ts';
import { releaseRun, takeRun } from './hold-run.ts';
import { inHeldFolders } from './in-held-folders.ts';
import type { Ledger } from './ledger.ts';
import { lockFolders } from './lock-folders.ts';
import { hasBytesOf, look } from './look-at-entry.ts';
import { besidePlace, foldersThere, newPlace, oldPlace } from './run-places.ts';
import { isSwitch, switchAll } from './switch-all.ts';
import type { Switch } from './switch-all.ts';
import type { Entry, Run } from './types.ts';
import { isUndoing } from './undo-mark.ts';
import { undoRun } from './undo-run.ts';

/** Does the rest of a run that was stopped half way, from what it had laid ready; of a stopped undo, the rest of that. */
export function finishRun(ledger: Ledger, run: Run): WriteResult {
  try {
    return inHeldFolders(ledger, (held) => takeAndFinish(held, run));
  } catch (error) {
    return { type: 'refused', problems: [systemProblem(run.folder, 'finish it', error)] };
  }
}

function takeAndFinish(ledger: Ledger, run: Run): WriteResult {
  if (isUndoing(ledger.fileSystem, run)) return undoRun(ledger, run);
  const busy = takeRun(ledger, run);
  return busy === null ? finishHeld(ledger, run) : { type: 'refused', problems: [busy] };
}

function finishHeld(ledger: Ledger, run: Run): WriteResult {
  const locked = lockFolders(ledger, run, foldersThere(ledger.fileSystem, run.journal));
  const rest = locked === null ? restOf(ledger.fileSystem, run) : [];
  const switches = rest.filter(isSwitch);
  const problems = locked === null ? rest.flatMap((one) => (isSwitch(one) ? [] : [one])) : [locked];
  const failed = problems.length > 0 ? problems : switchAll(ledger, switches);
  if (failed !== null) {
    releaseRun(ledger, run);
    const isBroken = failed.some(({ code }) => code === 'not-restored');
    return { type: isBroken ? 'broken' : 'refused', problems: failed };
  }
  return {
    type: 'written',
    paths: switches.map(({ path }) => path),
    notes: completeRun(ledger, run),
    run: run.id,
  };
}

/** All was laid, and on the disk, before the first file changed: so what is missing was lost since. */
function restOf(fileSystem: FileSystem, run: Run): (Switch | WriteProblem)[] {
  return run.journal.entries.flatMap((entry): (Switch | WriteProblem)[] => {
    const now = look(fileSystem, entry.path);
    if (hasBytesOf(now, entry.new)) return [];
    if (!hasBytesOf(now, entry.old)) {
      return [{ path: entry.path, code: 'changed', message: 'was changed by somebody else since' }];
    }
    const staged = entry.new === null ? null : findStaged(fileSystem, run, entry);
    if (entry.new !== null && staged === null) {
      const message = "can't be finished: its new text is gone; undo the run instead";
      return [{ path: entry.path, code: 'vanished', message }];
    }
    return [readySwitch(fileSystem, run, entry, staged)];
  });
}

function findStaged(fileSystem: FileSystem, run: Run, entry: Entry): string | null {
  const places = [newPlace(run, entry), besidePlace(run, entry, 'new')];
  return places.find((place) => hasBytesOf(look(fileSystem, place), entry.new)) ?? null;
}

function readySwitch(fileSystem: FileSystem, run: Run, entry: Entry, staged: string | null): Switch {
  const { path, old: from, new: to } = entry;
  const beside = besidePlace(run, entry, 'old');
  const kept = from === null ? null : isThere(fileSystem, beside) ? beside : oldPlace(run, path);
  return {
    path,
    from,
    to,
    staged,
    kept,
    seen: from === null ? null : fileSystem.lstat(path),
    laid: staged === null ? null : fileSystem.lstat(staged),
  };
}
