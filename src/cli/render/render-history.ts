import { countFiles, isUndoing, isUndone, listRuns, livingHolder, runsOnTree } from '../../output/index.ts';
import type { Ledger, Run } from '../../output/index.ts';
import { plural, printable } from '../../report/index.ts';
import { localTime } from '../unfinished-runs.ts';

/** A line for each run that is known of (of the tree of these paths, if given), the latest first. */
export function renderHistory(ledger: Ledger, paths: readonly string[] | null): string {
  const lines = (['pending', 'history'] as const).flatMap((shelf) =>
    (paths === null ? listRuns(ledger, shelf) : runsOnTree(ledger, shelf, paths)).map((run) => ({
      run,
      state: shelf === 'pending' ? pendingState(ledger, run) : doneState(ledger, run),
    })),
  );
  if (lines.length === 0) return 'Nothing to undo: no run of this program is known.\n';
  return lines
    .toSorted((a, b) => (a.run.id < b.run.id ? 1 : -1))
    .map(({ run, state }) => renderRun(run, state))
    .join('');
}

function renderRun({ journal: { started, paths, entries } }: Run, state: string): string {
  const files = plural(countFiles(entries), 'file').padStart(12);
  return `${localTime(started)}  ${state.padEnd(12)}${files}  ${printable(paths.join(' '))}\n`;
}

function pendingState(ledger: Ledger, run: Run): string {
  if (livingHolder(ledger, run) !== null) return 'at work';
  return isUndoing(ledger.fileSystem, run) ? 'half undone' : 'half done';
}

function doneState(ledger: Ledger, run: Run): string {
  return isUndone(ledger.fileSystem, run) ? 'undone' : 'done';
}
