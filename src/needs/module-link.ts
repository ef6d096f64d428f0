import { posix } from 'node:path';
import type { ModelFile, Occurrence, ServerModel } from '../model/index.ts';
import type { Need } from './types.ts';

/** A symbolic link of mods-enabled. */
export interface ModuleLink {
  readonly path: string;
  /** Relative to the folder of the link, as a2enmod makes it. */
  readonly target: string;
}

/**
 * The link that switches a needed module on, on a server that does it so and has a file for it; null where the line that includes
 * mods-enabled comes too late, is not there, or is not everybody's.
 */
export function findModuleLink(
  model: ServerModel,
  { identifier, limit }: Need,
): { readonly link: ModuleLink; readonly include: Occurrence } | null {
  const loadFile = model.loadFiles?.find((each) => each.identifier === identifier && each.link === null);
  const include = includeOfLinks(model);
  if (!loadFile || !include || include.seq >= (limit?.seq ?? Infinity)) return null;
  const path = posix.join(model.serverRoot, 'mods-enabled', posix.basename(loadFile.path));
  return { link: { path, target: relativeTarget(path, loadFile.path) }, include };
}

/** The link of mods-enabled by which a file that holds nothing but one directive is read; null if there is none. */
export function enabledLinkOf(model: ServerModel, file: ModelFile): ModuleLink | null {
  const loadFile = model.loadFiles?.find(({ realPath }) => realPath === file.path);
  const directives = file.document.children.filter(({ type }) => type !== 'blank' && type !== 'comment');
  if (!loadFile || loadFile.link === null || directives.length !== 1) return null;
  return { path: loadFile.link, target: relativeTarget(loadFile.link, loadFile.path) };
}

function includeOfLinks(model: ServerModel): Occurrence | null {
  const found = model.includes.find(({ path, occurrence }) => {
    const isUnguarded = occurrence.guards.length === 0 && occurrence.scope.kind === 'server';
    return isUnguarded && /\/mods-enabled\/\*(\.load)?$/.test(path);
  });
  return found?.occurrence ?? null;
}

function relativeTarget(link: string, path: string): string {
  return posix.relative(posix.dirname(link), path);
}
