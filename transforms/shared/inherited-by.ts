import { mayMeet } from '../../src/access/index.ts';
import { outOfLimits, type Occurrence, type Scope, type ScopeKind } from '../../src/model/index.ts';

/** The first of the lines that may count for a section which has none of its own; none: [] */
export function inheritedBy(section: Scope, lines: readonly Occurrence[]): Occurrence[] {
  const found = lines.find((each) => {
    const other = outOfLimits(each.scope);
    return other !== section && rankOf(other) <= rankOf(section) && isAround(other, section);
  });
  return found === undefined ? [] : [found];
}

/** Folders are merged before files, and these before addresses (server/request.c). */
function rankOf({ kind }: Scope): number {
  return RANKS[kind] ?? 0;
}

const RANKS: Readonly<Partial<Record<ScopeKind, number>>> = {
  files: 1,
  filesmatch: 1,
  location: 2,
  locationmatch: 2,
};

/** A folder inherits from those above it only. */
function isAround(other: Scope, section: Scope): boolean {
  if (!mayMeet(other, section)) return false;
  const [outer, inner] = [other, section].map(({ kind, args: [path = ''] }) =>
    (kind === 'directory' || kind === 'htaccess') && !/[*?[]/.test(path) ? path : null,
  );
  return !outer || !inner || outer.length <= inner.length;
}
