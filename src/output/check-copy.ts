import { basename, dirname, join, resolve } from 'node:path';
import type { PatchSet } from '../patch/index.ts';
import { checkUnchanged } from './check-step.ts';
import { isInside } from './diff-base.ts';
import { isThere } from './file-system.ts';
import type { FileSystem } from './file-system.ts';
import { planWrite } from './plan-write.ts';
import { systemProblem } from './system-error.ts';
import { isProblem } from './write-result.ts';
import type { WriteProblem } from './write-result.ts';

/** All that stands against a copy of the tree below `root` in the folder `out` (both real paths). Changes nothing. */
export function checkCopy(
  fileSystem: FileSystem,
  patchSet: PatchSet,
  root: string,
  out: string,
): WriteProblem[] {
  const problems = [
    ...checkOut(fileSystem, root, out),
    ...planWrite(patchSet).problems,
    ...findOutside(patchSet, root),
  ];
  if (problems.length > 0) return problems;
  const there = patchSet.files.filter(({ madeLike }) => madeLike === undefined);
  return there.map(({ path, before }) => checkUnchanged(fileSystem, path, before)).filter(isProblem);
}

function checkOut(fileSystem: FileSystem, root: string, out: string): WriteProblem[] {
  const problem = (message: string): WriteProblem[] => [{ path: out, code: 'out-dir', message }];
  try {
    if (!fileSystem.lstat(root).isDirectory()) return problem(`the tree to copy is no folder: ${root}`);
    if (isInside(out, root))
      return problem(`lies inside of the tree to copy, ${root}: name a folder beside it`);
    if (!isThere(fileSystem, out)) return [];
    if (!fileSystem.lstat(out).isDirectory()) return problem('is no folder');
    return fileSystem.list(out).length === 0 ? [] : problem('is not empty: name a new folder');
  } catch (error) {
    return [systemProblem(out, 'use this folder', error)];
  }
}

function findOutside({ files, links, folders = [] }: PatchSet, root: string): WriteProblem[] {
  const paths = [
    ...folders,
    ...files.flatMap(({ path, newPath }) => [path, newPath]),
    ...links.map(({ path }) => path),
  ];
  return [...new Set(paths)]
    .filter((path) => !isInside(path, root))
    .map((path) => ({
      path,
      code: 'outside',
      message: `would change, but lies outside of ${root}, of which the copy is made: give a folder that holds both as PATH, or use --write`,
    }));
}

/** The path with symbolic links resolved as far as it exists. */
export function realPlace(fileSystem: FileSystem, path: string): string {
  const absolute = resolve(path);
  if (isThere(fileSystem, absolute)) return fileSystem.realpath(absolute);
  const folder = dirname(absolute);
  return folder === absolute ? absolute : join(realPlace(fileSystem, folder), basename(absolute));
}
