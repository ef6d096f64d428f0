import type { ServerModel } from '../model/index.ts';
import type { TargetProfile } from '../target/index.ts';
import { createUseSearch } from './collect-uses.ts';
import { modulesOf22, ownGuards, treeModules } from './tree-modules.ts';
import type { UseSite } from './types.ts';

/** A line that nothing but one module serves, as a reader of it would name it. */
export interface ServedLine {
  readonly what: string;
  readonly site: UseSite;
}

/** What the tree has of a module: lines that 2.4 can't read, or that do nothing, without it. */
export function linesServedBy(
  model: ServerModel,
  target: TargetProfile,
  identifier: string,
): readonly ServedLine[] {
  const { loaded, takenOver } = treeModules(model);
  const isOther = (each: string) => each !== identifier;
  const own = { loaded: new Set([...loaded].filter(isOther)), takenOver };
  const present = new Set([...target.builtin, ...own.loaded].filter(isOther));
  const world = { present, had22: modulesOf22(model), ownGuard: ownGuards(model, target, own) };
  const uses = createUseSearch(model, world)();
  return uses.filter(({ anyOf }) => anyOf.includes(identifier));
}
