import type { Scope, ServerModel } from '../../model/index.ts';
import type { KnownDirectives } from '../known-directives.ts';
import { knownDirectives } from '../known-directives.ts';
import { refusedLines } from '../refused/refused-lines.ts';
import type { AccessSection } from '../sections.ts';
import type { Version, World } from '../worlds.ts';
import { isLive } from '../worlds.ts';

/**
 * Which .htaccess files the server answers 500 for, whatever they are permitted: those with a directive of a module that is not
 * loaded, of none, or one that 2.4 does not take as it is written.
 */
export function brokenHtaccess(
  model: ServerModel,
  version: Version,
  world: World,
  hasAccessCompat: boolean,
): (section: AccessSection) => boolean {
  if (model.kind !== 'server') return () => false;
  if (version === '2.2') {
    const known = knownDirectives(model, version);
    return ({ scope }) => !allKnown(scope, world, known);
  }
  let refused: Set<string> | null = null;
  const refusedFiles = (): Set<string> => {
    const lines = refusedLines(model, hasAccessCompat, (guards) => isLive(guards, '2.4', world));
    return new Set(lines.flatMap(({ line, isInHtaccess }) => (isInHtaccess ? [line.file.path] : [])));
  };
  return ({ scope }) => {
    refused ??= refusedFiles();
    return refused.has(scope.file.path);
  };
}

function allKnown({ items }: Scope, world: World, known: KnownDirectives): boolean {
  return items.every((item) => {
    if (!isLive(item.guards, '2.2', world)) return true;
    if (item.type === 'occurrence') return known.isKnown(item.name);
    return known.isKnown(`<${item.name}`) && allKnown(item, world, known);
  });
}
