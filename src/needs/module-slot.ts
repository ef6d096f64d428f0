import { posix } from 'node:path';
import { moduleFateOf } from '../catalog/index.ts';
import { occurrencesOf, type ModelFile, type Occurrence, type ServerModel } from '../model/index.ts';
import { leadingComments, parentOf, type Node } from '../syntax/index.ts';
import { positionAt } from '../text/index.ts';
import { liveModuleLines } from './tree-modules.ts';

/** A place for new LoadModule lines. */
export interface ModuleSlot {
  readonly file: ModelFile;
  /** A node at the file's top level. */
  readonly node: Node;
  readonly side: 'before' | 'after';
}

/** A place in the reading order: a directive or section. */
export interface ReadingPlace {
  readonly file: ModelFile;
  readonly node: Node | null;
  readonly seq: number;
}

const NOWHERE = { seq: Infinity, file: null, node: null } as const;

/**
 * Where this tree loads modules: behind its block of LoadModule lines, above the Include of a folder with a file for each module,
 * below ServerRoot if it loads none. If the module must be there before (`limit`), then before that.
 * @returns null if there is no entry file with a line in it.
 */
export function findModuleSlot(model: ServerModel, limit: ReadingPlace | null): ModuleSlot | null {
  const before = (limit ?? NOWHERE).seq;
  return atHome(model, before) ?? (limit ? aboveLimit(model, limit) : null) ?? belowServerRoot(model, before);
}

/** LoadModule lines that every server reads and that stay. */
export function homeLines(model: ServerModel): readonly Occurrence[] {
  const staying = liveModuleLines(model).filter(({ identifier, occurrence }) => {
    const fate = moduleFateOf(identifier);
    return occurrence.guards.length === 0 && occurrence.scope.kind === 'server' && fate?.fate !== 'removed';
  });
  return staying.map(({ occurrence }) => occurrence);
}

function atHome(model: ServerModel, before: number): ModuleSlot | null {
  const lines = homeLines(model);
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

/** A folder that has a file for each module, as Debian's mods-available. */
function scatteredFolder(lines: readonly Occurrence[]): string | null {
  const home = fileWithMost(lines);
  if (home === null || lines.filter(({ file }) => file === home).length > 2) return null;
  const folder = posix.dirname(home.path);
  const files = new Set(lines.map(({ file }) => file).filter(({ path }) => posix.dirname(path) === folder));
  return files.size > 1 ? folder : null;
}

/** Above the line that includes the folder's files, if that line is everybody's and early enough. */
function aboveInclude(model: ServerModel, folder: string, before: number): ModuleSlot | null {
  const files = [...model.files.values()].filter(({ path }) => posix.dirname(path) === folder);
  const places = new Set(files.flatMap(({ reachedBy }) => reachedBy.flatMap((chain) => chain.at(-1) ?? [])));
  const include = includesOf(model).find((each) => isUnguarded(each) && places.has(placeName(each)));
  return include && include.seq < before ? aboveNode(include.file, include.node) : null;
}

/** Above the entry file's line that is, or leads to, the limit. */
function aboveLimit(model: ServerModel, limit: ReadingPlace): ModuleSlot | null {
  const entry = entryFile(model);
  if (entry === null) return null;
  if (limit.file === entry) return limit.node && aboveNode(entry, limit.node);
  const include = includesOf(model).findLast(({ file, seq }) => file === entry && seq < limit.seq);
  return include ? aboveNode(entry, include.node) : null;
}

/** Relative paths of modules start from ServerRoot, which must stand above them. */
function belowServerRoot(model: ServerModel, before: number): ModuleSlot | null {
  const entry = entryFile(model);
  if (entry === null) return null;
  const root = occurrencesOf(model, 'ServerRoot').findLast(
    (each) => each.file === entry && isUnguarded(each),
  );
  if (root && root.seq < before) return { file: entry, node: root.node, side: 'after' };
  const first = entry.document.children.find(({ type }) => type === 'directive' || type === 'section');
  return first ? aboveNode(entry, first) : null;
}

/** The top-level node around a node, comments that belong to it included. */
function aboveNode(file: ModelFile, node: Node): ModuleSlot {
  let top = node;
  for (let parent = parentOf(file.document, top); parent; parent = parentOf(file.document, top)) top = parent;
  return { file, node: leadingComments(file.document, top)[0] ?? top, side: 'before' };
}

/** In reading order. */
function includesOf(model: ServerModel): readonly Occurrence[] {
  const includes = [...occurrencesOf(model, 'Include'), ...occurrencesOf(model, 'IncludeOptional')];
  return includes.toSorted((a, b) => a.seq - b.seq);
}

function isUnguarded({ guards, scope }: Occurrence): boolean {
  return guards.length === 0 && scope.kind === 'server';
}

/** As in ModelFile.reachedBy. */
function placeName({ file, node }: Occurrence): string {
  return `${file.path}:${positionAt(file.source.text, node.name.span.start).line}`;
}

function entryFile(model: ServerModel): ModelFile | null {
  return (model.entry === null ? undefined : model.files.get(model.entry)) ?? null;
}
