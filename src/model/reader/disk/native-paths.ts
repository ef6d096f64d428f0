import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isLossy, remember } from '../../../text/index.ts';

/** By what Node opens a folder in whose path bytes are lost that are not UTF-8: they are looked up in the folder around it. */
export class NativePaths {
  readonly #lossy = remember((path: string): Buffer | null => {
    const folder = this.of(dirname(path));
    const name = folder === null ? undefined : this.#namesIn(dirname(path)).get(basename(path));
    return folder === null || !name ? null : Buffer.concat([Buffer.from(folder), SLASH, name]);
  });

  /** By the text that Node makes of each name; null where that is the same for two. */
  readonly #namesIn = remember((folder: string): ReadonlyMap<string, Buffer | null> => {
    const names = new Map<string, Buffer | null>();
    for (const name of rawNames(this.of(folder))) {
      const text = name.toString('utf8');
      names.set(text, names.has(text) ? null : name);
    }
    return names;
  });

  /** Null where two names look the same, or nothing is there. */
  of(path: string): string | Buffer | null {
    return isLossy(path) ? this.#lossy(path) : path;
  }
}

const SLASH = Buffer.from('/');

function rawNames(folder: string | Buffer | null): Buffer[] {
  if (folder === null) return [];
  try {
    return readdirSync(folder, { encoding: 'buffer' });
  } catch {
    return [];
  }
}
