import { posix } from 'node:path';
import type { ParseCache } from '../parse-cache.ts';
import type { TreeReader } from '../reader/index.ts';
import { mainFileOf } from './find-entry.ts';
import { isBinary } from './is-binary.ts';
import { sortOfFile } from './sort-of-file.ts';
import { topLevelOf } from './top-level.ts';

/** Folders above a part in which its server is looked for: sites-available/x, conf/extra/x.conf, conf.d/vhosts/a/x.conf. */
const MOST_ABOVE = 4;
/** Files of a folder that are looked at for a main file of another name. */
const MOST_LOOKED_AT = 40;

/** Main files of the servers that a file or folder may be a part of, the nearest first. */
export function* serversBeside(path: string, reader: TreeReader, cache: ParseCache): Generator<string> {
  const seen = new Set([path]);
  let folder = reader.kindOf(path) === 'folder' ? path : posix.dirname(path);
  for (let above = 0; above < MOST_ABOVE && posix.isAbsolute(folder) && folder !== '/'; above++) {
    const usual = mainFileOf(folder, reader);
    const found = [...(usual === null ? [] : [usual]), ...otherMainFiles(folder, reader, cache)];
    for (const main of found) {
      if (seen.has(main)) continue;
      seen.add(main);
      yield main;
    }
    folder = posix.dirname(folder);
  }
}

/** Main files of names that are not usual: `intranet.conf`, `conf/server-a.conf`. */
function* otherMainFiles(folder: string, reader: TreeReader, cache: ParseCache): Generator<string> {
  for (const place of [folder, posix.join(folder, 'conf')]) {
    const names = (reader.list(place) ?? []).filter(
      ({ kind, name }) => kind === 'file' && /\.conf$/i.test(name),
    );
    for (const { name } of names.slice(0, MOST_LOOKED_AT)) {
      const path = posix.join(place, name);
      if (isMainFile(path, reader, cache)) yield path;
    }
  }
}

function isMainFile(path: string, reader: TreeReader, cache: ParseCache): boolean {
  const read = reader.readFile(path);
  if ('failure' in read || isBinary(read.text) || !/^\s*Include/im.test(read.text)) return false;
  const document = cache.parse({ path: read.realPath, text: read.text });
  return sortOfFile(path, topLevelOf(document)) === 'server';
}
