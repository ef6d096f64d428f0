import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { groupBy } from '../../text/index.ts';
import { guardsAround, walkServerDirectives } from '../addresses/index.ts';
import type { Version, World } from '../sections/worlds.ts';
import { isLive } from '../sections/worlds.ts';

/** The directives of one server that stand outside of its sections (or in a Location), as one version reads them. */
export interface ServerLines {
  readonly server: Scope;
  /** Of the server itself, by lower case names, in reading order. */
  own(...names: readonly string[]): readonly Occurrence[];
  /** Of the main server; none if it is the main server that is asked about. */
  inherited(...names: readonly string[]): readonly Occurrence[];
}

export function serverLinesOf(
  { main }: ServerModel,
  version: Version,
  world: World,
): (server: Scope) => ServerLines {
  const live = (scope: Scope) =>
    groupBy(
      walkServerDirectives(scope, version).filter((line) => isLive(guardsAround(line), version, world)),
      ({ name }) => name,
    );
  const ofMain = live(main);
  return (server) => {
    const own = server === main ? ofMain : live(server);
    return {
      server,
      own: (...names) => pick(own, names),
      inherited: (...names) => (server === main ? [] : pick(ofMain, names)),
    };
  };
}

function pick(groups: ReadonlyMap<string, Occurrence[]>, names: readonly string[]): readonly Occurrence[] {
  const [only] = names;
  if (only !== undefined && names.length === 1) return groups.get(only) ?? [];
  return names.flatMap((name) => groups.get(name) ?? []).toSorted((a, b) => a.seq - b.seq);
}

/** The first word of the line that is in force, in small letters; undefined where there is none. */
export function lastWord({ inherited, own }: ServerLines, name: string): string | undefined {
  return [...inherited(name), ...own(name)].at(-1)?.args[0]?.toLowerCase();
}

/** Whether a line stands outside of Locations. */
export function isAtTop({ scope }: Occurrence): boolean {
  return scope.kind === 'server' || scope.kind === 'virtualhost';
}
