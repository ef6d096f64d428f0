import type { Stats } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { PatchSet } from '../patch/index.ts';
import { checkCopy, realPlace } from './check-copy.ts';
import { isInside } from './diff-base.ts';
import { isThere, nodeFileSystem } from './file-system.ts';
import type { FileSystem } from './file-system.ts';
import { HeldFolders } from './held-folders.ts';
import { errorCode, errorPath, systemProblem } from './system-error.ts';
import type { WriteNote, WriteProblem, WriteResult } from './write-result.ts';

/** One copy on its way; all paths are real. */
interface Copy {
  readonly fileSystem: FileSystem;
  readonly patchSet: PatchSet;
  readonly root: string;
  readonly out: string;
  /** Null: all that is below the root. */
  readonly only: ReadonlySet<string> | null;
  readonly notes: WriteNote[];
  /** Folders made so far. They get mode and time in the end: a read-only one would take no files. */
  readonly folders: { readonly path: string; readonly like: Stats }[];
}

/**
 * Makes `outDir` (new or empty, not inside of `sourceRoot`) a migrated copy of all that lies below `sourceRoot`. Modes, times and,
 * where allowed, owners are kept; a symbolic link stays a link with the same target. Refused if the patch set changes
 * something outside of `sourceRoot`, or a file changed since it was read. After a failure nothing of the copy is left.
 * @param only real paths of the files that are copied, with the links to them; null: all, and the folders
 */
export function writeCopy(
  patchSet: PatchSet,
  sourceRoot: string,
  outDir: string,
  system: FileSystem = nodeFileSystem,
  only: ReadonlySet<string> | null = null,
): WriteResult {
  const folders = new HeldFolders(system, { private: null, isOwn: () => false });
  const { fileSystem } = folders;
  try {
    // What was typed may lead through links; from here on nothing does.
    const root = system.realpath(sourceRoot);
    const out = realPlace(system, outDir);
    const links = patchSet.links.map((link) => ({ ...link, path: placeOfLink(system, link.path) }));
    const wanted = { ...patchSet, links };
    const copy: Copy = { fileSystem, patchSet: wanted, root, out, only, notes: [], folders: [] };
    const problems = checkCopy(fileSystem, copy.patchSet, root, out);
    return problems.length > 0 ? { type: 'refused', problems } : makeCopy(copy);
  } catch (error) {
    return {
      type: 'refused',
      problems: [systemProblem(errorPath(error) ?? resolve(outDir), 'make the copy', error)],
    };
  } finally {
    folders.release();
  }
}

/** Where a link lies (not what it points at). */
function placeOfLink(fileSystem: FileSystem, path: string): string {
  return join(realPlace(fileSystem, dirname(path)), basename(path));
}

function makeCopy(copy: Copy): WriteResult {
  const { fileSystem, patchSet, root, out, notes, folders } = copy;
  const made = fileSystem.makeFolder(out);
  try {
    const replaced = [...patchSet.files, ...patchSet.links].map(({ path }) => path);
    copyFolder(copy, root, new Set(replaced));
    const paths = [...makeFolders(copy), ...writeFiles(copy), ...writeLinks(copy)];
    for (const { path, like } of folders.toReversed()) keepAttributes(fileSystem, path, like);
    return { type: 'written', paths, notes, run: null };
  } catch (error) {
    const problem = systemProblem(errorPath(error) ?? out, 'copy it', error);
    return { type: 'refused', problems: [problem, ...clear(copy, made)] };
  }
}

function copyFolder(copy: Copy, folder: string, replaced: ReadonlySet<string>): void {
  const { fileSystem } = copy;
  copy.folders.push({ path: placeInCopy(copy, folder), like: fileSystem.lstat(folder) });
  for (const name of fileSystem.list(folder).toSorted()) {
    const path = join(folder, name);
    if (replaced.has(path) || !isWanted(copy, path)) continue;
    const stat = fileSystem.lstat(path);
    const place = placeInCopy(copy, path);
    if (stat.isSymbolicLink()) copyLink(copy, path, place, stat);
    else if (isHollow(stat)) {
      copy.notes.push({
        path,
        message: `is ${stat.size} bytes long, nearly all of it holes (a sparse file), and was not copied`,
      });
    } else if (stat.isFile()) {
      keepAttributes(fileSystem, place, fileSystem.copy(path, place));
    } else if (stat.isDirectory()) {
      fileSystem.makeFolder(place);
      copyFolder(copy, path, replaced);
    } else {
      copy.notes.push({ path, message: 'is neither file, folder nor link and was not copied' });
    }
  }
}

