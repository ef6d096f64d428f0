import { basename, dirname, join } from 'node:path';
import type { Copying, FileSystem } from './file-system.ts';
import { inHeld } from './open-file.ts';
import { errorCode, errorPath, tellPath } from './system-error.ts';
import { groupBy } from '../text/index.ts';

/** Open at once. Two would do; each that was closed costs opening its whole path again. */
const MOST = 200;

export interface Trust {
  /** A folder below which nobody else can put anything: paths there are used as they are. */
  readonly private: string | null;
  /** Whether a folder is one that this program makes for itself in a tree: such must be its user's, and writable by nobody else. */
  readonly isOwn: (folder: string) => boolean;
}

/**
 * A file system that is safe in folders of other people. Who owns a folder can put a link in the place of one that was looked at
 * a moment ago, and a path would then lead out of the tree, for root to anywhere. So each folder is opened once, from the root
 * down and never through a link, and all is done by its open number: whatever its owner does, it stays that folder.
 * Where the system has no names for that (`holdFolder`) paths are used as they are.
 */
export class HeldFolders {
  readonly #base: FileSystem;
  readonly #trust: Trust;
  /** By path, the one that was used last at the end. */
  readonly #held = new Map<string, number>();
  /** Which folders they were: one that is opened again must be the same. */
  readonly #known = new Map<string, string>();
  readonly fileSystem: FileSystem;

  constructor(base: FileSystem, trust: Trust) {
    this.#base = base;
    this.#trust = trust;
    this.fileSystem = this.#tellingPaths(this.#makeFileSystem());
  }

  release(): void {
    for (const path of this.#held.keys()) this.#close(path);
  }

  #makeFileSystem(): FileSystem {
    const base = this.#base;
    const at = (path: string): string => this.#place(path);
    const of = (path: string): string => this.#itself(path);
    const either = (path: string): string => (this.#held.has(path) ? of(path) : at(path));
    return {
      ...base,
      lstat: (path) => base.lstat(at(path)),
      read: (path, isToChange) => base.read(at(path), isToChange),
      checkWritable: (folder) => base.checkWritable(of(folder)),
      create: (path) => base.create(at(path)),
      openFolder: (path) => base.openFolder(either(path)),
      rename: (from, to) => {
        base.rename(at(from), at(to));
        this.#forget(from);
      },
      hardLink: (existing, path) => base.hardLink(at(existing), at(path)),
      symlink: (target, path) => base.symlink(target, at(path)),
      readlink: (path) => base.readlink(at(path)),
      unlink: (path) => base.unlink(at(path)),
      list: (folder) => base.list(of(folder)),
      makeFolder: (path) => (this.#isPrivate(path) ? base.makeFolder(path) : this.#makeFolders(path)),
      makeOpenFolder: (path) => base.makeOpenFolder(at(path)),
      removeFolder: (path) => {
        base.removeFolder(at(path));
        this.#forget(path);
      },
      copy: (from, to) => base.copy(at(from), at(to)),
      changeOwner: (path, uid, gid) => base.changeOwner(at(path), uid, gid),
      changeMode: (path, mode) => base.changeMode(at(path), mode),
      changeTimes: (path, accessed, modified) => base.changeTimes(either(path), accessed, modified),
      removeTree: (path) => (this.#isPrivate(path) ? base.removeTree(path) : this.#removeTree(path)),
      copyAttributes: (copies) => void this.#byFolder(copies, (some) => base.copyAttributes(some)),
      copyWhole: (copies) => {
        const refusals = this.#byFolder(copies, (some) => base.copyWhole(some));
        return refusals.find((refusal) => refusal !== null) ?? null;
      },
      syncFileSystem: (path) => base.syncFileSystem(either(path)),
    };
  }

  /** What is thrown is about a path of the tree, for that is what people know. */
  #tellingPaths(fileSystem: FileSystem): FileSystem {
    return new Proxy(fileSystem, {
      get: (target, name) => {
        const call: unknown = Reflect.get(target, name);
        if (typeof call !== 'function') return call;
        return (...args: unknown[]): unknown => {
          try {
            return Reflect.apply(call, target, args);
          } catch (error) {
            throw this.#tellPath(error);
          }
        };
      },
    });
  }

  #tellPath(error: unknown): unknown {
    const path = errorPath(error) ?? '';
    const folder = [...this.#held].find(([, fd]) => path.startsWith(inHeld(fd, '')))?.[0];
    return folder === undefined ? error : tellPath(error, path, join(folder, basename(path)));
  }

  #isPrivate(path: string): boolean {
    const folder = this.#trust.private;
    return folder !== null && (path === folder || path.startsWith(`${folder}/`));
  }

  /** What leads to a path in its folder, whatever has taken the folder's place meanwhile. */
  #place(path: string): string {
    const folder = dirname(path);
    if (folder === path || this.#isPrivate(path)) return path;
    const fd = this.#hold(folder);
    return fd === null ? path : inHeld(fd, basename(path));
  }

  /** What leads to a folder itself. */
  #itself(folder: string): string {
    const fd = this.#isPrivate(folder) ? null : this.#hold(folder);
    return fd === null ? folder : inHeld(fd, '.');
  }

