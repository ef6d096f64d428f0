import { linesNamed } from '../../model/index.ts';
import type { Scope, ServerModel } from '../../model/index.ts';
import { patchRelease } from '../../catalog/index.ts';
import { openedByMerging } from '../slashes/merged-slashes.ts';
import type { Semantics } from '../states/intended-state.ts';
import type { HostMatch } from './match-hosts.ts';
import type { TreeNote } from './tree-note.ts';

/** Since then a server makes one slash of several, unless it is told not to. */
const MERGING_SINCE = 39;

/** Addresses with doubled slashes that 2.2 kept somebody out of, on servers where 2.4 merges these first. The proof compares addresses without. */
export function slashNotes(
  before: ServerModel,
  after: ServerModel,
  { beforeOf }: HostMatch,
  semantics: Semantics,
): TreeNote[] {
  if (after.version24 !== null && patchRelease(after.version24) < MERGING_SINCE) return [];
  const saying = linesNamed(after, (name) => name === 'mergeslashes').filter(({ on24 }) => on24 !== 'no');
  // The last one of a server counts.
  const isOffIn = new Map(saying.map(({ scope, args }) => [scope, /^off$/i.test(args[0] ?? '')]));
  const merging = new Set<Scope>();
  for (const [now, then] of beforeOf) {
    if (!(isOffIn.get(now) ?? isOffIn.get(after.main) ?? false)) merging.add(then);
  }
  if (merging.size === 0) return [];
  return openedByMerging(before, semantics)
    .filter(({ at }) => merging.has(at.type === 'occurrence' ? at.scope.server : at.server))
    .map(({ at, by }) => ({
      code: 'undecided',
      level: 'difference',
      message: by === 'doubled' ? DOUBLING : MERGED,
      place: at,
    }));
}

const DOUBLING =
  'this rule may make an address like /a//b, which <Location> sections see as /a/b in 2.2 and not in 2.4: they may not apply. Let it make no doubled slash, or write MergeSlashes Off';

const MERGED =
  '2.2 matches this against addresses with doubled slashes, and 2.4 merges them first: somebody may get in at an address like /a//b whom 2.2 kept out. MergeSlashes Off keeps them';
