import type { Scope, ServerModel } from '../../model/index.ts';
import type { RoutesAfter } from '../chains/index.ts';
import { addressMapOf } from '../addresses/index.ts';
import type { LineDifference } from '../routes/compare-routes.ts';
import { compareRoutes } from '../routes/compare-routes.ts';
import type { RoutesReading } from '../routes/read-routes.ts';
import { readRoutes } from '../routes/read-routes.ts';
import { encodePath, folderComponents, joinComponents, pathComponents } from '../sections/paths.ts';
import type { World } from '../sections/worlds.ts';
import { isLive } from '../sections/worlds.ts';
import type { Correspondence } from './correspondence.ts';

/** Where two trees lead requests otherwise. */
export interface RoutesBetween {
  /** Lines that decide by themselves. */
  readonly lines: readonly LineDifference[];
  /** How the second tree leads the addresses of a server of the first; null: as the first does. */
  routesAfter(server: Scope): RoutesAfter | null;
}

export function routesBetween(
  before: ServerModel,
  after: ServerModel,
  correspondence: Correspondence,
  world: World,
): RoutesBetween {
  const { serverOf, isCompared, folderAfter, placeBefore, placeAfter } = correspondence;
  const servers = [after.main, ...after.virtualHosts].filter(({ guards }) => isLive(guards, '2.4', world));
  const pairs = servers.flatMap((now): (readonly [Scope, Scope])[] => {
    const then = serverOf(now);
    return then === null || !isCompared(then) ? [] : [[then, now]];
  });
  const numbers = new Map(pairs.map(([then], number) => [then, String(number)]));
  const readBefore: RoutesReading = {
    version: before.readBy === '2.4' ? '2.4' : '2.2',
    folder: (path) => pathFrom(path, before, (folder) => folder),
    isRead: (guards) => isLive(guards, '2.2', world),
    nameOf: (server) => numbers.get(server) ?? null,
    placesOf: (section) => [placeBefore(section)],
  };
  const readAfter: RoutesReading = {
    version: '2.4',
    folder: (path) => pathFrom(path, after, folderAfter),
    isRead: (guards) => isLive(guards, '2.4', world),
    nameOf: (server) => numbers.get(serverOf(server) ?? server) ?? null,
    placesOf: placeAfter,
  };
  const nowOf = new Map(pairs);
  const compared = compareRoutes(readRoutes(before, readBefore), readRoutes(after, readAfter), pairs);
  const mapReading = { version: '2.4', folder: (path: string) => calledPath(path, folderAfter) } as const;
  return {
    lines: compared.lines,
    routesAfter(server) {
      const now = nowOf.get(server);
      if (now === undefined || !compared.isChanged(server)) return null;
      return { map: addressMapOf(now, after, world, mapReading), isStable: compared.isStable };
    },
  };
}

/** A path that a line names, whole. */
function pathFrom(path: string, { statedRoot }: ServerModel, folder: Correspondence['folderAfter']): string {
  if (/^[^/]*[\u0001%$&]/.test(path)) return path;
  return calledPath(path.startsWith('/') ? path : `${encodePath(statedRoot)}/${path}`, folder);
}

/** The folder by its other name; a slash at its end is kept, for addresses are joined to it as text, and so is what is put in. */
function calledPath(path: string, folder: Correspondence['folderAfter']): string {
  const [, fixed = '', rest = ''] = /^([^\u0001%$]*$|[^\u0001%$]*\/)(.*)$/s.exec(path) ?? [];
  const called = joinComponents(folder(rest === '' ? folderComponents(fixed) : pathComponents(fixed)));
  return fixed.endsWith('/') && called !== '/' ? `${called}/${rest}` : called + rest;
}
