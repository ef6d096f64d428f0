import { nameOfItem } from '../../model/index.ts';
import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { knownDirectives } from '../sections/known-directives.ts';
import { misspeltLine } from '../sections/misspelt-line.ts';
import { behindMark } from '../sections/refusing-lines.ts';
import { writtenName } from '../sections/written-line.ts';
import { aliasesOf, providerError } from '../refused/provided-names.ts';
import type { RefusedLine } from '../refused/refused-line.ts';
import type { AccessSection } from '../sections/types.ts';
import type { Version, World } from '../sections/worlds.ts';
import { isLive } from '../sections/worlds.ts';

/**
 * The line of a .htaccess file for which the server answers 500, whatever is permitted: one of a module that is not loaded, of
 * none, one that names a provider of such, or one that 2.4 does not take as it is written. Null: there is none.
 * @param refused what 2.4 does not take in the whole tree
 */
export function refusalIn(
  model: ServerModel,
  version: Version,
  world: World,
  refused: () => readonly RefusedLine[],
): (section: AccessSection) => RefusedLine | null {
  if (version === '2.4') {
    return ({ scope }) =>
      markedLine(scope, model) ??
      refused().find(({ line, isInHtaccess }) => isInHtaccess && line.file.path === scope.file.path) ??
      null;
  }
  const known = knownDirectives(model, version);
  const logins = aliasesOf(model, 'authn');
  const errorOf = (item: Occurrence | Scope): string | null => {
    if (!known.isKnown(nameOfItem(item))) return `Invalid command '${writtenName(item)}'`;
    return item.type === 'occurrence' ? providerError(item, logins, known) : null;
  };
  return ({ scope }) => {
    const mark = markedLine(scope, model);
    if (mark !== null) return mark;
    const error = firstError(scope, world, errorOf);
    if (error !== null) return error;
    const misspelt = misspeltLine(scope, version, world);
    return misspelt === null ? null : { ...misspelt, isInHtaccess: true };
  };
}

function markedLine(scope: Scope, model: ServerModel): RefusedLine | null {
  const mark = behindMark(scope, model);
  return mark === null ? null : { ...mark, isInHtaccess: true };
}

function firstError(
  { items }: Scope,
  world: World,
  errorOf: (item: Occurrence | Scope) => string | null,
): RefusedLine | null {
  for (const item of items) {
    if (!isLive(item.guards, '2.2', world)) continue;
    const message = errorOf(item);
    if (message !== null) return { line: item, message, isInHtaccess: true };
    const inside = item.type === 'scope' ? firstError(item, world, errorOf) : null;
    if (inside !== null) return inside;
  }
  return null;
}
