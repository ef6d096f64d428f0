import type { JsonCheck } from '../report/index.ts';
import type { Frame } from './frame.ts';
import type { FleetServer, TreeSummary } from './types.ts';
import { posix } from 'node:path';
import { groupBy } from '../text/index.ts';

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
function badness(exitCode: number): number {
  return WORST_FIRST.indexOf(exitCode);
}

/** Servers that are changed alike, or that fail alike. */
export interface ServerGroup {
  readonly servers: readonly ServerOutcome[];
  /** Its first server, by which it is described. */
  readonly first: ServerOutcome;
  /** How many differ in the values that are carried over. */
  readonly variants: number;
}

/** The worst first, then those of most servers; else in the order of their first ones. */
export function groupServers(outcomes: readonly ServerOutcome[]): ServerGroup[] {
  return [...groupBy(outcomes, groupKey).values()]
    .flatMap((servers): ServerGroup[] => {
      const [first] = servers;
      if (first === undefined) return [];
      return [{ servers, first, variants: new Set(servers.map(({ summary }) => summary.variant)).size }];
    })
    .toSorted(
      (a, b) => badness(a.first.exitCode) - badness(b.first.exitCode) || b.servers.length - a.servers.length,
    );
}

function groupKey({ exitCode, failure, frame, server, summary }: ServerOutcome): string {
  const name = posix.basename(frame.folder);
  const anonymous = failure?.replaceAll(frame.folder, '*').replaceAll(server.name, '*').replaceAll(name, '*');
  return [exitCode, anonymous ?? '', summary.change].join('\0');
}
