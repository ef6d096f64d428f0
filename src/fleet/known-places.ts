import { posix } from 'node:path';
import { ListedKinds } from '../model/index.ts';
import type { EntryKind, FolderEntry } from '../model/index.ts';

/**
 * What answers say of a file system besides what was asked: a file that was read lies in folders, and is itself no link. Null: there is
 * nothing; undefined: not known.
 */
export class KnownPlaces {
  readonly #kinds = new Map<string, EntryKind | null>();
  readonly #reals = new Map<string, string | null>([['/', '/']]);
  readonly #listed = new ListedKinds();

  addKind(path: string, kind: EntryKind | null): void {
    this.#kinds.set(path, kind);
    if (kind !== null) this.#listed.noteFound(path);
  }

  addReal(path: string, real: string | null): void {
    this.#reals.set(path, real);
    if (real === null) return;
    this.#listed.noteFound(real);
    for (
      let folder = posix.dirname(real);
      this.#reals.get(folder) !== folder;
      folder = posix.dirname(folder)
    ) {
      this.#reals.set(folder, folder);
      this.addKind(folder, 'folder');
    }
  }

  addFile(path: string, real: string): void {
    this.addReal(path, real);
    if (real !== '/dev/null') this.addKind(real, 'file');
  }

  addNames(folder: string, entries: readonly FolderEntry[]): void {
    this.#listed.addFolder(folder, entries);
  }

  /** What lies there: a link is a link. */
  kindAt(path: string): EntryKind | null | undefined {
    const known = this.#kinds.get(path);
    if (known !== undefined || !isPlain(path)) return known;
    const folder = posix.dirname(path);
    if (folder === path) return 'folder';
    const listed = this.#listed.kindIn(folder, posix.basename(path));
    if (listed !== undefined) return listed;
    const around = this.kindAt(folder);
    return around === null || around === 'file' || around === 'special' ? null : undefined;
  }

  /** Links followed. */
  kindOf(path: string): EntryKind | null | undefined {
    const kind = this.kindAt(path);
    const real = kind === 'link' ? this.#reals.get(path) : null;
    return typeof real === 'string' ? this.kindAt(real) : kind === 'link' ? undefined : kind;
  }

  realPath(path: string): string | null | undefined {
    const known = this.#reals.get(path);
    if (known !== undefined) return known;
    const kind = this.kindAt(path);
    if (kind === null) return null;
    const folder = kind === undefined || kind === 'link' ? null : this.realPath(posix.dirname(path));
    return typeof folder === 'string' ? posix.join(folder, posix.basename(path)) : undefined;
  }
}

/** Absolute, and not `/a/../b` or `/a/`. */
export function isPlain(path: string): boolean {
  return path.startsWith('/') && posix.join(posix.dirname(path), posix.basename(path)) === path;
}
