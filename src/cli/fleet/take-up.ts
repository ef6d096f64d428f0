import type { FleetTask, ServerOutcome } from '../../fleet/index.ts';
import { finishRun, openLedger, pendingRuns, treePaths } from '../../output/index.ts';
import { isAsWritten } from './run-log.ts';
import type { RunLog } from './run-log.ts';

/**
 * The servers that an earlier run of the same command has written before it was killed, as it would have told of them. The one that it was
 * writing is finished first. What was changed since is not among them: it is looked at again.
 */
export function takeUp(tasks: readonly FleetTask[], log: RunLog): Map<FleetTask, ServerOutcome> {
  const taken = new Map<FleetTask, ServerOutcome>();
  for (const task of tasks) {
    const logged = log.before.get(task.server.path);
    if (logged === undefined) continue;
    const { summary, state, end } = logged;
    if (end === null) finishStopped(task.server.path);
    if (end?.written === null || !isAsWritten(state)) continue;
    const { exitCode, failure, written } = end ?? {
      exitCode: summary.exitCode,
      failure: null,
      written: state.length,
    };
    taken.set(task, { ...task, summary, exitCode, failure, written });
  }
  return taken;
}

function finishStopped(path: string): void {
  const ledger = openLedger();
  for (const run of pendingRuns(ledger, treePaths(path))) finishRun(ledger, run);
}
