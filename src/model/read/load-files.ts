import { posix } from 'node:path';
import { flatMap, groupBy } from '../../text/index.ts';
import type { TreeReader } from '../reader/index.ts';
import type { LoadFile } from '../types.ts';

const LOAD_MODULE = /^[ \t]*LoadModule[ \t]+"?([\w.-]+)/im;

/** Debian's module files: each .load file of mods-available, and the link in mods-enabled that switches it on (a2enmod). */
export function findLoadFiles(serverRoot: string, reader: TreeReader): readonly LoadFile[] {
  const available = posix.join(serverRoot, 'mods-available');
  const enabled = enabledLinks(posix.join(serverRoot, 'mods-enabled'), reader);
  if (enabled === null) return [];
  const names = (reader.list(available) ?? [])
    .map(({ name }) => name)
    .filter((name) => name.endsWith('.load'));
  return names.flatMap((name) => {
    const path = posix.join(available, name);
    const content = reader.readFile(path);
    const identifier = 'failure' in content ? undefined : LOAD_MODULE.exec(content.text)?.[1];
    if (identifier === undefined || 'failure' in content) return [];
    const { realPath } = content;
    return [{ identifier, path, realPath, links: enabled.get(realPath) ?? [] }];
  });
}

/** By what they lead to. Null if there is no such folder. */
function enabledLinks(folder: string, reader: TreeReader): ReadonlyMap<string, LoadFile['links']> | null {
  const entries = reader.list(folder);
  if (entries === null) return null;
  const links = flatMap(entries, ({ name }) => {
    const path = posix.join(folder, name);
    const target = reader.readLink(path);
    return target === null ? [] : [{ path, target }];
  });
  return groupBy(links, ({ path }) => reader.realPath(path) ?? '');
}
