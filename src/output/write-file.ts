import type { Stats } from 'node:fs';
import type { FileSystem } from './file-system.ts';

/** A new file with the text, and owner and mode of `like`; private until it is whole, on the disk when this returns. */
export function writeFile(fileSystem: FileSystem, path: string, text: string, like: Stats): void {
  fill(fileSystem, path, (fd) => {
    fileSystem.write(fd, text);
    copyAttributes(fileSystem, fd, like);
  });
}

/** As `writeFile`, and with the time stamps of `like`: a stand-in for that file and not a new one. */
export function writeStandIn(fileSystem: FileSystem, path: string, text: string, like: Stats): void {
  fill(fileSystem, path, (fd) => {
    fileSystem.write(fd, text);
    copyAttributes(fileSystem, fd, like);
    fileSystem.setTimes(fd, like.atime, like.mtime);
  });
}

function fill(fileSystem: FileSystem, path: string, put: (fd: number) => void): void {
  const fd = fileSystem.create(path);
  try {
    put(fd);
    fileSystem.sync(fd);
  } finally {
    fileSystem.close(fd);
  }
}

function copyAttributes(fileSystem: FileSystem, fd: number, like: Stats): void {
  const made = fileSystem.fstat(fd);
  // Owner first: chown(2) takes the set-id bits away.
  if (made.uid !== like.uid || made.gid !== like.gid) fileSystem.setOwner(fd, like.uid, like.gid);
  fileSystem.setMode(fd, like.mode & 0o7777);
}
