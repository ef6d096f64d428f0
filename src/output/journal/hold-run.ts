import { dirname, join } from 'node:path';
import { errorCode } from '../system-error.ts';
import type { WriteProblem } from '../write-result.ts';
import { holderName } from './holder.ts';
import { JOURNAL, nextId, printJournal, shelve } from './ledger.ts';
import type { Ledger } from './ledger.ts';
import { syncPath } from './sync-paths.ts';
import type { Journal, Run } from './types.ts';

// Who works on a run is told by links in its folder, holder.1, holder.2 ..., whose targets name processes; the last one counts.
// A link is made in one step with all it says, never twice, and none is ever taken away from another process: so of
// several that find a run abandoned, one gets it.

const HOLDER = /^holder\.(\d+)$/;

/** Writes a new run down, held by this process. When this returns it lasts through a power failure. */
export function beginRun(ledger: Ledger, journal: Journal): Run {
  const id = nextId(ledger, journal);
  // Behind a dot it is no run yet, see listRuns.
  const draft: Run = { id, folder: join(ledger.folder, 'pending', `.${id}`), journal };
  try {
    writeDraft(ledger, draft);
    const run = shelve(ledger, draft, 'pending');
    syncPath(ledger.fileSystem, dirname(run.folder));
    return run;
  } catch (error) {
    for (const folder of [draft.folder, join(ledger.folder, 'pending', id)]) tryToRemove(ledger, folder);
    throw error;
  }
}

function writeDraft({ fileSystem, processes }: Ledger, { folder, journal }: Run): void {
  fileSystem.makeFolder(folder);
  const fd = fileSystem.create(join(folder, JOURNAL));
  try {
    fileSystem.write(fd, printJournal(journal));
    fileSystem.sync(fd);
  } finally {
    fileSystem.close(fd);
  }
  fileSystem.symlink(processes.me, join(folder, 'holder.1'));
  syncPath(fileSystem, folder);
}

/** If it can't be, it is a run that changed nothing, which the next one clears away. */
function tryToRemove({ fileSystem }: Ledger, folder: string): void {
  try {
    fileSystem.removeTree(folder);
  } catch {
    // The cause is what the caller reports.
  }
}

/** Makes this process the holder of a run that no living process holds; or says who does. */
export function takeRun(ledger: Ledger, run: Run): WriteProblem | null {
  const { fileSystem, processes } = ledger;
  for (;;) {
    try {
      const last = lastHolder(ledger, run);
      const state = last === null ? 'dead' : processes.judge(last.who);
      if (last !== null && state !== 'dead') return heldBy(run, last, state);
      fileSystem.symlink(processes.me, join(run.folder, `holder.${(last?.number ?? 0) + 1}`));
      return null;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') {
        return { path: run.folder, code: 'busy', message: 'was just dealt with by another process' };
      }
      // EEXIST: another process was faster; see who.
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}

/** Ends the holding, of whichever process. Only for who holds it. */
export function releaseRun({ fileSystem }: Ledger, run: Run): void {
  const names = fileSystem.list(run.folder).filter((name) => HOLDER.test(name));
  // The newest last: as long as it is there nobody else takes the run.
  for (const name of names.toSorted((a, b) => number(a) - number(b)))
    fileSystem.unlink(join(run.folder, name));
}

/** Whether a living process holds the run, or one of which that can't be known; its name then. */
export function livingHolder(ledger: Ledger, run: Run): string | null {
  try {
    const last = lastHolder(ledger, run);
    return last === null || ledger.processes.judge(last.who) === 'dead' ? null : holderName(last.who);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

interface LastHolder {
  readonly number: number;
  readonly who: string;
}

function lastHolder({ fileSystem }: Ledger, run: Run): LastHolder | null {
  const numbers = fileSystem
    .list(run.folder)
    .filter((name) => HOLDER.test(name))
    .map(number);
  if (numbers.length === 0) return null;
  const last = Math.max(...numbers);
  return { number: last, who: fileSystem.readlink(join(run.folder, `holder.${last}`)) };
}

function number(name: string): number {
  return Number(HOLDER.exec(name)![1]);
}

function heldBy(run: Run, last: LastHolder, state: 'alive' | 'unknown'): WriteProblem {
  const who = holderName(last.who);
  const place = join(run.folder, `holder.${last.number}`);
  const message =
    state === 'alive'
      ? `is being worked on by ${who}; try again when it is done`
      : `is held by ${who}, which can't be seen from here; if it is gone for certain, remove ${place}`;
  return { path: run.journal.paths[0] ?? run.folder, code: 'busy', message };
}
