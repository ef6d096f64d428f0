import { posix } from 'node:path';
import { groupBy } from '../text/index.ts';
import { badness } from './outcome.ts';
import type { ServerOutcome } from './outcome.ts';

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
