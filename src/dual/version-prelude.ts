import { staticIn22 } from '../catalog/index.ts';
import type { Occurrence, ServerModel } from '../model/index.ts';
import { walkOccurrences } from '../model/index.ts';
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
 * or loaded further up. The lines come before the first LoadModule, for ServerRoot is said by then.
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
  const place = first !== null && first.seq <= seq ? placeBefore(first) : guard;
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

function placeBefore({ file, node, guards }: Occurrence): FirstGuard {
  const outermost = guards.find((guard) => guard.file === file)?.node ?? node;
  return { path: file.path, at: outermost.span.start };
}

/** Beside the other modules. */
function modulePath(before: ServerModel, { moduleFolder }: TargetProfile): string {
  const named = [...before.commentedModules, ...before.modules];
  const own = before.commentedModules.find(({ identifier }) => identifier === VERSION)?.modulePath;
  if (own !== undefined) return own;
  const folder = named.at(-1)?.modulePath.replace(/[^/]*$/, '') ?? `${moduleFolder}/`;
  return `${folder}mod_version.so`;
}

/** When the first directive at or behind the place is read. */
function seqAt({ main }: ServerModel, { path, at }: FirstGuard): number {
  let first = Infinity;
  for (const { file, node, seq } of walkOccurrences(main)) {
    if (file.path === path && node.span.end > at) first = Math.min(first, seq);
  }
  return first;
}
