import type { ModelFile, Scope, ServerModel } from '../../model/index.ts';
import { groupBy } from '../../text/index.ts';

/** What the original calls a file of the tree that was made of it. */
export function originalPath({ path, formerPath = path }: ModelFile): string {
  return formerPath;
}

/**
 * The virtual hosts of the original by those of the tree that an edit made of it: by their place in their file, for files with new names are read
 * in another order; by their number where a host went to another file.
 */
export function originalHosts(before: ServerModel, after: ServerModel): ReadonlyMap<Scope, Scope> {
  const [old, made] = [before.virtualHosts, after.virtualHosts];
  const waiting = groupBy(old.toReversed(), ({ file }) => file.path);
  const byFile = made.map((host) => [host, waiting.get(originalPath(host.file))?.pop()] as const);
  const byNumber = made.map((host, number) => [host, old[number]] as const);
  const pairs = byFile.every(([, then]) => then !== undefined) ? byFile : byNumber;
  return new Map(pairs.flatMap(([now, then]) => (then === undefined ? [] : [[now, then] as const])));
}
