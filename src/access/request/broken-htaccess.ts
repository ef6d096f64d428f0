import { directive22, directive24, moduleFacts } from '../../catalog/index.ts';
import type { Scope, ServerModel } from '../../model/index.ts';
import { refusedLines } from '../refused-lines.ts';
import type { AccessSection } from '../sections.ts';
import type { Version, World } from '../worlds.ts';
import { isLive } from '../worlds.ts';
import { hasModule } from './has-module.ts';

/** Compiled in, wherever they have directives for .htaccess files. */
const ALWAYS_THERE: ReadonlySet<string> = new Set([
  'core',
  'mpm_common',
  'mod_so',
  'mod_http',
  'mod_version',
]);

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
  let refused: Set<string> | null = null;
  const refusedFiles = (): Set<string> => {
    const lines =
      version === '2.2' ? [] : refusedLines(model, hasAccessCompat, (guards) => isLive(guards, '2.4', world));
    return new Set(lines.flatMap(({ line, isInHtaccess }) => (isInHtaccess ? [line.file.path] : [])));
  };
  const isKnown = knownDirectives(model, version);
  return ({ scope }) => {
    refused ??= refusedFiles();
    return refused.has(scope.file.path) || !allKnown(scope, version, world, isKnown);
  };
}

function allKnown(
  { items }: Scope,
  version: Version,
  world: World,
  isKnown: (name: string) => boolean,
): boolean {
  return items.every((item) => {
    if (!isLive(item.guards, version, world)) return true;
    return isKnown(item.name) && (item.type === 'occurrence' || allKnown(item, version, world, isKnown));
  });
}

function knownDirectives(model: ServerModel, version: Version): (name: string) => boolean {
  const hasOthers = model.modules.some(({ identifier }) => moduleFacts(identifier) === null);
  const facts = version === '2.2' ? directive22 : directive24;
  return (name) => {
    const module = facts(name)?.module;
    if (module === undefined) return hasOthers;
    return ALWAYS_THERE.has(module) || hasModule({ model, version }, module.replace(/^mod_/, ''));
  };
}
