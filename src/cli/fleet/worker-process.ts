import { storeAt } from '../../fleet/index.ts';
import type { FleetTask, TreeStore } from '../../fleet/index.ts';
import { workServer } from './work-server.ts';
import type { FleetWish } from './work-server.ts';
import type { WorkerStart } from './workers.ts';

/** The other end of `startWorkers`: works on what it is sent until nobody listens any more. */
export function runWorker(): Promise<void> {
  let run: { readonly wish: FleetWish; readonly store: TreeStore } | null = null;
  // Ctrl-C reaches all processes of a terminal: the first one decides what becomes of it.
  process.on('SIGINT', () => {});
  process.on('message', (message: unknown) => {
    if (run === null) {
      const { wish, store } = message as WorkerStart;
      run = { wish, store: storeAt(store) };
    } else {
      const done = workServer(run.wish, message as FleetTask, run.store);
      // Where nobody listens any more, `disconnect` follows.
      process.send?.(done, undefined, undefined, () => {});
    }
  });
  return new Promise((resolve) => process.on('disconnect', () => resolve()));
}
