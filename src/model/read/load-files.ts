import { posix } from 'node:path';
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
    return [{ identifier, path, realPath: content.realPath, link: enabled.get(content.realPath) ?? null }];
  });
}

/** By what they lead to. Null if there is no such folder. */
function enabledLinks(folder: string, reader: TreeReader): ReadonlyMap<string, string> | null {
  const entries = reader.list(folder);
  if (entries === null) return null;
  const links = entries.filter(({ kind }) => kind === 'link').map(({ name }) => posix.join(folder, name));
  return new Map(links.flatMap((link) => [[reader.realPath(link) ?? '', link] as const]));
}
