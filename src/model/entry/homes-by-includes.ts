import { posix } from 'node:path';
import { hasWildcard } from '../fnmatch.ts';
import { isUnder } from '../paths/config-path.ts';
import type { TreeReader } from '../reader/index.ts';

/**
 * Where the main file was before it was copied, as its absolute Include lines tell: if `/srv/web/conf.d/*.conf` is included and
 * there is a `conf.d` beside the main file, it was in `/srv/web`.
 */
export function homesByIncludes(entry: string, includes: readonly string[], reader: TreeReader): string[] {
  const folder = posix.dirname(entry);
  const homes = new Set<string>();
  for (const include of includes) {
    const path = fixedPart(include);
    if (!path.startsWith('/') || isUnder(path, folder)) continue;
    const home = homeOf(path, folder, reader);
    if (home !== null) homes.add(posix.join(home, posix.basename(entry)));
  }
  return [...homes];
}

/** The folder that the main file's stands for: what is left of the path without its longest end that is in that folder. */
function homeOf(path: string, folder: string, reader: TreeReader): string | null {
  // Neither the slash before the first nor one behind the last.
  const components = path.split('/').filter((component) => component !== '');
  for (let index = 1; index < components.length; index++) {
    const end = components.slice(index).join('/');
    if (reader.kindOf(posix.join(folder, end)) !== null) return `/${components.slice(0, index).join('/')}`;
  }
  return null;
}

/** The path up to its first component with a wildcard. */
export function fixedPart(path: string): string {
  const components = path.split('/');
  const wild = components.findIndex(hasWildcard);
  return wild === -1 ? path : components.slice(0, wild).join('/') || '/';
}
