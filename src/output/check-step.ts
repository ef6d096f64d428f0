import type { Stats } from 'node:fs';
import { dirname } from 'node:path';
import { isThere } from './file-system.ts';
import type { FileSystem } from './file-system.ts';
import type { WriteStep } from './plan-write.ts';
import { errorCode, isRefusedAccess, systemProblem } from './system-error.ts';
import { isProblem } from './write-result.ts';
import type { WriteProblem } from './write-result.ts';

type LinkStep = Extract<WriteStep, { type: 'link' }>;
type UnlinkStep = Extract<WriteStep, { type: 'unlink' }>;
type MakeStep = Extract<WriteStep, { type: 'make' }>;
type FolderStep = Extract<WriteStep, { type: 'folder' }>;
type FileStep = Exclude<WriteStep, LinkStep | UnlinkStep | MakeStep | FolderStep>;

/** A step, and the file or link on the disk that it is about; of one that is to be made, that which it is made like. */
export type CheckedStep =
  | LinkStep
  | (MakeStep & { readonly seen: Stats })
  | (FolderStep & { readonly seen: Stats })
  | (UnlinkStep & { readonly target: string; readonly seen: Stats })
  | (FileStep & { readonly seen: Stats });

/** What other steps make room for. */
export interface Room {
  /** Links that are removed. */
  readonly freed: ReadonlySet<string>;
  /** Folders that are made. */
  readonly folders: ReadonlySet<string>;
}

/** Whether the disk is still what the patch set was made from, and lets itself be changed. Changes nothing. */
export function checkStep(
  fileSystem: FileSystem,
  step: WriteStep,
  { freed, folders }: Room,
): CheckedStep | WriteProblem {
  const isFree = (path: string) =>
    freed.has(path) || folders.has(dirname(path)) ? null : checkFree(fileSystem, path);
  switch (step.type) {
    case 'rewrite':
      return checkFile(fileSystem, step);
    case 'rename':
      return isFree(step.newPath) ?? checkFile(fileSystem, step);
    case 'unlink':
      return checkLink(fileSystem, step);
    case 'link':
      return isFree(step.path) ?? step;
    case 'make':
      return isFree(step.path) ?? checkModel(fileSystem, step, step.like);
    case 'folder':
      return isFree(step.path) ?? checkModel(fileSystem, step, dirname(step.path));
  }
}

function checkFile(
  fileSystem: FileSystem,
  step: Extract<WriteStep, { before: string }>,
): CheckedStep | WriteProblem {
  const seen = checkUnchanged(fileSystem, step.path, step.before, true);
  if (isProblem(seen)) return seen;
  try {
    fileSystem.checkWritable(dirname(step.path));
    return { ...step, seen };
  } catch (error) {
    return systemProblem(step.path, 'write to it', error);
  }
}

/** The file's state, if it is still a file with the bytes that were read. */
export function checkUnchanged(
  fileSystem: FileSystem,
  path: string,
  before: string,
  isToChange = false,
): Stats | WriteProblem {
  try {
    const { text, stat } = fileSystem.read(path, isToChange);
    if (!stat.isFile()) return { path, code: 'not-a-file', message: 'is no regular file any more' };
    // The bytes and not only the time: a restored time stamp or a clock that jumps would hide a change.
    return text === before ? stat : changed(path, 'was changed by somebody else since it was read');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return vanished(path);
    if (errorCode(error) === 'ELOOP') return changed(path, 'has become a symbolic link since it was read');
    return isRefusedAccess(error) ? unwritable(path, error) : systemProblem(path, 'read it again', error);
  }
}

function checkLink(fileSystem: FileSystem, step: UnlinkStep): CheckedStep | WriteProblem {
  const { path } = step;
  try {
    const stat = fileSystem.lstat(path);
    if (!stat.isSymbolicLink()) return { path, code: 'not-a-file', message: 'is no symbolic link' };
    const target = fileSystem.readlink(path);
    if (step.target !== null && target !== step.target) {
      return changed(path, 'points somewhere else than when it was read');
    }
    fileSystem.checkWritable(dirname(path));
    return { ...step, target, seen: stat };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return vanished(path);
    return systemProblem(path, 'remove the link', error);
  }
}

/** What the new one is to be like. Whether it is the same when it is made is asked again then. */
function checkModel<Step extends MakeStep | FolderStep>(
  fileSystem: FileSystem,
  step: Step,
  like: string,
): (Step & { readonly seen: Stats }) | WriteProblem {
  try {
    const seen = fileSystem.lstat(like);
    const isRight = step.type === 'make' ? seen.isFile() : seen.isDirectory();
    if (isRight) return { ...step, seen };
    return changed(like, 'is something else than when it was read');
  } catch (error) {
    return systemProblem(like, 'make another like it', error);
  }
}

/** Nothing may be there yet, and its folder must let something be made. */
function checkFree(fileSystem: FileSystem, path: string): WriteProblem | null {
  try {
    fileSystem.checkWritable(dirname(path));
    if (!isThere(fileSystem, path)) return null;
  } catch (error) {
    return systemProblem(path, 'use its folder', error);
  }
  return { path, code: 'exists', message: 'something of that name exists already' };
}

/** Root is denied with EPERM what nobody may, access(2). */
function unwritable(path: string, error: unknown): WriteProblem {
  if (errorCode(error) !== 'EPERM') return systemProblem(path, 'write to it', error);
  return {
    path,
    code: 'system',
    message: 'is immutable, so nobody can replace it until chattr -i ends that (EPERM)',
  };
}

function changed(path: string, message: string): WriteProblem {
  return { path, code: 'changed', message };
}

function vanished(path: string): WriteProblem {
  return { path, code: 'vanished', message: 'is not there any more' };
}
