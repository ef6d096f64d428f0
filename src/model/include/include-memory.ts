import type { Places } from '../paths/places.ts';
import type { IncludeTarget } from './resolve-include.ts';
import { resolveInclude } from './resolve-include.ts';

/** What Include lines lead to, for the models that are made of the same tree after an edit: it asks for names only, not for what files say. */
export class IncludeMemory {
  private names: object | null = null;
  private readonly known = new Map<string, IncludeTarget>();

  clear(): void {
    this.names = null;
    this.known.clear();
  }

  /** @param names the same object: the same files, folders and links; null: what lies where is not to be relied on */
  resolve(path: string, places: Places, names: object | null): IncludeTarget {
    if (names === null) return resolveInclude(path, places);
    if (names !== this.names) this.clear();
    this.names = names;
    const target = this.known.get(path) ?? resolveInclude(path, places);
    this.known.set(path, target);
    return target;
  }
}
