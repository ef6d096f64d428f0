import type { Stats } from 'node:fs';
import { dirname } from 'node:path';
import { isThere } from './file-system.ts';
import type { FileSystem } from './file-system.ts';
import type { Operation, Prepared } from './prepare-write.ts';
import { removeScratch } from './remove-scratch.ts';
import { syncFolders } from './sync-folders.ts';
import { describeError, errorCode, systemProblem } from './system-error.ts';
import type { WriteNote, WriteProblem } from './write-result.ts';

export type Commit =
  | { readonly type: 'done'; readonly notes: readonly WriteNote[] }
  | { readonly type: 'refused' | 'broken'; readonly problems: readonly WriteProblem[] };

/** Does the operations one after the other; at the first failure takes back those that are done, latest first. */
export function commitWrite(fileSystem: FileSystem, { operations, scratch }: Prepared): Commit {
  const done: Operation[] = [];
  for (const operation of operations) {
    const problem = attempt(fileSystem, operation);
    if (problem !== null) return rollBack(fileSystem, done, scratch, problem);
    done.push(operation);
  }
  try {
    syncFolders(fileSystem, operations.flatMap(foldersOf));
  } catch (error) {
    const problem = systemProblem(dirname(operations[0]!.path), 'make the new names last', error);
    return rollBack(fileSystem, done, scratch, problem);
  }
  return { type: 'done', notes: removeScratch(fileSystem, scratch) };
}

function attempt(fileSystem: FileSystem, operation: Operation): WriteProblem | null {
  try {
    return checkAgain(fileSystem, operation) ?? apply(fileSystem, operation);
  } catch (error) {
    return systemProblem(targetOf(operation), 'put the new text in its place', error);
  }
}

/** Between the check of all files and now somebody may have come: a look at each file right before narrows that to nearly nothing. */
function checkAgain(fileSystem: FileSystem, operation: Operation): WriteProblem | null {
  if ('seen' in operation && !isSame(fileSystem, operation.path, operation.seen)) {
    return { path: operation.path, code: 'changed', message: 'was changed by somebody else in this moment' };
  }
  const target = targetOf(operation);
  if ((operation.type === 'create' || operation.type === 'move') && isThere(fileSystem, target)) {
    return { path: target, code: 'exists', message: 'something of that name was made in this moment' };
  }
  return null;
}

function isSame(fileSystem: FileSystem, path: string, seen: Stats): boolean {
  try {
    const { dev, ino, size, mtimeMs } = fileSystem.lstat(path);
    return dev === seen.dev && ino === seen.ino && size === seen.size && mtimeMs === seen.mtimeMs;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

function apply(fileSystem: FileSystem, operation: Operation): null {
  switch (operation.type) {
    case 'replace':
    case 'create':
      fileSystem.rename(operation.temp, operation.path);
      return null;
    case 'move':
      fileSystem.rename(operation.path, operation.newPath);
      return null;
    case 'remove':
      fileSystem.rename(operation.path, operation.backup);
      return null;
    case 'link':
      fileSystem.symlink(operation.target, operation.path);
      return null;
  }
}

function takeBack(fileSystem: FileSystem, operation: Operation): void {
  switch (operation.type) {
    case 'replace':
    case 'remove':
      return fileSystem.rename(operation.backup, operation.path);
    case 'move':
      return fileSystem.rename(operation.newPath, operation.path);
    case 'create':
    case 'link':
      return fileSystem.unlink(operation.path);
  }
}

function rollBack(
  fileSystem: FileSystem,
  done: readonly Operation[],
  scratch: readonly string[],
  cause: WriteProblem,
): Commit {
  const problems: WriteProblem[] = [cause];
  const needed = new Set<string>();
  for (const operation of done.toReversed()) {
    try {
      takeBack(fileSystem, operation);
    } catch (error) {
      if ('backup' in operation) needed.add(operation.backup);
      problems.push(notRestored(operation, error));
    }
  }
  const type = problems.length > 1 ? 'broken' : 'refused';
  try {
    syncFolders(fileSystem, done.flatMap(foldersOf));
  } catch {
    // The cause is reported; the names are back, and a sync that fails leaves nothing else to do.
  }
  const left = removeScratch(
    fileSystem,
    scratch.filter((path) => !needed.has(path)),
  );
  return { type, problems: [...problems, ...left] };
}

function notRestored(operation: Operation, error: unknown): WriteProblem {
  const how = {
    replace: 'has the new text',
    remove: 'is gone',
    create: 'was made and is still there',
    link: 'was made and is still there',
    move: `is now ${targetOf(operation)}`,
  }[operation.type];
  const where = 'backup' in operation ? `; what it was is kept as ${operation.backup}` : '';
  const message = `${how} and could not be put back: ${describeError(error)}${where}`;
  return { path: operation.path, code: 'not-restored', message };
}

function targetOf(operation: Operation): string {
  return operation.type === 'move' ? operation.newPath : operation.path;
}

function foldersOf(operation: Operation): string[] {
  return [dirname(operation.path), dirname(targetOf(operation))];
}
