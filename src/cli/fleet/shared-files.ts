import { digest } from '../../fleet/index.ts';
import type { FleetResult, TreeDetail, TreeStore } from '../../fleet/index.ts';
import type { LoggedServer } from './run-log.ts';
import { isBad } from './is-bad.ts';

/** Files and links that lie outside of a server's own tree, where several servers may have them in common. */
export interface SharedFiles {
  /** Another server, that does not want of it what this one wants: it wants other changes, or none and reads it. Null if all agree. */
  conflictAt(path: string, server: string): string | null;
  /** An earlier server of this run has written it. */
  isDone(path: string): boolean;
  /** The same, and this is what stands there now. */
  isDoneAs(path: string, state: string): boolean;
  /** After each server that was written. */
  remember(written: Pick<LoggedServer, 'state' | 'changed'>): void;
}

/** @param before what a run that was killed has written */
export function sharedFiles(
  results: readonly FleetResult[],
  store: TreeStore,
  before: Iterable<LoggedServer>,
): SharedFiles {
  const paths = new Set(results.flatMap(({ summary }) => summary.shared));
  const wishes = paths.size === 0 ? new Map<string, Wishes>() : allWishes(results, store, paths);
  const done = new Set<string>();
  const states = new Map<string, string | null>();
  const remember: SharedFiles['remember'] = ({ state, changed }) => {
    for (const path of changed) done.add(path);
    for (const [path, now] of state) states.set(path, now);
  };
  for (const server of before) remember(server);
  return {
    conflictAt: (path, server) => otherThan(server, wishes.get(path)),
    isDone: (path) => done.has(path),
    isDoneAs: (path, state) => states.get(path) === state,
    remember,
  };
}

/** By what is wanted of a path: the servers that want it. */
type Wishes = Map<string, string[]>;

function allWishes(
  results: readonly FleetResult[],
  store: TreeStore,
  paths: ReadonlySet<string>,
): ReadonlyMap<string, Wishes> {
  const all = new Map<string, Wishes>();
  for (const { summary, frame, server } of results) {
    const detail = summary.id === null ? null : store.detail(summary.id, frame);
    if (detail === null) continue;
    // Who is refused goes on with what it has.
    const own = isBad(summary.exitCode) ? new Map<string, string>() : wishesOf(detail);
    for (const path of new Set([...own.keys(), ...detail.read.map(([file]) => file)])) {
      if (!paths.has(path)) continue;
      const wishes = all.get(path) ?? new Map<string, string[]>();
      const wish = own.get(path) ?? '';
      wishes.set(wish, [...(wishes.get(wish) ?? []), server.name]);
      all.set(path, wishes);
    }
  }
  return all;
}

function otherThan(server: string, wishes: Wishes | undefined): string | null {
  const others = [...(wishes?.values() ?? [])].find((servers) => !servers.includes(server));
  return others?.[0] ?? null;
}

/** All that is wanted of each path: of a link, for one, that it goes and another comes. */
function wishesOf({ files, links }: TreeDetail): ReadonlyMap<string, string> {
  const wishes = new Map<string, string>();
  const add = (path: string, wish: object) =>
    wishes.set(path, `${wishes.get(path) ?? ''}${JSON.stringify(wish)}`);
  for (const file of files) add(file.path, [file.newPath, file.before, file.made]);
  for (const link of links) add(link.path, link);
  return new Map([...wishes].map(([path, wish]) => [path, digest(wish)]));
}
