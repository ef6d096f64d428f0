import type { Assumptions } from '../unknown.ts';
import { usableAssumptions } from '../unknown.ts';
import type { Defines } from '../guards/defines.ts';
import type { ServerModules } from '../guards/server-modules.ts';
import type { Places } from '../paths/places.ts';
import type { FileTable } from './file-table.ts';
import type { Welcome } from './surroundings.ts';
import type { Pieces } from './pieces.ts';
import type { Reading } from './reading.ts';
import { posix } from 'node:path';
import { flatMap, groupBy } from '../../text/index.ts';
import { isInCopy } from '../paths/follow-in-copy.ts';
import type { Relocation } from '../paths/relocation.ts';
import type { TreeReader } from '../reader/index.ts';
import type { LoadFile } from '../types.ts';

interface ReadingRequest {
  readonly places: Places;
  readonly files: FileTable;
  readonly followsIncludes: boolean;
  readonly resolveInclude: Reading['resolveInclude'];
  readonly root: string;
  readonly defines: Defines;
  readonly modules: ServerModules;
  readonly version24: string | null;
  readonly readBy: '2.2' | '2.4';
  readonly welcome: Welcome;
  readonly assumptions?: Assumptions | undefined;
  readonly earlier?: Pieces | undefined;
  /** Lines of files that are included more than once that are gone through again. */
  readonly mostLines: number;
}

export function startReading(request: ReadingRequest): Reading {
  return {
    ...request,
    assumptions: usableAssumptions(request.assumptions ?? new Map(), request.version24),
    earlier: request.earlier ?? new Map(),
    pieces: new Map(),
    asked: [],
    turns: 0,
    decided: { turns: 0, byArgs: new Map() },
    seq: 0,
    virtualHosts: [],
    moduleLines: [],
    commentedModules: [],
    includes: [],
    served: [],
    overrides: [],
    problems: [],
    unknowns: [],
    reported: new Set(),
    repeatable: request.mostLines,
    expandable: request.mostLines,
    valueNames: new Map(),
    pending: [],
  };
}

const LOAD_MODULE = /^[ \t]*LoadModule[ \t]+"?([\w.-]+)/im;

/**
 * Debian's module files: each .load file of mods-available, and the link in mods-enabled that switches it on (a2enmod). None where
 * mods-available of a copy leads out of it: those are the files of another server, perhaps of the running one.
 */
export function findLoadFiles(
  serverRoot: string,
  reader: TreeReader,
  relocations: readonly Relocation[],
): readonly LoadFile[] {
  const available = posix.join(serverRoot, 'mods-available');
  const real = reader.realPath(available);
  if (relocations.length > 0 && real !== null && !isInCopy(real, relocations, reader)) return [];
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

/** By what they lead to. Null if there is no such folder, or if it is a link itself: its names are not this server's alone. */
function enabledLinks(folder: string, reader: TreeReader): ReadonlyMap<string, LoadFile['links']> | null {
  const entries = reader.readLink(folder) === null ? reader.list(folder) : null;
  if (entries === null) return null;
  const links = flatMap(entries, ({ name }) => {
    const path = posix.join(folder, name);
    const target = reader.readLink(path);
    return target === null ? [] : [{ path, target }];
  });
  return groupBy(links, ({ path }) => reader.realPath(path) ?? '');
}
