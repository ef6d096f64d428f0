import { directive24, modulesProviding24, moduleFacts } from '../catalog/index.ts';
import type { Guard, Occurrence, Scope, ServerModel } from '../model/index.ts';
import type { ReadingPlace } from './module-slot.ts';
import { walkLive } from './walk-live.ts';
import { testedModule } from './world.ts';

/** The first item of the configuration that must find the module loaded. */
export type LoadLimits = ReadonlyMap<string, ReadingPlace>;

/**
 * For each module (identifier) the first item before which it must be loaded. httpd looks most directives up when all files
 * are read; but guards ask for what is loaded above them (2.4 skips `<IfModule prefork.c>` in silence otherwise), some
 * directives are executed while they are read, and a module's file may hold symbols that another one's needs.
 */
export function loadLimits(model: ServerModel): LoadLimits {
  const limits = new Map<string, ReadingPlace>();
  // Whether a guard holds depends on where the module is loaded, which is to be found out: all that ask for modules count.
  const items = walkLive(model, (guard) => (guard.kind === 'ifmodule' ? 'maybe' : guard.on24));
  for (const { item, guards, inHtaccess } of items) {
    if (inHtaccess) break;
    for (const identifier of [...guards.flatMap(modulesOfGuard), ...modulesAtReading(item)]) {
      if (!limits.has(identifier))
        limits.set(identifier, { file: item.file, node: item.node, seq: item.seq });
    }
  }
  return limits;
}

function modulesOfGuard(guard: Guard): readonly string[] {
  if (guard.kind === 'ifversion') return ['version_module'];
  const tested = testedModule(guard);
  return tested === null ? [] : [tested];
}

function modulesAtReading(item: Occurrence | Scope): readonly string[] {
  const name = item.type === 'scope' ? `<${item.name}` : item.name;
  if (name === 'loadmodule' && item.type === 'occurrence') return modulesBehindFile(item.args[0] ?? '');
  return directive24(name)?.flags.includes('EXEC_ON_READ') ? modulesProviding24(name) : [];
}

/** mod_cache_disk.so can't be loaded before mod_cache.so. */
function modulesBehindFile(identifier: string): readonly string[] {
  const requires = moduleFacts(identifier)?.requires ?? [];
  return requires.filter(({ kind, always }) => kind === 'load' && always).flatMap(({ anyOf }) => anyOf);
}
