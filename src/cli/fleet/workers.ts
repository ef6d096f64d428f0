import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { FleetTask, TreeStore, WorkedTree } from '../../fleet/index.ts';
import { failed, NO_MENTIONS } from './work-server.ts';
import type { FleetWish } from './work-server.ts';

/** What a worker is told first, and then for each tree; it answers each with a WorkedTree. */
export interface WorkerStart {
  readonly wish: FleetWish;
  /** The folder of the store. */
  readonly store: string;
}

/** Processes of this program that work on trees. One that dies takes one tree with it. */
export interface Workers {
  work(task: FleetTask): Promise<WorkedTree>;
  stop(): void;
}

const WORKER_WORD = '--fleet-worker';

/** After so many trees a worker is replaced: what a tree leaves behind must not add up. */
const MOST_TREES = 500;

interface Worker {
  readonly child: ChildProcess;
  done: number;
}

export function startWorkers(wish: FleetWish, store: TreeStore): Workers {
  const idle: Worker[] = [];
  return {
    async work(task) {
      const worker = idle.pop() ?? { child: startWorker({ wish, store: store.folder }), done: 0 };
      const tree = await ask(worker.child, task);
      worker.done++;
      if (worker.child.connected && worker.done < MOST_TREES) idle.push(worker);
      else worker.child.kill();
      return tree;
    },
    stop() {
      for (const { child } of idle) child.disconnect();
    },
  };
}

function startWorker(start: WorkerStart): ChildProcess {
  const [, script = process.execPath] = process.argv;
  // A single executable application is its own script.
  const words = script === process.execPath ? [] : [script];
  const child = spawn(process.execPath, [...process.execArgv, ...words, WORKER_WORD], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  child.send(start, () => {});
  return child;
}

function ask(child: ChildProcess, task: FleetTask): Promise<WorkedTree> {
  return new Promise((resolve) => {
    const settle = (tree: WorkedTree) => {
      child.off('message', onMessage);
      child.off('exit', onEnd);
      child.off('error', onEnd);
      resolve(tree);
    };
    const onMessage = (message: unknown) => settle(message as WorkedTree);
    const onEnd = (why: unknown, signal?: unknown) => settle(lost(signal ?? why));
    child.on('message', onMessage);
    child.on('exit', onEnd);
    child.on('error', onEnd);
    // A child that is gone is told of by `exit`.
    child.send(task, () => {});
  });
}

function lost(why: unknown): WorkedTree {
  const reason = why instanceof Error ? why.message : String(why);
  const failure = `the process that read this tree ended (${reason}), perhaps for want of memory; try it alone`;
  return { summary: failed(failure), mentions: NO_MENTIONS, steps: null };
}
