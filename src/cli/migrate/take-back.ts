import { openLedger, readRun, undoRun } from '../../output/index.ts';
import type { WriteResult } from '../../output/index.ts';

/** Undoes what was written a moment ago: `refused` then says that the files are as they were. */
export function takeBack(write: Extract<WriteResult, { type: 'written' }>): WriteResult {
  if (write.run === null) return write;
  const ledger = openLedger();
  // Pending: of a run after which nobody could clean up.
  const run = readRun(ledger, 'history', write.run) ?? readRun(ledger, 'pending', write.run);
  if (run === null)
    return { type: 'broken', problems: [{ path: write.run, code: 'vanished', message: GONE }] };
  const result = undoRun(ledger, run);
  return result.type === 'written'
    ? { type: 'refused', problems: [] }
    : { type: 'broken', problems: result.problems };
}

const GONE = 'is the run that wrote the files, and its journal is gone';
