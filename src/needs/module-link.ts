import { posix } from 'node:path';
import type { ModelFile, Occurrence, ServerModel } from '../model/index.ts';
import type { TargetProfile } from '../target/index.ts';
import { debianLoadFile, debianName } from './debian-module-file.ts';
import type { ReadingPlace } from './types.ts';

/** A symbolic link of mods-enabled. */
export interface ModuleLink {
  readonly path: string;
  /** As the link has it: of a new one relative to its folder, as a2enmod makes it. */
  readonly target: string;
}

/** A file of mods-available that is to be made; `like` is one that is there. */
export interface ModuleFile {
  readonly path: string;
  readonly text: string;
  readonly like: string;
}

/** What switches a module on as a2enmod does. */
export interface ModuleSwitch {
  readonly link: ModuleLink;
  /** Null where mods-available has it. */
  readonly file: ModuleFile | null;
}

/** How a module is switched on that no link leads to yet; null on a server that does it otherwise, and where a name is taken. */
export function moduleSwitch(
  model: ServerModel,
  target: TargetProfile,
  identifier: string,
): ModuleSwitch | null {
  const { loadFiles = [], serverRoot } = model;
  const there = loadFiles.find((each) => each.identifier === identifier);
  const [like] = loadFiles;
  if (like === undefined || (there && there.links.length > 0)) return null;
  const available = there?.path ?? posix.join(posix.dirname(like.path), `${debianName(identifier)}.load`);
  const path = posix.join(serverRoot, 'mods-enabled', posix.basename(available));
  const link = { path, target: relativeTarget(path, available) };
  const isTaken = (file: string) => itemAt(model, file) !== undefined;
  if (isTaken(path) || isLinkedFolder(model, posix.dirname(path))) return null;
  if (there !== undefined) return { link, file: null };
  const module = posix.join(target.moduleFolder, target.loadable.get(identifier) ?? '');
  if (isTaken(available) || !target.loadable.has(identifier)) return null;
  if (isLinkedFolder(model, posix.dirname(available))) return null;
  return { link, file: { path: available, text: debianLoadFile(identifier, module), like: like.realPath } };
}

/** Whether a folder is a symbolic link: what it holds may be another server's, too, so nothing is made in it. */
export function isLinkedFolder(model: ServerModel, folder: string): boolean {
  return itemAt(model, folder)?.kind === 'link';
}

function itemAt(model: ServerModel, path: string) {
  const items = model.itemsIn(posix.dirname(path)) ?? [];
  return items.find(({ name }) => name === posix.basename(path));
}

/** The links of mods-enabled by which a file that holds nothing but one directive is read. */
export function enabledLinksOf(model: ServerModel, file: ModelFile): readonly ModuleLink[] {
  const loadFile = model.loadFiles?.find(({ realPath }) => realPath === file.path);
  const directives = file.document.children.filter(({ type }) => type !== 'blank' && type !== 'comment');
  return directives.length === 1 ? (loadFile?.links ?? []) : [];
}

/** Whether a new link is read before that place: the line reads what it names in the order of its names. */
export function isReadInTime(
  model: ServerModel,
  include: Occurrence,
  { path }: ModuleLink,
  limit: ReadingPlace | null,
): boolean {
  if (limit === null) return true;
  if (include.seq >= limit.seq) return false;
  const line = model.includes.find(({ occurrence }) => occurrence === include);
  const name = line?.names[line.files.indexOf(limit.file)];
  return name === undefined || posix.basename(path) < posix.basename(name);
}

/** The line that reads the links of mods-enabled, if every server reads it. */
export function includeOfLinks(model: ServerModel): Occurrence | null {
  const found = model.includes.find(({ path, occurrence }) => {
    const isUnguarded = occurrence.guards.length === 0 && occurrence.scope.kind === 'server';
    return isUnguarded && /\/mods-enabled\/\*(\.load)?$/.test(path);
  });
  return found?.occurrence ?? null;
}

function relativeTarget(link: string, path: string): string {
  return posix.relative(posix.dirname(link), path);
}
