// Guards that the configuration by itself leaves open: which of them the files beside it decide, and in which ways the others may turn out.
import type { Guard, ServerModel } from '../../model/index.ts';
import { itemsGuarded, nameAsked } from '../../model/index.ts';
import { completePath } from '../folders/paths.ts';
import type { Version, World } from '../sections/worlds.ts';
import { undecidedGuards } from '../sections/worlds.ts';
import type { FileView } from './file-view.ts';

/** Of lines that are no access rules, as many guards are tried each by itself. */
const MOST_TRIED = 6;

/** How many workers there are is no matter of one request: the guards of MPMs, which every stock configuration has, hold these alone. */
const OF_WORKERS: ReadonlySet<string> = new Set(
  `startservers serverlimit minspareservers maxspareservers minsparethreads maxsparethreads threadlimit threadsperchild threadstacksize
  maxclients maxrequestworkers maxrequestsperchild maxconnectionsperchild maxmemfree asyncrequestworkerfactor`.split(
    /\s+/,
  ),
);

/**
 * The worlds in which a request is asked: those of the guards around access rules, and for each further guard one more in which it holds, then one
 * in which all do. The likeliest comes first.
 */
export function worldsToAsk(
  model: ServerModel,
  version: Version,
  files: FileView,
  ofRules: readonly World[],
): readonly World[] {
  const asked = itemsGuarded(model).filter(({ name }) => !OF_WORKERS.has(name));
  const guards = [...undecidedGuards(asked.flatMap((item) => item.guards))];
  const decided = new Map(
    guards.flatMap(([key, guard]) => {
      const holds = version === '2.2' ? null : decide(guard, model, files);
      return holds === null ? [] : [[key, holds] as const];
    }),
  );
  const base = distinct(ofRules.map((world) => new Map([...world, ...decided])));
  const [first = new Map<string, boolean>()] = base;
  const tried = new Set(base.flatMap((world) => [...world].filter(([, holds]) => holds).map(([key]) => key)));
  const others = guards.flatMap(([key, guard]) =>
    guard.kind === 'template' || decided.has(key) || tried.has(key) || !isOpenTo(guard, version) ? [] : [key],
  );
  const alone = others.slice(0, MOST_TRIED).map((key) => new Map([...first, [key, true]]));
  const all = others.length < 2 ? [] : [new Map([...first, ...others.map((key) => [key, true] as const)])];
  return [...base, ...alone, ...all];
}

function isOpenTo({ on22, on24 }: Guard, version: Version): boolean {
  return (version === '2.2' ? on22 : on24) === 'maybe';
}

function distinct(worlds: readonly World[]): World[] {
  const byText = new Map(
    worlds.toReversed().map((world) => [JSON.stringify([...world].toSorted()), world] as const),
  );
  return [...byText.values()].toReversed();
}

/** Whether the file of an IfFile is there as the served files are now (`test_iffile_section`, server/core.c); null: not known, or another guard. */
function decide(guard: Guard, model: ServerModel, files: FileView): boolean | null {
  if (guard.kind !== 'iffile') return null;
  const kind = files.kindOf(completePath(nameAsked(guard), model));
  return kind === 'unknown' ? null : kind !== 'nothing';
}
