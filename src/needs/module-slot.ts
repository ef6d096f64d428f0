import { posix } from 'node:path';
import { moduleFateOf } from '../catalog/index.ts';
import { occurrencesOf, type ModelFile, type Occurrence, type ServerModel } from '../model/index.ts';
import { leadingComments, parentOf, type Node } from '../syntax/index.ts';
import { liveModuleLines } from './tree-modules.ts';
import type { ReadingPlace } from './types.ts';

/** A place for new LoadModule lines. */
export interface ModuleSlot {
  readonly file: ModelFile;
  /** A node at the file's top level. */
  readonly node: Node;
  readonly side: 'before' | 'after';
}

/**
 * Where this tree loads modules: behind its block of LoadModule lines, above the Include of a folder with a file for each module,
 * below ServerRoot if it loads none. If the module must be there before (`limit`), then before that.
 * @returns null if there is no entry file with a line in it.
 */
export function findModuleSlot(model: ServerModel, limit: ReadingPlace | null): ModuleSlot | null {
  const before = limit?.seq ?? Infinity;
  const lines = homeLines(model);
  const near = lines.length > 0 ? (atHome(model, lines, before) ?? aboveLimit(model, limit)) : null;
  return near ?? belowServerRoot(model, before) ?? atTop(model);
}

/** LoadModule lines that every server reads and that stay. */
export function homeLines(model: ServerModel): readonly Occurrence[] {
  const staying = liveModuleLines(model).filter(({ identifier, occurrence }) => {
    return isUnguarded(occurrence) && moduleFateOf(identifier)?.fate !== 'removed';
  });
  return staying.map(({ occurrence }) => occurrence);
}

function atHome(model: ServerModel, lines: readonly Occurrence[], before: number): ModuleSlot | null {
  const folder = scatteredFolder(lines);
  if (folder !== null) return aboveInclude(model, folder, before);
  const home = fileWithMost(lines);
  const last = lines.findLast(({ file, seq }) => file === home && seq < before);
  return last ? { file: last.file, node: last.node, side: 'after' } : null;
}

function fileWithMost(lines: readonly Occurrence[]): ModelFile | null {
  const counts = new Map<ModelFile, number>();
  for (const { file } of lines) counts.set(file, (counts.get(file) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}

/** A folder that has a file for each module, as Debian's mods-available; a file called so may be the only one of them that is here. */
function scatteredFolder(lines: readonly Occurrence[]): string | null {
  const home = fileWithMost(lines);
  if (home === null || lines.filter(({ file }) => file === home).length > 2) return null;
  if (home.path.endsWith('.load')) return posix.dirname(home.path);
  const folder = posix.dirname(home.path);
  const files = new Set(lines.map(({ file }) => file).filter(({ path }) => posix.dirname(path) === folder));
  return files.size > 1 ? folder : null;
}

/** Above the line that includes the folder's files, if every server reads it and it is early enough. */
function aboveInclude(model: ServerModel, folder: string, before: number): ModuleSlot | null {
  const include = model.includes.find(({ occurrence, files }) => {
    return isUnguarded(occurrence) && files.some(({ path }) => posix.dirname(path) === folder);
  })?.occurrence;
  return include && include.seq < before ? aboveNode(include.file, include.node) : null;
}

/** Above the entry file's line that is, or leads to, the limit; null if that would be above ServerRoot. */
function aboveLimit(model: ServerModel, limit: ReadingPlace | null): ModuleSlot | null {
  const entry = entryFile(model);
  if (entry === null || limit === null || (serverRootLine(model)?.seq ?? -1) > limit.seq) return null;
  if (limit.file === entry) return limit.node && aboveNode(entry, limit.node);
  const places = model.includes.map(({ occurrence }) => occurrence);
  const include = places.findLast(({ file, seq }) => file === entry && seq < limit.seq);
  return include ? aboveNode(entry, include.node) : null;
}

/** Relative paths of modules start from ServerRoot, which must stand above them. */
function belowServerRoot(model: ServerModel, before: number): ModuleSlot | null {
  const root = serverRootLine(model);
  return root && root.seq < before ? { file: root.file, node: root.node, side: 'after' } : null;
}

function serverRootLine(model: ServerModel): Occurrence | null {
  const lines = occurrencesOf(model, 'ServerRoot').filter(isUnguarded);
  return lines.findLast(({ file }) => file.path === model.entry) ?? null;
}

function atTop(model: ServerModel): ModuleSlot | null {
  const entry = entryFile(model);
  const first = entry?.document.children.find(({ type }) => type === 'directive' || type === 'section');
  return entry && first ? aboveNode(entry, first) : null;
}

/** Above the top-level node around a node, and above the comments that belong to it. */
function aboveNode(file: ModelFile, node: Node): ModuleSlot {
  let top = node;
  for (let parent = parentOf(file.document, top); parent; parent = parentOf(file.document, top)) top = parent;
  return { file, node: leadingComments(file.document, top)[0] ?? top, side: 'before' };
}

function isUnguarded({ guards, scope }: Occurrence): boolean {
  return guards.length === 0 && scope.kind === 'server';
}

function entryFile(model: ServerModel): ModelFile | null {
  return (model.entry === null ? undefined : model.files.get(model.entry)) ?? null;
}
