import type { ModelFile, Scope, ServerModel } from '../../model/index.ts';
import { groupBy } from '../../text/index.ts';
import { twinHosts } from './twin-hosts.ts';

/** What the original calls a file of the tree that was made of it. */
export function originalPath({ path, formerPath = path }: ModelFile): string {
  return formerPath;
}

/**
 * The virtual hosts of the original by those of the tree that an edit made of it: by their place in their file, for files with new names are read
 * in another order; by their number where a host went to another file. One that 2.4 alone reads is the one that 2.2 read in its stead, if that
 * is written beside it ({@link twinHosts}).
 */
export function originalHosts(before: ServerModel, after: ServerModel): ReadonlyMap<Scope, Scope> {
  const [old, made] = [before.virtualHosts, after.virtualHosts];
  const waiting = groupBy(old.toReversed(), ({ file }) => file.path);
  const byFile = made.map((host) => [host, waiting.get(originalPath(host.file))?.pop()] as const);
  const byNumber = made.map((host, number) => [host, old[number]] as const);
  const pairs = byFile.every(([, then]) => then !== undefined) ? byFile : byNumber;
  const places = new Map(pairs.flatMap(([now, then]) => (then === undefined ? [] : [[now, then] as const])));
  return withTwins(places, before);
}

/** Where an edit let 2.4 read both, or neither, each stays what it was. */
function withTwins(places: ReadonlyMap<Scope, Scope>, before: ServerModel): ReadonlyMap<Scope, Scope> {
  const twins = twinHosts(before);
  if (twins.size === 0) return places;
  const unread = new Set([...places].flatMap(([now, then]) => (now.on24 === 'no' ? [then] : [])));
  return new Map(
    [...places].map(([now, then]) => {
      const twin = now.on24 === 'yes' ? twins.get(then) : undefined;
      return [now, twin !== undefined && unread.has(twin) ? twin : then] as const;
    }),
  );
}
