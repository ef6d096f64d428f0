import { basename, dirname, normalize } from 'node:path';
import { isPlainlyShort } from '../paths/config-path.ts';
import type { EntryKind, FolderEntry } from './tree-reader.ts';

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
