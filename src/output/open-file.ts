import * as fs from 'node:fs';
import { tellPath } from './system-error.ts';

// Windows has none of the two.
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants as Partial<typeof fs.constants>;

/** For reading, and neither through a link nor waiting for who writes into a pipe. */
export const NO_LINK = fs.constants.O_RDONLY | O_NOFOLLOW | O_NONBLOCK;

/** open(2): names a file without opening it. Node does not know it; the number is that of all Linux systems that Node runs on. */
export const O_PATH = 0o10000000;

/** A name in a folder that is held open: it leads there whatever has been put in the folder's place. */
export function inHeld(fd: number, name: string): string {
  return `/proc/self/fd/${fd}/${name}`;
}

let names: boolean | null = null;
/** Whether what is in an open folder has names, and folders are held (HeldFolders): on Linux, where /proc is mounted. */
export function holdsFolders(): boolean {
  names ??= process.platform === 'linux' && probeNames();
  return names;
}

function probeNames(): boolean {
  const fd = fs.openSync('/', O_PATH | fs.constants.O_DIRECTORY);
  try {
    return fs.statSync(inHeld(fd, '.')).ino === fs.statSync('/').ino;
  } catch {
    return false;
  } finally {
    fs.closeSync(fd);
  }
}

/** Opens a file and never a link. @param use gets it, and a name that leads to it and to nothing else */
export function withFile<T>(path: string, use: (fd: number, name: string) => T): T {
  const fd = fs.openSync(path, NO_LINK);
  const name = holdsFolders() ? `/proc/self/fd/${fd}` : path;
  try {
    return use(fd, name);
  } catch (error) {
    throw tellPath(error, name, path);
  } finally {
    fs.closeSync(fd);
  }
}
