import { basename, dirname, normalize } from 'node:path';
import { isPlainlyShort } from '../paths/config-path.ts';

/** What a file was when it was read: modified time in ms, size in bytes. */
export interface FileStat {
  readonly mtimeMs: number;
  readonly size: number;
}

/** Whose a file is, and by whose links it was reached: what a stranger may have planted is told by that. */
export interface FileOrigin {
  /** User id. */
  readonly owner: number;
  /** User ids of the symbolic links on the way, as the path names them. */
  readonly linkOwners: readonly number[];
  /** Names that the file has (hard links). */
  readonly names: number;
}

/**
 * Why a file was not read. `special`: a device, pipe or socket, which the server refuses too. `unnamed`: it is there, by a name in bytes
 * that are not UTF-8 (see `isLossy`).
 */
export type ReadFailure = 'missing' | 'unreadable' | 'folder' | 'special' | 'too-large' | 'unnamed';

export interface FileContent {
  /** One character per byte. */
  readonly text: string;
  /** Symbolic links resolved. */
  readonly realPath: string;
  /** The real path before a migration that gave the file another name. */
  readonly formerPath?: string;
  /** Null for text that came from no file. */
  readonly stat: FileStat | null;
  /** Null where that is not known: text that came from no file. */
  readonly origin?: FileOrigin | null;
}

/** Who may open a file or folder. */
export interface Permissions {
  /** The bits of rwxrwxrwx. */
  readonly mode: number;
  /** User id. */
  readonly owner: number;
  /** Group id. */
  readonly group: number;
}

export type FileRead = FileContent | { readonly failure: ReadFailure };

export type EntryKind = 'file' | 'folder' | 'link' | 'special';

export interface FolderEntry {
  readonly name: string;
  /** Of the entry itself: a symbolic link is a `link`. */
  readonly kind: EntryKind;
}

/**
 * How the model sees a file system. Paths are absolute and given as the operating system takes them. One reader shows one
 * state: what it has read it answers again.
 */
export interface TreeReader {
  readFile(path: string): FileRead;
  /** At most so many bytes of its start; not kept. Null if it can't be read. */
  readStart(path: string, most: number): string | null;
  /** Entries in byte order of their names, without `.` and `..`; null if there is no such folder or it can't be read. */
  list(path: string): readonly FolderEntry[] | null;
  /** With every symbolic link resolved; null if nothing is there. */
  realPath(path: string): string | null;
  /** What is there, links followed; null for nothing (a dangling link too). */
  kindOf(path: string): 'file' | 'folder' | 'special' | null;
  /** The target as the link has it; null if it is no symbolic link. */
  readLink(path: string): string | null;
  /** Links followed; null where nothing is there. Readers of what lies on no disk know nothing of it. */
  permissionsOf?(path: string): Permissions | null;
  /** The user to whom a symbolic link itself belongs; null where there is none. */
  linkOwner?(path: string): number | null;
}

/** What listings say of the entries of folders, so that they need not be looked at one by one. */
export class ListedKinds {
  readonly #folders = new Map<string, ReadonlyMap<string, EntryKind>>();
  /** Folders in which something was found by its name: of others names may be told and nothing else. */
  readonly #searched = new Set<string>();

  addFolder(path: string, entries: readonly FolderEntry[]): void {
    this.#folders.set(path, new Map(entries.map(({ name, kind }) => [name, kind])));
  }

  noteFound(path: string): void {
    if (isPlainPath(path)) this.#searched.add(dirname(path));
  }

  /** Null: its folder was listed without it; undefined: not known. */
  kindAt(path: string): EntryKind | null | undefined {
    const folder = dirname(path);
    return this.#searched.has(folder) && isPlainPath(path) ? this.kindIn(folder, basename(path)) : undefined;
  }

  /** The same, where the path is known to be a plain one. */
  kindIn(folder: string, name: string): EntryKind | null | undefined {
    const names = this.#searched.has(folder) ? this.#folders.get(folder) : undefined;
    return names === undefined ? undefined : (names.get(name) ?? null);
  }
}

/** Not `/a/../b` or `/a/`. */
export function isPlainPath(path: string): boolean {
  return isPlainlyShort(path) || (normalize(path) === path && !path.endsWith('/'));
}

/** Byte order of two names, as strcmp has it: for UTF-8 that is the order of code points. */
export function compareNames(a: string, b: string): number {
  if (a === b) return 0;
  for (let at = 0; at < a.length && at < b.length; at++) {
    const first = a.charCodeAt(at);
    const second = b.charCodeAt(at);
    if (first !== second) return rank(first) - rank(second);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above all others but come before U+E000 in UTF-16. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
