import type { Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { FileSystem } from '../../src/output/index.ts';
import { systemError } from './tree-on-disk.ts';

type Kind = 'file' | 'folder' | 'link';

interface Attributes {
  mode: number;
  uid: number;
  gid: number;
  mtimeMs: number;
}

interface Inode {
  readonly number: number;
  readonly device: number;
  readonly kind: Kind;
  /** Bytes of a file, target of a link. */
  text: string;
  attributes: Attributes;
  /** What of the two would be there after a power failure; null if it was never synced. */
  lasting: { readonly text: string; readonly attributes: Attributes } | null;
  readonly names: Map<string, number>;
}

/** One change of names, which happens whole or not at all; and whether it lasts. */
interface Naming {
  readonly changes: readonly {
    readonly folder: number;
    readonly name: string;
    readonly inode: number | null;
  }[];
  isLasting: boolean;
}

/** Which of the changes of names that nobody has synced survive a power failure: by their position among them. */
export type Survival = (position: number, count: number) => boolean;

const ROOT = 1;
/** What is in an open folder, `inHeld`. */
const HELD = /^\/proc\/self\/fd\/(\d+)(\/.*|)$/;
const ME = process.geteuid?.() ?? 0;

/**
 * A disk in memory that forgets, at a power failure, what was not synced: a file its bytes, a folder its names. Names may be lost in any
 * order, which no usual file system does: what holds here holds there. Folders of `mounts` are other file systems.
 */
export class SimulatedDisk {
  #inodes = new Map<number, Inode>();
  #namings: Naming[] = [];
  #files = new Map<number, number>();
  #next = ROOT;
  readonly #mounts: readonly string[];
  /** Runs before each operation; throws what it is to fail with. */
  beforeEach: (name: string) => void = () => {};

  constructor(mounts: readonly string[]) {
    this.#mounts = mounts;
    this.#make('folder', 0);
  }

  /** All that is there lasts. */
  settle(): void {
    for (const naming of this.#namings) naming.isLasting = true;
    for (const inode of this.#inodes.values()) this.#syncInode(inode);
  }

  setTime(path: string, mtimeMs: number): void {
    this.#find(path).attributes.mtimeMs = mtimeMs;
  }

  /** The disk after a power failure. */
  afterPowerFailure(survives: Survival): SimulatedDisk {
    const disk = new SimulatedDisk(this.#mounts);
    disk.#next = this.#next;
    disk.#inodes = new Map([...this.#inodes].map(([number, inode]) => [number, forget(inode)]));
    const waiting = this.#namings.filter(({ isLasting }) => !isLasting);
    const isThere = (naming: Naming) => naming.isLasting || survives(waiting.indexOf(naming), waiting.length);
    for (const naming of this.#namings.filter(isThere)) disk.#name(naming.changes);
    disk.settle();
    return disk;
  }

  /** The same disk for another process. */
  copy(): SimulatedDisk {
    const disk = new SimulatedDisk(this.#mounts);
    disk.#next = this.#next;
    disk.#inodes = new Map(
      [...this.#inodes].map(([number, inode]) => [
        number,
        { ...inode, attributes: { ...inode.attributes }, names: new Map(inode.names) },
      ]),
    );
    disk.#namings = this.#namings.map((naming) => ({ ...naming }));
    return disk;
  }

  #make(kind: Kind, device: number, text = '', mode = 0o755): Inode {
    const inode: Inode = {
      number: this.#next++,
      device,
      kind,
      text,
      attributes: { mode, uid: ME, gid: 0, mtimeMs: 2_000_000_000_000 + this.#next },
      lasting: null,
      names: new Map(),
    };
    this.#inodes.set(inode.number, inode);
    return inode;
  }

  #syncInode(inode: Inode): void {
    inode.lasting = { text: inode.text, attributes: { ...inode.attributes } };
  }

  #name(changes: Naming['changes']): void {
    for (const { folder, name, inode } of changes) {
      const names = this.#inodes.get(folder)!.names;
      if (inode === null) names.delete(name);
      else names.set(name, inode);
    }
    this.#namings.push({ changes, isLasting: false });
  }

  #find(path: string): Inode {
    const [, fd, rest] = HELD.exec(path) ?? [null, null, path];
    let inode = fd === null ? this.#inodes.get(ROOT)! : this.#opened(Number(fd));
    for (const name of rest!.split('/').filter((part) => part !== '' && part !== '.')) {
      if (inode.kind !== 'folder') throw systemError('ENOTDIR');
      const number = inode.names.get(name);
      if (number === undefined) throw systemError('ENOENT');
      inode = this.#inodes.get(number)!;
    }
    return inode;
  }

  #entry(path: string): { readonly folder: Inode; readonly name: string; readonly inode: Inode | null } {
    const folder = this.#find(dirname(path));
    const name = basename(path);
    const number = folder.names.get(name);
    return { folder, name, inode: number === undefined ? null : this.#inodes.get(number)! };
  }

  #device(path: string, folder: Inode): number {
    if (HELD.test(path)) return folder.device;
    return 1 + this.#mounts.findIndex((mount) => path === mount || path.startsWith(`${mount}/`));
  }

  #add(path: string, kind: Kind, text = '', mode = 0o755): Inode {
    const { folder, name, inode } = this.#entry(path);
    if (inode !== null) throw systemError('EEXIST');
    const made = this.#make(kind, this.#device(path, folder), text, mode);
    this.#name([{ folder: folder.number, name, inode: made.number }]);
    return made;
  }

  #remove(path: string, isFolder: boolean): void {
    const { folder, name, inode } = this.#entry(path);
    if (inode === null) throw systemError('ENOENT');
    if (isFolder !== (inode.kind === 'folder')) throw systemError(isFolder ? 'ENOTDIR' : 'EISDIR');
    if (inode.names.size > 0) throw systemError('ENOTEMPTY');
    this.#name([{ folder: folder.number, name, inode: null }]);
  }

  #rename(from: string, to: string): void {
    const source = this.#entry(from);
    const target = this.#entry(to);
    if (source.inode === null) throw systemError('ENOENT');
    if (source.folder.device !== target.folder.device) throw systemError('EXDEV');
    if (target.inode !== null && target.inode.names.size > 0) throw systemError('ENOTEMPTY');
    if (source.inode === target.inode) return;
    this.#name([
      { folder: source.folder.number, name: source.name, inode: null },
      { folder: target.folder.number, name: target.name, inode: source.inode.number },
    ]);
  }

  #stat(inode: Inode): Stats {
    const { mode, uid, gid, mtimeMs } = inode.attributes;
    const countNames = () =>
      [...this.#inodes.values()]
        .flatMap((one) => [...one.names.values()])
        .filter((number) => number === inode.number).length;
    const facts = {
      dev: inode.device,
      ino: inode.number,
      get nlink() {
        return countNames();
      },
      size: inode.text.length,
      mode,
      uid,
      gid,
      mtimeMs,
      atimeMs: mtimeMs,
      isFile: () => inode.kind === 'file',
      isDirectory: () => inode.kind === 'folder',
      isSymbolicLink: () => inode.kind === 'link',
    };
    // What is missing here nobody asks for.
    return facts as unknown as Stats;
  }

  #open(inode: Inode): number {
    const fd = this.#next++;
    this.#files.set(fd, inode.number);
    return fd;
  }

  #opened(fd: number): Inode {
    return this.#inodes.get(this.#files.get(fd)!)!;
  }

  #sync(inode: Inode): void {
    this.#syncInode(inode);
    for (const naming of this.#namings) {
      if (naming.changes.some(({ folder }) => folder === inode.number)) naming.isLasting = true;
    }
  }

  readonly fileSystem: FileSystem = this.#counted({
    lstat: (path) => this.#stat(this.#find(path)),
    fstat: (fd) => this.#stat(this.#opened(fd)),
    read: (path) => {
      const inode = this.#find(path);
      if (inode.kind !== 'file') throw systemError(inode.kind === 'link' ? 'ELOOP' : 'EISDIR');
      return { text: inode.text, stat: this.#stat(inode) };
    },
    checkWritable: (path) => void this.#find(path),
    create: (path) => this.#open(this.#add(path, 'file', '', 0o600)),
    write: (fd, text) => void (this.#opened(fd).text += text),
    setOwner: (fd, uid, gid) => void Object.assign(this.#opened(fd).attributes, { uid, gid }),
    setMode: (fd, mode) => void (this.#opened(fd).attributes.mode = mode),
    changeMode: (path, mode) => void (this.#find(path).attributes.mode = mode),
    sync: (fd) => this.#sync(this.#opened(fd)),
    close: (fd) => void this.#files.delete(fd),
    openFolder: (path) => this.#open(this.#find(path)),
    rename: (from, to) => this.#rename(from, to),
    hardLink: (existing, path) => {
      const { folder, name, inode } = this.#entry(path);
      if (inode !== null) throw systemError('EEXIST');
      const source = this.#entry(existing);
      if (source.folder.device !== folder.device) throw systemError('EXDEV');
      this.#name([{ folder: folder.number, name, inode: source.inode!.number }]);
    },
    symlink: (target, path) => void this.#add(path, 'link', target),
    readlink: (path) => {
      const inode = this.#find(path);
      if (inode.kind !== 'link') throw systemError('EINVAL');
      return inode.text;
    },
    unlink: (path) => this.#remove(path, false),
    realpath: (path) => path,
    list: (folder) => {
      const inode = this.#find(folder);
      if (inode.kind !== 'folder') throw systemError('ENOTDIR');
      return [...inode.names.keys()];
    },
    makeFolder: (path) => {
      const missing: string[] = [];
      for (let at = path; at !== '/' && !this.#isThere(at); at = dirname(at)) missing.unshift(at);
      for (const one of missing) this.fileSystem.makeOpenFolder(one);
      return missing[0];
    },
    makeOpenFolder: (path) => void this.#add(path, 'folder'),
    removeFolder: (path) => this.#remove(path, true),
    removeTree: (path) => {
      if (!this.#isThere(path)) return;
      const inode = this.#find(path);
      if (inode.kind !== 'folder') return this.fileSystem.unlink(path);
      for (const name of this.fileSystem.list(path)) this.fileSystem.removeTree(join(path, name));
      this.fileSystem.removeFolder(path);
    },
    copyAttributes: (copies) => {
      for (const { from, to } of copies) {
        const { mode, uid, gid } = this.#find(from).attributes;
        Object.assign(this.#find(to).attributes, { mode, uid, gid });
      }
    },
    copyWhole: (copies) => {
      for (const { from, to } of copies) {
        const inode = this.#find(from);
        this.#add(to, inode.kind, inode.text).attributes = { ...inode.attributes };
      }
      return null;
    },
    changeTimes: (path, _, modified) => void (this.#find(path).attributes.mtimeMs = modified),
    holdFolder: (path) => {
      const inode = this.#find(path);
      if (inode.kind !== 'folder') throw systemError('ENOTDIR');
      return this.#open(inode);
    },
    mountPoints: () => new Set(),
    syncFileSystem: () => {
      for (const naming of this.#namings) naming.isLasting = true;
      for (const inode of this.#inodes.values()) this.#syncInode(inode);
      return true;
    },
  });

  #isThere(path: string): boolean {
    try {
      this.#find(path);
      return true;
    } catch {
      return false;
    }
  }

  #counted(calls: Partial<FileSystem>): FileSystem {
    return new Proxy(calls as FileSystem, {
      get: (target, name) => {
        const call: unknown = Reflect.get(target, name);
        if (typeof call !== 'function') throw new Error(`the simulated disk has no ${String(name)}`);
        return (...args: unknown[]): unknown => {
          this.beforeEach(String(name));
          return Reflect.apply(call, target, args);
        };
      },
    });
  }
}

/** An inode after a power failure. A link is there whole if its name is; of a file bytes and attributes only if they were synced. */
function forget(inode: Inode): Inode {
  const { lasting } = inode;
  if (inode.kind === 'link') return { ...inode, attributes: { ...inode.attributes }, names: new Map() };
  const text = lasting?.text ?? '';
  const attributes = lasting?.attributes ?? { mode: 0o600, uid: ME, gid: 0, mtimeMs: 0 };
  return { ...inode, text, attributes: { ...attributes }, names: new Map() };
}
