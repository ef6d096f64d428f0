import type { Guard, ModelFile, ModuleLine, Occurrence, Scope, ServerModel } from '../model/index.ts';
import { walkOccurrences, walkScopes } from '../model/index.ts';
import type { TargetProfile } from '../target/index.ts';
import type { Span } from '../text/index.ts';
import type { ChooseGuard } from './dual-patch.ts';
import { isOfVersion } from './same-reading.ts';

const CORE = 'authz_core_module';

/**
 * For each file, which guards its stretches get. Access rules get those that people write around them, unless they are read
 * before mod_authz_core is loaded; so does all that is no part of a whole server, for mod_version may not be there.
 * @param before the original tree
 * @param after the migrated tree
 * @param isAccess whether a transform writes access rules
 */
export function guardChooser(
  before: ServerModel,
  after: ServerModel,
  target: TargetProfile,
  isAccess: (transform: string) => boolean,
): (file: ModelFile) => ChooseGuard {
  const unread = unreadBy(before, ({ on22 }) => on22 === 'no');
  const onlyOld = unreadBy(before, (guard) => isOfVersion(guard) && guard.on24 === 'no');
  const core = after.modules.find(
    ({ identifier, occurrence }) => identifier === CORE && occurrence.on24 === 'yes',
  );
  const isLoaded = loadedTest(after, target, core ?? null);
  return (file) => (question) => {
    const { transforms, oldOffset, newOffset } = question;
    if (isIn(unread.get(file.path), oldOffset)) return 'unread';
    if (isIn(onlyOld.get(file.path), oldOffset)) return 'kept';
    if (after.kind !== 'server' || file.role === 'htaccess') return 'authz-core';
    return transforms.every(isAccess) && isLoaded(file.path, newOffset) ? 'authz-core' : 'version';
  };
}

function isIn(spans: readonly Span[] | undefined, offset: number): boolean {
  return spans?.some(({ start, end }) => start < offset && offset < end) === true;
}

/** These guards, by file. */
function unreadBy(model: ServerModel, isWanted: (guard: Guard) => boolean): Map<string, Span[]> {
  const spans = new Map<string, Set<Span>>();
  for (const scope of [model.main, ...model.htaccess.map((each) => each.scope)]) {
    for (const { guards } of walkScopesAndLines(scope)) {
      for (const guard of guards) {
        if (!isWanted(guard)) continue;
        const { path } = guard.file;
        spans.set(path, (spans.get(path) ?? new Set()).add(guard.node.span));
      }
    }
  }
  return new Map([...spans].map(([path, all]) => [path, [...all]]));
}

function* walkScopesAndLines(scope: Scope): Generator<Scope | Occurrence> {
  yield* walkScopes(scope);
  yield* walkOccurrences(scope);
}

/** Whether 2.4 has mod_authz_core at that place of the reading order (byte offset in the migrated file). */
function loadedTest(
  after: ServerModel,
  target: TargetProfile,
  core: ModuleLine | null,
): (path: string, at: number) => boolean {
  if (target.builtin.has(CORE)) return () => true;
  if (core === null) return () => false;
  const { file, node, seq } = core.occurrence;
  const firstRead = new Map<string, number>();
  for (const line of walkOccurrences(after.main)) {
    if (!firstRead.has(line.file.path)) firstRead.set(line.file.path, line.seq);
  }
  return (path, at) => (path === file.path ? at > node.span.start : (firstRead.get(path) ?? Infinity) > seq);
}
