import { readFileSync } from 'node:fs';
import { digest } from '../../fleet/index.ts';
import type { FleetResult, FleetTask, ServerOutcome, TreeDetail, TreeStore } from '../../fleet/index.ts';
import {
  finishRun,
  openLedger,
  openRuns,
  pendingRuns,
  settleStopped,
  treePaths,
} from '../../output/index.ts';
import { isAsWritten } from './run-log.ts';
import type { LoggedServer, RunLog } from './run-log.ts';

/** What an earlier run of the same command, which was killed, has left. */
export interface TakenUp {
  /** The servers that it has written, as it would have told of them. */
  readonly done: ReadonlyMap<FleetTask, ServerOutcome>;
  readonly written: readonly LoggedServer[];
  /** Those that it had looked at, and that are as it had seen them, but for files that they share with written ones. */
  readonly planned: readonly FleetResult[];
}

/** The server that it was writing is finished first. What was changed since is looked at again. */
export function takeUp(tasks: readonly FleetTask[], log: RunLog, store: TreeStore): TakenUp {
  const done = new Map<FleetTask, ServerOutcome>();
  const written: LoggedServer[] = [];
  for (const task of tasks) {
    const logged = log.before.get(task.server.path);
    if (logged === undefined) continue;
    const { summary, state, end } = logged;
    if (end === null) finishStopped(task.server.path);
    if (end?.written === null || !isAsWritten(state)) continue;
    const { exitCode, failure, written: count } = end ?? endOf(logged);
    done.set(task, { ...task, summary, exitCode, failure, written: count });
    written.push({ ...logged, run: logged.run ?? lastRun(task.server.path) });
  }
  const states = new Map(written.flatMap(({ state }) => state));
  const planned = tasks.flatMap((task): FleetResult[] => {
    const summary = log.planned.get(task.server.path);
    if (summary === undefined || summary.id === null || done.has(task)) return [];
    const detail = store.detail(summary.id, task.frame);
    if (detail === null || !isAsSeen(detail, states)) return [];
    const { replaces } = detail;
    return [{ ...task, ...(replaces !== null && { replaces }), summary }];
  });
  return { done, written, planned };
}

function endOf({ summary: { exitCode }, state }: LoggedServer) {
  return { exitCode, failure: null, written: state.length };
}

function isAsSeen({ files, read }: TreeDetail, states: ReadonlyMap<string, string | null>): boolean {
  const seen = [
    ...read,
    ...files.flatMap(({ path, madeLike, before }) =>
      madeLike === undefined ? [[path, before] as const] : [],
    ),
  ];
  return seen.every(([path, wanted]) => {
    const now = digestOf(path);
    return now === wanted || (states.has(path) && states.get(path) === now);
  });
}

function digestOf(path: string): string | null {
  try {
    return digest(readFileSync(path, 'latin1'));
  } catch {
    return null;
  }
}

function lastRun(path: string): string | null {
  return openRuns(openLedger(), treePaths(path))[0]?.run.id ?? null;
}

/** One that was stopped before it changed a file is dropped instead: not all that finishing needs was laid. */
function finishStopped(path: string): void {
  const ledger = openLedger();
  settleStopped(ledger);
  for (const run of pendingRuns(ledger, treePaths(path))) finishRun(ledger, run);
}
