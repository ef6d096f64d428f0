import { isInside } from '../diff-base.ts';
import { livingHolder } from './hold-run.ts';
import { inHeldFolders } from './in-held-folders.ts';
import { listRuns, runIds } from './ledger.ts';
import type { Ledger } from './ledger.ts';
import { isUndone } from './undo-mark.ts';
import { describeStopped, isSettled } from './settle-stopped.ts';
import type { Stopped } from './settle-stopped.ts';
import type { Run } from './types.ts';

/**
 * Whether a path (real and absolute) is of the tree of a run: a folder that it changed something in, a file that it read or changed, or
 * anything below what it was asked for.
 */
export function concerns({ journal }: Run, path: string): boolean {
  const files = [...journal.entries.map((entry) => entry.path), ...journal.read, ...journal.paths];
  return files.some((file) => isInside(file, path)) || journal.paths.some((asked) => isInside(path, asked));
}

/** Runs that were killed half way, with what there is to decide about: neither old tree nor new. */
export function interruptedRuns(ledger: Ledger, paths: readonly string[]): Stopped[] {
  const left = pendingRuns(ledger, paths).filter((run) => livingHolder(ledger, run) === null);
  return inHeldFolders(ledger, (held) => left.map((run) => describeStopped(held, run))).filter(
    (stopped) => !isSettled(stopped),
  );
}

/** The run to undo: the latest of the tree that is not undone, and before all others one that is on its way. */
export function runToUndo(
  ledger: Ledger,
  paths: readonly string[],
  history: readonly Run[] = listRuns(ledger, 'history'),
): Run | null {
  const isOurs = (run: Run): boolean => paths.some((path) => concerns(run, path));
  const pending = pendingRuns(ledger, paths);
  if (pending.length > 0) return pending.at(-1)!;
  const done = history.filter((run) => isOurs(run) && !isUndone(ledger.fileSystem, run));
  return done.at(-1) ?? null;
}

/** Runs of the tree that are not done, whether a process works on them or not. */
export function pendingRuns(ledger: Ledger, paths: readonly string[]): Run[] {
  if (runIds(ledger, 'pending').length === 0) return [];
  return listRuns(ledger, 'pending').filter((run) => paths.some((path) => concerns(run, path)));
}
