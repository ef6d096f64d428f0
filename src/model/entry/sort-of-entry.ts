import { posix } from 'node:path';
import { lowerName } from '../../syntax/index.ts';
import type { ParseCache } from '../parse-cache.ts';
import { decodePath } from '../paths/config-path.ts';
import type { TreeReader } from '../reader/index.ts';
import { sortOfFile } from './sort-of-file.ts';
import type { SortOfFile } from './sort-of-file.ts';
import { topLevelOf } from './top-level.ts';
import type { TopLevel } from './top-level.ts';

/**
 * What a file that was asked for by itself is.
 * @param given what it is said to be
 */
export function sortOfEntry(
  path: string,
  topLevel: TopLevel,
  reader: TreeReader,
  cache: ParseCache,
  given: SortOfFile = sortOfFile(path, topLevel),
): SortOfFile {
  return given === 'fragment' && includesMainFile(path, topLevel, reader, cache) ? 'server' : given;
}

/**
 * Whether the file includes a server's main file, as a second entry does that adds a few lines to it. In a copy of a tree the
 * main file is looked for beside the file.
 */
function includesMainFile(
  path: string,
  { directives }: TopLevel,
  reader: TreeReader,
  cache: ParseCache,
): boolean {
  const folder = posix.dirname(path);
  const includes = directives.filter((node) => lowerName(node) === 'include');
  return includes.some(({ args }) => {
    const target = decodePath(args[0]?.value ?? '');
    const places = [posix.resolve(folder, target), posix.join(folder, posix.basename(target))];
    const place = places.find((each) => each !== path && reader.kindOf(each) === 'file');
    return place !== undefined && isMainFile(place, reader, cache);
  });
}

function isMainFile(path: string, reader: TreeReader, cache: ParseCache): boolean {
  const read = reader.readFile(path);
  if ('failure' in read) return false;
  const document = cache.parse({ path: read.realPath, text: read.text });
  return sortOfFile(path, topLevelOf(document)) === 'server';
}
