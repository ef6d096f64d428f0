import { staticIn22 } from '../catalog/index.ts';
import type { Occurrence, Scope, ServerModel } from '../model/index.ts';
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
  const seqs = guards.map((guard) => ({ guard, seq: seqAt(before, guard) }));
  return seqs.toSorted((a, b) => a.seq - b.seq)[0]?.guard ?? null;
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
  const seq = seqAt(before, guard);
  const own = before.modules.find(({ identifier }) => identifier === VERSION)?.occurrence ?? null;
  const isLoaded = own !== null && own.guards.length === 0 && own.on22 === 'yes' && own.seq < seq;
  if (isBuiltIn || isLoaded) return null;
  const first = before.modules[0]?.occurrence ?? null;
  const place = first !== null && first.seq <= seq ? outermost(first) : placeOf(before, guard);
  const path = own?.args[1] ?? modulePath(before, target);
  return {
    ...place,
    lines: ['<IfModule !mod_version.c>', `\tLoadModule ${VERSION} ${path}`, '</IfModule>'],
  };
}

/** Some module that a default build has compiled in is loaded from a file: so is mod_version. */
function isShared({ layout, modules }: ServerModel): boolean {
  return modules.some(({ identifier }) => staticIn22(layout).has(identifier));
}

/** Before what holds the guard: LoadModule stands in no section. */
function placeOf(before: ServerModel, guard: FirstGuard): FirstGuard {
  const { line, isBehind } = neighbourOf(before, guard);
  if (line === null) return guard;
  const place = outermost(line);
  return isBehind && place.path === guard.path ? guard : place;
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

/** When the place is read, among the numbers of the lines. */
function seqAt(before: ServerModel, guard: FirstGuard): number {
  const { line, isBehind } = neighbourOf(before, guard);
  return line === null ? Infinity : line.seq + (isBehind ? -0.5 : 0.5);
}

/** The last line of the file that begins at or before the place; without one, the first behind it. */
function neighbourOf({ main }: ServerModel, { path, at }: FirstGuard) {
  let before: Occurrence | null = null;
  let behind: Occurrence | null = null;
  for (const line of walkOccurrences(main)) {
    if (line.file.path !== path) continue;
    const { start } = line.node.span;
    if (start > at) behind ??= line;
    else if (before === null || before.node.span.start < start) before = line;
  }
  return { line: before ?? behind, isBehind: before === null };
}
