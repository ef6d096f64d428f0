import { digest } from '../../fleet/index.ts';
import type { FleetResult, TreeDetail, TreeStore } from '../../fleet/index.ts';
import type { PatchSet } from '../../patch/index.ts';

/** Files and links that lie outside of a server's own tree, where several servers may have them in common. */
export interface SharedFiles {
  /** Two servers want different things of it. */
  isConflict(path: string): boolean;
  /** An earlier server of this run has written it. */
  isDone(path: string): boolean;
  /** After each server that was written. */
  remember(patchSet: PatchSet): void;
}

export function sharedFiles(results: readonly FleetResult[], store: TreeStore): SharedFiles {
  const paths = new Set(results.flatMap(({ summary }) => summary.shared));
  const wishes = new Map<string, Set<string>>();
  if (paths.size > 0) {
    for (const { summary, frame } of results) {
      const detail = summary.id === null || summary.exitCode === 4 ? null : store.detail(summary.id, frame);
      for (const [path, wish] of detail === null ? new Map<string, string>() : wishesOf(detail)) {
        if (paths.has(path)) wishes.set(path, (wishes.get(path) ?? new Set()).add(wish));
      }
    }
  }
  const done = new Set<string>();
  return {
    isConflict: (path) => (wishes.get(path)?.size ?? 0) > 1,
    isDone: (path) => done.has(path),
    remember({ files, links }) {
      for (const { path } of [...files, ...links]) if (paths.has(path)) done.add(path);
    },
  };
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
