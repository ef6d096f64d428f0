import { isAbsolute } from 'node:path';
import type { ServerModel } from '../../model/index.ts';
import type { Originals } from './written-tree.ts';

/** The texts of all files that were read, by path, as they are on the disk. @param originals in whose place others lie there */
export function textsRead(
  models: readonly ServerModel[],
  originals: Originals | null,
): ReadonlyMap<string, string> {
  const texts = models
    .flatMap(({ files }) => [...files.values()])
    .filter(({ path }) => isAbsolute(path))
    .map(({ path, source }) => [path, source.text] as const);
  const back = originals?.back.files ?? [];
  const now = back.map(({ path, before }) => [path, before] as const);
  // Under its old name a file that was renamed is not there any more.
  const gone = new Set(back.filter(({ path, newPath }) => path !== newPath).map(({ newPath }) => newPath));
  return new Map([...texts.filter(([path]) => !gone.has(path)), ...now]);
}