function isWanted({ fileSystem, only, patchSet }: Copy, path: string): boolean {
  if (only === null) return true;
  const stat = fileSystem.lstat(path);
  if (!stat.isDirectory()) return only.has(stat.isSymbolicLink() ? realTarget(fileSystem, path) : path);
  const changed = [...patchSet.files, ...patchSet.links].map((each) => each.path);
  return [...only, ...changed].some((each) => isInside(each, path));
}

/** Where a link leads; nowhere if it dangles. */
function realTarget(fileSystem: FileSystem, path: string): string {
  return isThere(fileSystem, path) ? realPlace(fileSystem, path) : '';
}

/** Bytes that a copy may have in the place of holes. */
const MOST_HOLES = 1024 * 1024;

/** A file that would be far larger as a copy: whoever may write into the tree can make one of terabytes that takes no room. */
function isHollow(stat: Stats): boolean {
  return stat.isFile() && stat.size > MOST_HOLES && stat.blocks * 512 * 64 < stat.size;
}

function copyLink(copy: Copy, path: string, place: string, stat: Stats): void {
  const target = copy.fileSystem.readlink(path);
  copy.fileSystem.symlink(target, place);
  keepOwner(copy.fileSystem, place, stat);
  noteLink(copy, path, target);
}

/** A link keeps its target, and in the copy that may be something else than in the original. */
function noteLink({ root, notes }: Copy, path: string, target: string): void {
  const inTree = isInside(resolve(dirname(path), target), root);
  if (isAbsolute(target) && inTree) {
    notes.push({
      path,
      message: `is a link with an absolute target, so in the copy too it leads to the original ${target}`,
    });
  } else if (!isAbsolute(target) && !inTree) {
    notes.push({
      path,
      message: `is a relative link out of the tree (${target}), which leads elsewhere from the copy`,
    });
  }
}

function makeFolders(copy: Copy): string[] {
  return (copy.patchSet.folders ?? []).map((path) => {
    const place = placeInCopy(copy, path);
    copy.fileSystem.makeOpenFolder(place);
    const like = copy.folders.find((one) => one.path === dirname(place))?.like;
    if (like !== undefined) copy.folders.push({ path: place, like });
    return place;
  });
}

/** The files of the patch set, with their new text; returns the paths in the copy. */
function writeFiles(copy: Copy): string[] {
  const { fileSystem } = copy;
  return copy.patchSet.files.map(({ path, newPath, after, madeLike = path }) => {
    const place = placeInCopy(copy, newPath);
    const like = fileSystem.lstat(madeLike);
    const fd = fileSystem.create(place);
    try {
      fileSystem.write(fd, after);
    } finally {
      fileSystem.close(fd);
    }
    keepOwner(fileSystem, place, like);
    fileSystem.changeMode(place, like.mode & 0o7777);
    return place;
  });
}

function writeLinks(copy: Copy): string[] {
  return copy.patchSet.links.flatMap((link) => {
    if (link.type === 'unlink') return [];
    const place = placeInCopy(copy, link.path);
    copy.fileSystem.symlink(link.target, place);
    noteLink(copy, link.path, link.target);
    return [place];
  });
}

function placeInCopy({ root, out }: Copy, path: string): string {
  return join(out, relative(root, path));
}

function keepAttributes(fileSystem: FileSystem, path: string, like: Stats): void {
  keepOwner(fileSystem, path, like);
  fileSystem.changeMode(path, like.mode & 0o7777);
  fileSystem.changeTimes(path, like.atimeMs, like.mtimeMs);
}

/** As far as allowed: who is not root owns the copies he makes. */
function keepOwner(fileSystem: FileSystem, path: string, like: Stats): void {
  const { uid, gid } = fileSystem.lstat(path);
  if (uid === like.uid && gid === like.gid) return;
  try {
    fileSystem.changeOwner(path, like.uid, like.gid);
  } catch (error) {
    if (errorCode(error) !== 'EPERM') throw error;
  }
}

/** @param made the outermost folder that was made for the copy, if any */
function clear({ fileSystem, out }: Copy, made: string | undefined): WriteProblem[] {
  try {
    if (made !== undefined) fileSystem.removeTree(made);
    else for (const name of fileSystem.list(out)) fileSystem.removeTree(join(out, name));
    return [];
  } catch (error) {
    return [systemProblem(errorPath(error) ?? out, 'remove the unfinished copy', error)];
  }
}
