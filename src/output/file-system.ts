import * as fs from 'node:fs';
import type { Stats } from 'node:fs';
import { dirname } from 'node:path';
import { holdsFolders, NO_LINK, O_PATH, withFile } from './open-file.ts';
import { mountPoints } from './mount-points.ts';
import { removeTree } from './remove-tree.ts';
import { copyAttributes, copyWhole, syncFileSystem } from './system-tools.ts';
import { errorCode } from './system-error.ts';

/** The system calls that writing needs; each throws as Node's do. A value of its own so that tests can make any one fail. */
export interface FileSystem {
  lstat(path: string): Stats;
  fstat(fd: number): Stats;
  /**
   * Bytes as Latin-1, and the state they were read in. Throws ELOOP for a symbolic link (paths of a patch set are real), and, if it
   * is to be changed, EACCES where this process may not write to it.
   */
  read(path: string, isToChange?: boolean): { readonly text: string; readonly stat: Stats };
  /** Throws if this process may not make names in the folder. */
  checkWritable(folder: string): void;
  /** A new file that nobody else can read; throws EEXIST rather than touch what is there, a planted link included. */
  create(path: string): number;
  write(fd: number, text: string): void;
  setOwner(fd: number, uid: number, gid: number): void;
  setMode(fd: number, mode: number): void;
  sync(fd: number): void;
  close(fd: number): void;
  openFolder(path: string): number;
  rename(from: string, to: string): void;
  hardLink(existing: string, path: string): void;
  symlink(target: string, path: string): void;
  readlink(path: string): string;
  unlink(path: string): void;
  realpath(path: string): string;
  /** Names in the folder, in no order. */
  list(folder: string): string[];
  /** With the folders above it, if need be; returns the outermost that was made. Only the owner can look inside. */
  makeFolder(path: string): string | undefined;
  /** One new folder that everybody may look into; throws EEXIST. */
  makeOpenFolder(path: string): void;
  /** Throws ENOTEMPTY. */
  removeFolder(path: string): void;
  /** A new file with the bytes of another, and the state of that. Throws ELOOP for a symbolic link. */
  copy(from: string, to: string): Stats;
  /** Of a link itself, as changeTimes. */
  changeOwner(path: string, uid: number, gid: number): void;
  /** Throws for a symbolic link. */
  changeMode(path: string, mode: number): void;
  /** In milliseconds; what is set is exact to the microsecond. */
  changeTimes(path: string, accessed: number, modified: number): void;
  removeTree(path: string): void;
  /** Gives files owner, mode, ACL, extended attributes and security label of others, and not their times. */
  copyAttributes(copies: readonly Copying[]): void;
  /**
   * Copies with all that copyAttributes gives, the time stamps, and for a link the link itself. The places are free. Returns what was
   * said, or null, where there are extended attributes that the place does not take.
   */
  copyWhole(copies: readonly Copying[]): string | null;
  /** Makes all of the file system that a path lies on last; false where that can't be asked for. */
  syncFileSystem(path: string): boolean;
  /** Where something is mounted; null where the system does not tell. */
  mountPoints(): ReadonlySet<string> | null;
  /** Opens a folder and never a link to one, so that `inHeld` names what is in it. Null where the system has no such names. */
  holdFolder(path: string): number | null;
}

/** A file or link, and where its copy is (to be). */
export interface Copying {
  readonly from: string;
  readonly to: string;
}

/** Larger than any text that is read or made: what became so long is another file. */
const MOST_BYTES = 256 * 1024 * 1024;

/** As much as it was when it was looked at. */
function readText(fd: number, size: number): string {
  if (size > MOST_BYTES) throw new Error('it is larger than any configuration');
  const buffer = Buffer.allocUnsafe(size);
  let length = 0;
  for (let got = -1; got !== 0 && length < size; length += got) {
    got = fs.readSync(fd, buffer, length, size - length, null);
  }
  return buffer.toString('latin1', 0, length);
}

/** A folder, and no link to one. */
const FOLDER = O_PATH | fs.constants.O_DIRECTORY | fs.constants.O_NOFOLLOW;

/** The real one. */
export const nodeFileSystem: FileSystem = {
  lstat: (path) => fs.lstatSync(path),
  fstat: (fd) => fs.fstatSync(fd),
  read: (path, isToChange = false) =>
    withFile(path, (fd, name) => {
      const stat = fs.fstatSync(fd);
      if (isToChange) fs.accessSync(name, fs.constants.W_OK);
      return { stat, text: readText(fd, stat.size) };
    }),
  checkWritable: (folder) => fs.accessSync(folder, fs.constants.W_OK),
  create: (path) => fs.openSync(path, 'wx', 0o600),
  write(fd, text) {
    const written = fs.writeSync(fd, text, null, 'latin1');
    // Goes on after a short write.
    if (written < text.length) fs.writeFileSync(fd, text.slice(written), 'latin1');
  },
  setOwner: (fd, uid, gid) => fs.fchownSync(fd, uid, gid),
  setMode: (fd, mode) => fs.fchmodSync(fd, mode),
  sync: (fd) => fs.fsyncSync(fd),
  close: (fd) => fs.closeSync(fd),
  openFolder: (path) => fs.openSync(path, NO_LINK),
  rename: (from, to) => fs.renameSync(from, to),
  hardLink: (existing, path) => fs.linkSync(existing, path),
  symlink: (target, path) => fs.symlinkSync(target, path),
  readlink: (path) => fs.readlinkSync(path),
  unlink: (path) => fs.unlinkSync(path),
  realpath: (path) => fs.realpathSync(path),
  list: (folder) => fs.readdirSync(folder),
  makeFolder: (path) => makeFolders(path),
  copy: (from, to) =>
    withFile(from, (fd, name) => {
      const stat = fs.fstatSync(fd);
      if (!stat.isFile()) throw new Error('it is no regular file any more');
      fs.copyFileSync(name, to, fs.constants.COPYFILE_EXCL | fs.constants.COPYFILE_FICLONE);
      return stat;
    }),
  changeOwner: (path, uid, gid) => fs.lchownSync(path, uid, gid),
  changeMode: (path, mode) => withFile(path, (fd) => fs.fchmodSync(fd, mode)),
  changeTimes: (path, accessed, modified) => fs.lutimesSync(path, accessed / 1000, modified / 1000),
  removeTree: (path) => removeTree(path),
  makeOpenFolder: (path) => fs.mkdirSync(path, { mode: 0o755 }),
  removeFolder: (path) => fs.rmdirSync(path),
  copyAttributes: (copies) => copyAttributes(copies),
  copyWhole: (copies) => copyWhole(copies),
  syncFileSystem: (path) => syncFileSystem(path),
  mountPoints: () => mountPoints(),
  holdFolder: (path) => (holdsFolders() ? fs.openSync(path, FOLDER) : null),
};

/** Makes a folder and those above it; the outermost that was made. (mkdirSync with `recursive` never ends below /proc.) */
function makeFolders(path: string): string | undefined {
  if (fs.statSync(path, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  const folder = dirname(path);
  const outer = folder === path ? undefined : makeFolders(folder);
  try {
    fs.mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another run of the program may have made it meanwhile.
    if (errorCode(error) === 'EEXIST' && fs.statSync(path).isDirectory()) return outer;
    throw error;
  }
  return outer ?? path;
}

/** Whether something of that name exists: a dangling link does. */
export function isThere(fileSystem: FileSystem, path: string): boolean {
  try {
    fileSystem.lstat(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