  #hold(folder: string): number | null {
    const fd = this.#held.get(folder) ?? this.#open(folder);
    if (fd === null) return null;
    this.#held.delete(folder);
    this.#held.set(folder, fd);
    if (this.#held.size > MOST) this.#close(this.#held.keys().next().value!);
    return fd;
  }

  /** From the nearest folder above it that is held, so that all of a tree stays together, or from the root. */
  #open(folder: string): number | null {
    const outer = dirname(folder);
    if (outer === folder) return this.#base.holdFolder(folder);
    const known = this.#held.get(outer);
    const above = known ?? this.#open(outer);
    if (above === null) return null;
    try {
      return this.#check(folder, this.#base.holdFolder(inHeld(above, basename(folder)))!);
    } finally {
      if (known === undefined) this.#base.close(above);
    }
  }

  #check(folder: string, fd: number): number {
    const { dev, ino, uid, mode } = this.#base.fstat(fd);
    const identity = `${dev}:${ino}`;
    const known = this.#known.get(folder) ?? identity;
    const isSafe = !this.#trust.isOwn(folder) || (uid === process.geteuid?.() && (mode & 0o022) === 0);
    if (known === identity && isSafe) {
      this.#known.set(folder, identity);
      return fd;
    }
    this.#base.close(fd);
    throw new Error(`somebody has put another folder in the place of ${folder}`);
  }

  #close(path: string): void {
    const fd = this.#held.get(path)!;
    this.#held.delete(path);
    try {
      this.#base.close(fd);
    } catch {
      // It is closed all the same, close(2), and nothing was written through it.
    }
  }

  /** What was at the path is elsewhere, or gone, and so is all that was in it. */
  #forget(path: string): void {
    this.#known.delete(path);
    if (this.#held.has(path)) this.#close(path);
  }

  #makeFolders(path: string): string | undefined {
    try {
      return this.#base.makeFolder(this.#place(path)) === undefined ? undefined : path;
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      const outermost = this.#makeFolders(dirname(path));
      this.#base.makeFolder(this.#place(path));
      return outermost;
    }
  }

  #removeTree(path: string): void {
    try {
      for (const name of this.fileSystem.list(path)) this.#removeTree(join(path, name));
      this.fileSystem.removeFolder(path);
    } catch (error) {
      if (errorCode(error) === 'ENOTDIR') this.#removeFile(path);
      else if (errorCode(error) !== 'ENOENT') throw error;
    }
  }

  #removeFile(path: string): void {
    try {
      this.fileSystem.unlink(path);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }

  /** One call for all that go from one folder to another: two open folders are all that it needs. */
  #byFolder<T>(copies: readonly Copying[], copy: (some: readonly Copying[]) => T): T[] {
    const keyOf = (path: string): string => (this.#isPrivate(path) ? '' : dirname(path));
    const groups = groupBy(copies, ({ from, to }) => `${keyOf(from)}\0${keyOf(to)}`);
    return [...groups.values()].map((group) =>
      copy(group.map(({ from, to }) => ({ from: this.#place(from), to: this.#place(to) }))),
    );
  }
}
