import { dirname } from 'node:path';
import type { FileSystem } from '../file-system.ts';
import { errorCode } from '../system-error.ts';

// Folders that cannot be opened or synced (Windows, some network file systems): nothing more can be done for them.
const CANNOT = new Set(['EACCES', 'EBADF', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EPERM']);

/**
 * From so many on it is faster to sync the file systems whole (syncfs) than one by one. A few are better synced one by
 * one: what else waits to be written on a busy machine is not ours to wait for.
 */
const MANY = 64;

/** Makes the names in these folders, and the bytes of these files, last through a power failure. Links need none: their folder has them. */
export function syncPaths(
  fileSystem: FileSystem,
  folders: Iterable<string>,
  files: readonly string[] = [],
): void {
  const all = new Set([...files, ...folders]);
  // A file is where its folder is: so many need not be looked at.
  const places = new Set([...folders, ...files.map((path) => dirname(path))]);
  if (all.size < MANY || !syncFileSystems(fileSystem, [...places]))
    for (const path of all) syncPath(fileSystem, path);
}

/** The file systems of all folders; false if there is no way to. */
function syncFileSystems(fileSystem: FileSystem, folders: readonly string[]): boolean {
  const one = new Map(folders.map((path) => [fileSystem.lstat(path).dev, path]));
  return [...one.values()].every((path) => fileSystem.syncFileSystem(path));
}

export function syncPath(fileSystem: FileSystem, path: string): void {
  try {
    const fd = fileSystem.openFolder(path);
    try {
      fileSystem.sync(fd);
    } finally {
      fileSystem.close(fd);
    }
  } catch (error) {
    if (!CANNOT.has(errorCode(error))) throw error;
  }
}
