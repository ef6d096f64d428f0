import { posix } from 'node:path';
import type { TreeReader } from '../../model/index.ts';
import type { SectionLists } from '../chains/section-index.ts';
import { rememberWeakly } from '../../text/index.ts';

/**
 * The path on this machine of what Windows finds in either case; what is not there has the name that it was asked for by.
 */
export function findInEitherCase(path: string, reader: TreeReader): string {
  const folder = posix.dirname(path);
  if (folder === path || reader.kindOf(path) !== null) return path;
  const within = findInEitherCase(folder, reader);
  const name = posix.basename(path);
  const found = reader.list(within)?.find((entry) => entry.name.toLowerCase() === name.toLowerCase());
  return posix.join(within, found?.name ?? name);
}

/**
 * The path with the names that Windows has for its folders and its file, whatever was asked for (`ap_directory_walk`, server/request.c): as the sections
 * write them, which do so in one way (`spelledFolders`), else as they are on the disk.
 * @param nameOf the last name of a path, as it is on the disk
 */
export function withTrueNames(
  path: string,
  lists: readonly SectionLists[],
  nameOf: (path: string) => string,
): string {
  let found = '';
  for (const name of path.split('/').slice(1)) {
    const asked = `${found}/${name}`;
    const key = asked.toLowerCase();
    const written = lists.map((each) => foldersOf(each).get(key)).find((folder) => folder !== undefined);
    found = written ?? (name === '' ? asked : `${found}/${nameOf(asked)}`);
  }
  return found;
}

/** The folders that sections of a server name, and those around them, by their names in small letters. */
const foldersOf = rememberWeakly(({ byPath }: SectionLists): ReadonlyMap<string, string> => {
  const folders = new Map<string, string>();
  for (const path of byPath.keys()) {
    for (let at = path; at.length > 1; at = at.slice(0, at.lastIndexOf('/')))
      folders.set(at.toLowerCase(), at);
  }
  return folders;
});
