import { posix } from 'node:path';
import { fnmatch, hasWildcard } from '../fnmatch.ts';
import type { Places } from '../paths/places.ts';

/**
 * The folders that the path of a Directory section matches, one component at a time: `/home/*\/public_html`. A plain path is the one
 * it names. None for a wildcard in the first component, which stands for every folder of the system.
 */
export function matchingFolders(path: string, places: Places): readonly string[] {
  if (!hasWildcard(path)) return [path];
  const [, ...components] = path.split('/');
  if (!path.startsWith('/') || hasWildcard(components[0] ?? '')) return [];
  let folders = ['/'];
  for (const component of components) {
    folders = folders.flatMap((folder) =>
      hasWildcard(component) ? foldersLike(component, folder, places) : [posix.join(folder, component)],
    );
  }
  return folders;
}

function foldersLike(pattern: string, folder: string, places: Places): string[] {
  return (places.list(folder) ?? [])
    .filter(({ name, kind }) => (kind === 'folder' || kind === 'link') && fnmatch(pattern, name))
    .map(({ name }) => posix.join(folder, name))
    .filter((path) => places.kindOf(path) === 'folder');
}
