import { availableParallelism } from 'node:os';
import { runFleet } from '../../fleet/index.ts';
import type { FleetResult, FleetTask, TreeStore } from '../../fleet/index.ts';
import { createDiskReader } from '../../model/index.ts';
import { grouped, plural } from '../../report/index.ts';
import { listRuns, openLedger } from '../../output/index.ts';
import { findHeldBack } from '../migrate/written-tree.ts';
import type { Progress } from '../migrate/progress.ts';
import { unfinishedRuns } from '../unfinished-runs.ts';
import { failed, workServer } from './work-server.ts';
import type { FleetWish } from './work-server.ts';
import { startWorkers } from './workers.ts';

/** What is known, or made, of each tree. */
export async function readAll(
  wish: FleetWish,
  tasks: readonly FleetTask[],
  store: TreeStore,
  progress: Progress,
): Promise<FleetResult[]> {
  const stopped = stoppedServers(tasks);
  const jobs = Math.min(wish.command.many.jobs ?? availableParallelism(), tasks.length);
  const workers = jobs > 1 ? startWorkers(wish, store) : null;
  const start = performance.now();
  const results = await runFleet({
    tasks: withOriginals(
      wish,
      tasks.filter((task) => !stopped.has(task)),
    ),
    store,
    jobs: Math.max(1, jobs),
    disk: createDiskReader,
    work: workers?.work ?? (async (task) => workServer(wish, task, store)),
    tell: (done, worked) =>
      progress.tick(() => progressText(done, tasks.length, worked, performance.now() - start)),
  });
  workers?.stop();
  const read = new Map(results.map((result) => [result.server, result]));
  return tasks.map((task) => read.get(task.server) ?? { ...task, summary: failed(stopped.get(task) ?? '') });
}

/** Servers whose files another run has left half way, or is changing right now, and what to say of them. */
function stoppedServers(tasks: readonly FleetTask[]): ReadonlyMap<FleetTask, string> {
  if (unfinishedRuns(tasks.map(({ server }) => server.path)) === null) return new Map();
  return new Map(
    tasks.flatMap((task): [FleetTask, string][] => {
      const why = unfinishedRuns([task.server.path]);
      return why === null ? [] : [[task, why]];
    }),
  );
}

/** For `--apply review`: trees that were written without the fixes are made anew from their originals. */
function withOriginals({ command }: FleetWish, tasks: readonly FleetTask[]): FleetTask[] {
  const history = command.apply === 'review' ? listRuns(openLedger(), 'history') : [];
  if (history.length === 0) return [...tasks];
  return tasks.map((task) => {
    const run = findHeldBack([task.server.path], history);
    return run === null ? task : { ...task, replaces: run.id };
  });
}

function progressText(done: number, all: number, worked: number, ms: number): string {
  const rate = done / (ms / 1000);
  const left = Math.ceil((all - done) / rate);
  const speed = rate.toFixed(rate < 10 ? 1 : 0);
  return `${grouped(done)} of ${plural(all, 'server')} (${grouped(worked)} different), ${speed}/s, about ${grouped(left)} s left`;
}
