import { readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { FleetServer } from '../../fleet/index.ts';
import { createDiskReader, mainFileOf, surveyTree } from '../../model/index.ts';
import { targetProfile } from '../../target/index.ts';
import type { MigrateCommand } from '../command.ts';
import { readPathList } from '../path-list.ts';

/**
 * The servers that the command names, each to be migrated by itself; null if its PATHs are parts of one server. Several PATHs are several
 * servers if at least two of them are whole servers: a folder with a main file, or a main file. A sentence if that makes no sense.
 */
export function listServers(command: MigrateCommand): readonly FleetServer[] | string | null {
  const servers = namedServers(command);
  if (servers === null || typeof servers === 'string') return servers;
  // Given twice, it is one.
  return [...new Map(servers.map((server) => [server.path, server])).values()];
}

function namedServers({ paths, many }: MigrateCommand): readonly FleetServer[] | string | null {
  const { list, isEach } = many;
  if (paths.includes('-')) return null;
  if (list !== null) return fromList(list, paths);
  if (isEach || hasTwoServers(paths)) return paths.map((path) => serverAt(path, null));
  const [only = ''] = paths;
  return paths.length === 1 && isRepository(only) ? fromRepository(only) : null;
}

function hasTwoServers(paths: readonly string[]): boolean {
  if (paths.length < 2) return false;
  let servers = 0;
  for (const path of paths) {
    if (surveyTree({ path: resolve(path) }, createDiskReader()) !== null) servers++;
    if (servers === 2) return true;
  }
  return false;
}

/** Its links resolved, the last one kept: where the tree is said to be. */
function serverAt(name: string, target: string | null): FleetServer {
  const full = resolve(name);
  return { name, path: join(realPathOf(dirname(full)), basename(full)), target };
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function fromList(list: string, paths: readonly string[]): FleetServer[] | string {
  const lines = readPathList(list);
  if (typeof lines === 'string') return lines;
  const unknown = lines.find(({ more }) => more !== null && more !== 'auto' && targetProfile(more) === null);
  if (unknown !== undefined) return `--list ${list}: no target ${unknown.more} (${unknown.path})`;
  return [
    ...paths.map((path) => serverAt(path, null)),
    ...lines.map(({ path, more }) => serverAt(path, more === 'auto' ? null : more)),
  ];
}

function isRepository(path: string): boolean {
  const isThere = (place: string) => statSync(place, { throwIfNoEntry: false }) !== undefined;
  return isThere(join(path, '.git')) && mainFileOf(resolve(path), createDiskReader()) === null;
}

/** Each server in a checkout: folders with a main file, in the order of their names; null if there is none. */
function fromRepository(path: string): FleetServer[] | null {
  const found = serversBelow(path, 0);
  return found.length === 0 ? null : found.map((folder) => serverAt(folder, null));
}

/** `fleet/region/site/host/etc/httpd`, and some more. */
const DEEPEST = 8;

function serversBelow(folder: string, depth: number): string[] {
  if (depth > 0 && mainFileOf(resolve(folder), createDiskReader()) !== null) return [folder];
  if (depth === DEEPEST) return [];
  const entries = readFolder(folder).filter((entry) => entry.isDirectory() && entry.name !== '.git');
  const names = entries.map(({ name }) => name).toSorted();
  return names.flatMap((name) => serversBelow(join(folder, name), depth + 1));
}

function readFolder(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
