import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { FleetServer } from '../../fleet/index.ts';
import { createDiskReader, mainFileOf, surveyTree } from '../../model/index.ts';
import { nearestTarget, targetProfile } from '../../target/index.ts';
import { groupBy } from '../../text/index.ts';
import type { MigrateCommand } from '../command.ts';
import { readPathList } from '../path-list.ts';
import type { ListedPath } from '../path-list.ts';

/**
 * The servers that the command names, each to be migrated by itself; null if its PATHs are parts of one server. Several PATHs are several
 * servers if at least two of them are whole servers: a folder with a main file, or a main file. A sentence if that makes no sense.
 */
export function listServers(command: MigrateCommand): readonly FleetServer[] | string | null {
  const servers = namedServers(command);
  if (servers === null || typeof servers === 'string') return servers;
  // Given twice, once by a link perhaps, it is one.
  return [...groupBy(servers, ({ path }) => realPathOf(path)).values()].map(([first]) => first);
}

function namedServers({
  paths,
  many,
  target,
  format,
  outputs,
}: MigrateCommand): readonly FleetServer[] | string | null {
  const { list, isEach } = many;
  if (paths.includes('-')) return null;
  if (list !== null) return fromList(list, paths, target);
  const [only = ''] = paths;
  const inside = paths.length === 1 && isRepository(only) ? fromRepository(only) : null;
  if (inside !== null) return inside;
  // A line for each: of one as well.
  const isLines = format === 'jsonl' || outputs.some((output) => output.format === 'jsonl');
  return isEach || isLines || hasTwoServers(paths) ? paths.map((path) => serverAt(path, null)) : null;
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
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

function fromList(
  list: string,
  paths: readonly string[],
  target: string | null,
): readonly FleetServer[] | string {
  const lines = readPathList(list);
  if (typeof lines === 'string') return lines;
  const unknown = lines.find(({ more }) => more !== null && more !== 'auto' && targetProfile(more) === null);
  if (unknown !== undefined) return noTarget(list, unknown);
  const listed = lines.map(({ path, more, line }) => ({
    server: serverAt(path, more === 'auto' ? null : more),
    line,
  }));
  const named = [...paths.map((path) => ({ server: serverAt(path, null), line: null })), ...listed];
  return twoTargets(list, named, target) ?? named.map(({ server }) => server);
}

interface NamedServer {
  readonly server: FleetServer;
  /** Of the list; null if it is a PATH of the command. */
  readonly line: number | null;
}

/** A sentence if one server is named for two targets: which is meant, nobody knows. */
function twoTargets(list: string, named: readonly NamedServer[], target: string | null): string | null {
  const targetOf = ({ server }: NamedServer): string | null => server.target ?? target;
  for (const [first, ...others] of groupBy(named, ({ server }) => realPathOf(server.path)).values()) {
    const other = others.find((each) => targetOf(each) !== targetOf(first));
    if (other === undefined) continue;
    const before = first.line === null ? 'as a PATH of the command' : `in line ${first.line}`;
    return `--list ${list}:${other.line}: ${other.server.name} is for ${targetWords(other)} here, and for ${targetWords(first)} ${before}`;
  }
  return null;
}

function targetWords({ server }: NamedServer): string {
  return server.target ?? 'the target of the command';
}

function noTarget(list: string, { line, path, more }: ListedPath): string {
  const nearest = nearestTarget(more ?? '');
  const hint = nearest === null ? '' : `; did you mean ${nearest}?`;
  return `--list ${list}:${line}: no target ${more} (${path})${hint}`;
}

/** A checkout that is no server itself. */
function isRepository(path: string): boolean {
  const disk = createDiskReader();
  const folder = resolve(path);
  return disk.kindOf(join(folder, '.git')) !== null && mainFileOf(folder, disk) === null;
}

/**
 * Each server in a checkout: folders with a main file, in the order of their names. Null if there are not two, or if what is beside them counts,
 * too: the checkout of a site, with `.htaccess` files, is one thing.
 */
function fromRepository(path: string): FleetServer[] | null {
  const found = searchFolder(path, 0);
  if (found.servers.length < 2 || found.hasHtaccess) return null;
  return found.servers.map((folder) => serverAt(folder, null));
}

interface Search {
  readonly servers: readonly string[];
  /** Outside of the servers. */
  readonly hasHtaccess: boolean;
}

/** `fleet/region/site/host/etc/httpd`, and some more. */
const DEEPEST = 8;

function searchFolder(folder: string, depth: number): Search {
  const disk = createDiskReader();
  if (depth > 0 && mainFileOf(resolve(folder), disk) !== null)
    return { servers: [folder], hasHtaccess: false };
  const entries = disk.list(resolve(folder)) ?? [];
  const folders = entries.filter(({ kind, name }) => kind === 'folder' && name !== '.git');
  const below =
    depth === DEEPEST ? [] : folders.map(({ name }) => searchFolder(join(folder, name), depth + 1));
  return {
    servers: below.flatMap(({ servers }) => servers),
    hasHtaccess:
      entries.some(({ name }) => name === '.htaccess') || below.some(({ hasHtaccess }) => hasHtaccess),
  };
}
