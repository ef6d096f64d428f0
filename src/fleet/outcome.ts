import type { JsonCheck } from '../report/index.ts';
import type { Frame } from './frame.ts';
import type { FleetServer, TreeSummary } from './types.ts';

/** All there is to tell about one server when the run is over. */
export interface ServerOutcome {
  readonly server: FleetServer;
  readonly frame: Frame;
  readonly summary: TreeSummary;
  /** As if it had been the only one. */
  readonly exitCode: number;
  /** Why nothing came of it, or nothing was written; null if all went well. */
  readonly failure: string | null;
  /** How many files were written; null if nothing was to be, or could be. */
  readonly written: number | null;
  /** What the 2.4 server said of the result; not there if it was not asked. */
  readonly configtest?: readonly JsonCheck[];
}

/** From the worst on: can't be read or written, refused, a person is needed, there are changes, done. */
const WORST_FIRST = [2, 4, 3, 1, 0];

export function worstExitCode(codes: Iterable<number>): number {
  const all = new Set(codes);
  return WORST_FIRST.find((code) => all.has(code)) ?? 0;
}

/** For sorting: the worst first. */
export function badness(exitCode: number): number {
  return WORST_FIRST.indexOf(exitCode);
}
