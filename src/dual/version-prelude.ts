import { staticIn22 } from '../catalog/index.ts';
import type { Guard, Occurrence, Scope, ServerModel } from '../model/index.ts';
import { walkOccurrences } from '../model/index.ts';
import type { Node } from '../syntax/index.ts';
import type { TargetProfile } from '../target/index.ts';
import type { Prelude } from './dual-patch.ts';

const VERSION = 'version_module';

/** Where the first IfVersion of a tree stands: a file, and an offset in the original. */
export interface FirstGuard {
  readonly path: string;
  readonly at: number;
}

/** Lines before the first IfVersion, in one file of the tree. */
export interface VersionPrelude extends Prelude {
  readonly path: string;
}

/** The first in reading order of the places where an IfVersion is to stand; null if there is none. */
export function firstGuard(before: ServerModel, guards: readonly FirstGuard[]): FirstGuard | null {
  const ofFile = new Map<string, FirstGuard>();
  for (const guard of guards) {
    if (guard.at < (ofFile.get(guard.path)?.at ?? Infinity)) ofFile.set(guard.path, guard);
  }
  const neighbours = neighboursOf(before, ofFile);
  const seq = ({ path }: FirstGuard): number => seqOf(neighbours.get(path));
  return [...ofFile.values()].toSorted((a, b) => seq(a) - seq(b))[0] ?? null;
}

/**
 * What makes `<IfVersion>` known to both servers where it first stands; null if it is already: a module that is compiled in,
 * or loaded further up. The lines come before the first LoadModule (ServerRoot is
 * said by then), or before what holds the guard.
 */
export function versionPrelude(
  before: ServerModel,
  target: TargetProfile,
  guard: FirstGuard,
): VersionPrelude | null {
  const isBuiltIn =
    target.builtin.has(VERSION) && staticIn22(before.layout).has(VERSION) && !isShared(before);
  const neighbour = neighboursOf(before, new Map([[guard.path, guard]])).get(guard.path);
  const seq = seqOf(neighbour);
  const own = before.modules.find(({ identifier }) => identifier === VERSION)?.occurrence ?? null;
  const isLoaded =
    own !== null && own.guards.every(asksForVersion) && own.scope.on22 === 'yes' && own.seq < seq;
  if (isBuiltIn || isLoaded) return null;
  const first = before.modules[0]?.occurrence ?? null;
  const place = first !== null && first.seq <= seq ? outermost(first) : placeOf(guard, neighbour);
  const path = own?.args[1] ?? modulePath(before, target);
  return {
    ...place,
    lines: ['<IfModule !mod_version.c>', `\tLoadModule ${VERSION} ${path}`, '</IfModule>'],
  };
}

/** `<IfModule !mod_version.c>`: where it is passed, and where it is not, the module is there behind it. */
function asksForVersion({ kind, test }: Guard): boolean {
  return kind === 'ifmodule' && /^!(?:mod_version\.c|version_module)$/.test(test);
}

/** Some module that a default build has compiled in is loaded from a file: so is mod_version. */
function isShared({ layout, modules }: ServerModel): boolean {
  return modules.some(({ identifier }) => staticIn22(layout).has(identifier));
}

/** Before what holds the guard: LoadModule stands in no section. */
function placeOf(guard: FirstGuard, neighbour: Neighbour | undefined): FirstGuard {
  if (neighbour === undefined) return guard;
  const place = outermost(neighbour.line);
  return neighbour.isBehind && place.path === guard.path ? guard : place;
}

/** The line, or the outermost section or guard that it stands in, where that begins. */
function outermost(line: Occurrence): FirstGuard {
  let [{ file, guards }, node]: [Occurrence | Scope, Node] = [line, line.node];
  for (let scope: Scope | null = line.scope; scope?.node; scope = scope.parent) {
    [{ file, guards }, node] = [scope, scope.node];
  }
  const own = guards.find((guard) => guard.file === file);
  return { path: file.path, at: (own?.node ?? node).span.start };
}

/** Beside the other modules. */
function modulePath(before: ServerModel, { moduleFolder }: TargetProfile): string {
  const named = [...before.commentedModules, ...before.modules];
  const own = before.commentedModules.find(({ identifier }) => identifier === VERSION)?.modulePath;
  if (own !== undefined) return own;
  const folder = named.at(-1)?.modulePath.replace(/[^/]*$/, '') ?? `${moduleFolder}/`;
  return `${folder}mod_version.so`;
}

/** The last line of a file that begins at or before a place; without one, the first behind it. */
interface Neighbour {
  readonly line: Occurrence;
  readonly isBehind: boolean;
}

/** When the place is read, among the numbers of the lines. */
function seqOf(neighbour: Neighbour | undefined): number {
  return neighbour === undefined ? Infinity : neighbour.line.seq + (neighbour.isBehind ? -0.5 : 0.5);
}

/** For one place in each file, by path. */
function neighboursOf(
  { main }: ServerModel,
  places: ReadonlyMap<string, FirstGuard>,
): Map<string, Neighbour> {
  const found = new Map<string, Neighbour>();
  for (const line of walkOccurrences(main)) {
    const { path } = line.file;
    const place = places.get(path);
    if (place === undefined) continue;
    const known = found.get(path);
    const { start } = line.node.span;
    const isBehind = start > place.at;
    const isNearer = known === undefined || known.isBehind || known.line.node.span.start < start;
    if (isBehind ? known === undefined : isNearer) found.set(path, { line, isBehind });
  }
  return found;
}
