import type { Scope, ServerModel } from '../../model/index.ts';
import { scopesOf } from '../../model/index.ts';
import { flatMap, groupBy, remember } from '../../text/index.ts';
import { matchesOnlyBelow, matchRegexBelow, patternStart, tellsSlashesApart } from '../addresses/index.ts';

/** A Location section that inherits rules of a pattern before it, which an address with doubled slashes may pass by. */
export interface InheritingSection {
  readonly at: Scope;
  readonly pattern: Scope;
}

/**
 * `<LocationMatch "^/a/b">` is not met by `/a//b`, and `<Location /a/b>` is (`ap_location_walk`, server/request.c): the latter then inherits
 * other rules there. Each with the first such pattern. @param keepsSlashes of a server on which 2.4 leaves them in addresses, too
 */
export function sectionsInheritingByPattern(
  model: ServerModel,
  keepsSlashes: (server: Scope) => boolean,
): InheritingSection[] {
  const sections = scopesOf(model, 'location', 'locationmatch').filter(({ on22 }) => on22 !== 'no');
  const keeping = sections.filter(({ server }) => keepsSlashes(server));
  if (keeping.length === 0) return [];
  const patternsOf = groupBy(sections.filter(isPatternWithRules), ({ server }) => server);
  const withMore = remember((server: Scope) =>
    remember((own: string): readonly Scope[] =>
      (patternsOf.get(server) ?? []).filter((each) =>
        [...channelsOf(each)].some((channel) => !own.includes(channel)),
      ),
    ),
  );
  return keeping.flatMap((at) => {
    const own = [...channelsOf(at)].toSorted().join(' ');
    if (own === '') return [];
    // Sections of the main server come before those of a host.
    const before = new Set([model.main, at.server]);
    const pattern = flatMap([...before], (server) => withMore(server)(own)).find(
      (each) => (each.server !== at.server || each.seq < at.seq) && isTakenForMet(each, at),
    );
    return pattern === undefined ? [] : [{ at, pattern }];
  });
}

function isPatternWithRules(scope: Scope): boolean {
  return scope.kind === 'locationmatch' && tellsSlashesApart(textOf(scope)) && channelsOf(scope).size > 0;
}

/**
 * Whether what meets the section is taken to meet the pattern, too: else both ways are compared. What meets a section of which no start is
 * known may begin as the pattern does.
 */
function isTakenForMet(before: Scope, at: Scope): boolean {
  const pattern = textOf(before);
  const start = startOf(at) || patternStart(pattern).replace(/\/$/, '');
  if (start === '') return false;
  const isMet = matchRegexBelow(pattern, { path: start, others: new Set() }) === 'always';
  return isMet || matchesOnlyBelow(pattern, start);
}

/** What all addresses begin with that meet the section; '' where that is not known. */
function startOf({ kind, args: [address = ''] }: Scope): string {
  return kind === 'location' ? address.replace(/[*?[].*|\/$/s, '') : patternStart(address);
}

function textOf({ args: [pattern = ''] }: Scope): string {
  return pattern;
}

/** What 2.2 inherits apart from each other. */
type Channel = 'hosts' | 'users' | 'satisfy';

const CHANNELS: Readonly<Record<string, Channel>> = {
  order: 'hosts',
  allow: 'hosts',
  deny: 'hosts',
  require: 'users',
  satisfy: 'satisfy',
};

function channelsOf({ items }: Scope): ReadonlySet<Channel> {
  const found = new Set<Channel>();
  for (const item of items) {
    const channel = item.type === 'occurrence' ? CHANNELS[item.name] : undefined;
    if (channel !== undefined) found.add(channel);
    if (item.type === 'scope') for (const inner of channelsOf(item)) found.add(inner);
  }
  return found;
}
