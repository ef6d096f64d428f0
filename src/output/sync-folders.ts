import type { FileSystem } from './file-system.ts';
import { errorCode } from './system-error.ts';

// Folders that cannot be opened or synced (Windows, some network file systems): nothing more can be done for them.
const CANNOT = new Set(['EACCES', 'EBADF', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EPERM']);

/** Makes the names in the folders last through a power failure. */
export function syncFolders(fileSystem: FileSystem, folders: Iterable<string>): void {
  for (const folder of new Set(folders)) {
    try {
      syncFolder(fileSystem, folder);
    } catch (error) {
      if (!CANNOT.has(errorCode(error))) throw error;
    }
  }
}

function syncFolder(fileSystem: FileSystem, folder: string): void {
  const fd = fileSystem.openFolder(folder);
  try {
    fileSystem.sync(fd);
  } finally {
    fileSystem.close(fd);
  }
}
