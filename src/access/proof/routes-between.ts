import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import type { RoutesAfter } from '../chains/index.ts';
import type { AddressMaps } from '../addresses/index.ts';
import { addressMaps, folderLines } from '../addresses/index.ts';
import type { ComeLine, LineDifference, RouteComparison } from '../routes/compare-routes.ts';
import { compareRoutes } from '../routes/compare-routes.ts';
import type { Routes } from '../routes/read-routes.ts';
import { readRoutes } from '../routes/read-routes.ts';
import { GROUP } from '../routes/route-line.ts';
import { exposedFolder } from '../routes/exposed-folder.ts';
import {
  completePath,
  isAtOrBelow,
  folderComponents,
  joinComponents,
  pathComponents,
} from '../folders/paths.ts';
import { asksForGone } from '../unread/old-guards.ts';
import type { Version, World } from '../sections/worlds.ts';
import { isLive } from '../sections/worlds.ts';
import type { Correspondence } from './correspondence.ts';

/** Where two trees lead requests otherwise. */
export interface RoutesBetween {
  /** Lines that decide by themselves. */
  readonly lines: readonly LineDifference[];
  /** How the second tree leads the addresses of a server of the first; null: as the first does. */
  routesAfter(server: Scope): RoutesAfter | null;
  /** Of .htaccess files of both trees, by their scopes. */
  readonly files: { readonly before: Routes['files']; readonly after: Routes['files'] };
  /** Whether some server's addresses may be led elsewhere. */
  readonly isAnyChanged: boolean;
}

/** Whether nothing but the access rules can make a difference. */
export function leadsAlike(routes: RoutesBetween): boolean {
  return routes.lines.length === 0 && !routes.isAnyChanged && !hasRuledFiles(routes);
}

/** Whether lines of .htaccess files decide by themselves, or lead addresses. */
export function hasRuledFiles({ files }: RoutesBetween): boolean {
  return files.before.size + files.after.size > 0;
}

export function routesBetween(
  before: ServerModel,
  after: ServerModel,
  correspondence: Correspondence,
  world: World,
): RoutesBetween {
  const { folderAfter } = correspondence;
  const pairs = serverPairs(after, correspondence, world);
  const { routesBefore, routesAfter } = routesOfBoth(before, after, correspondence, pairs, world);
  const isOfOneTree = correspondence.isEdited && before.statedRoot === after.statedRoot;
  const compare = (routes: Routes): RouteComparison => compareRoutes(routes, routesAfter, pairs, isOfOneTree);
  const readBefore = routesBefore('2.2');
  const compared = compare(readBefore);
  const files = { before: readBefore.files, after: routesAfter.files };
  if (compared.isSame) return sameRoutes(files);
  // What the text told 2.4 to do before is its author's, and nobody edited it: but for guards that no 2.4 was meant by.
  const edited = correspondence.isEdited ? compare(routesBefore('2.4')) : compared;
  const nowOf = new Map(pairs);
  const mapsBefore = addressMaps(before, world);
  const exposures = pairs.flatMap(([server]) => {
    const theirs = new Set(compared.comeOn(server).map(({ line }) => line));
    // Of trees that are laid out differently a folder may have moved; an edit moves none.
    const lines = edited
      .comeOn(server)
      .filter(({ line, isInstead }) => theirs.has(line) && (correspondence.isEdited || !isInstead));
    return exposing(lines, { after, server, maps: mapsBefore, folderAfter });
  });
  // An edit that leads addresses elsewhere on purpose keeps what is refused; two trees of somebody else's may not.
  const escapes = correspondence.isEdited
    ? []
    : pairs.flatMap(([server]) => escaping(compared.goneOn(server), before, readBefore));
  // The flows show who gets in where such lines lead, not what is sent from there.
  const led = correspondence.isEdited ? [] : pairs.flatMap(([server]) => ledByPattern(compared, server));
  const isChanged = (server: Scope): boolean => compared.isChanged(server) && edited.isChanged(server);
  const reading = { version: '2.4', folder: (path: string) => calledPath(path, folderAfter) } as const;
  const mapsAfter = addressMaps(after, world, reading);
  return {
    lines: [
      ...compared.lines.filter(({ line }) => edited.lines.some((other) => other.line.node === line.node)),
      ...led,
      ...exposures,
      ...escapes,
    ],
    routesAfter(server) {
      const now = nowOf.get(server);
      if (now === undefined || !isChanged(server)) return null;
      return { map: mapsAfter.mapOf(now), isStable: compared.isStable, skipsAlike: false };
    },
    files,
    isAnyChanged: pairs.some(([server]) => isChanged(server)),
  };
}

/** What either tree says, in words that both share. The one before may be read as 2.4 would read it, too. */
function routesOfBoth(
  before: ServerModel,
  after: ServerModel,
  { folderAfter, patternAfter, placeBefore, placeAfter, serverOf }: Correspondence,
  pairs: readonly ServerPair[],
  world: World,
): { readonly routesBefore: (reader: Version) => Routes; readonly routesAfter: Routes } {
  const numbers = new Map(pairs.map(([then], number) => [then, String(number)]));
  return {
    routesBefore: (reader) =>
      readRoutes(before, {
        version: before.readBy === '2.4' ? '2.4' : '2.2',
        folder: (path) => pathFrom(path, before, (folder) => folder),
        isRead: (guards) =>
          guards.every((guard) => isLive([guard], asksForGone(guard) ? '2.2' : reader, world)),
        nameOf: (server) => numbers.get(server) ?? null,
        placesOf: (section) => [placeBefore(section)],
      }),
    routesAfter: readRoutes(after, {
      version: '2.4',
      folder: (path) => pathFrom(path, after, folderAfter),
      pattern: patternAfter,
      isRead: (guards) => isLive(guards, '2.4', world),
      nameOf: (server) => numbers.get(serverOf(server) ?? server) ?? null,
      placesOf: placeAfter,
    }),
  };
}

/** Made apart, so that nothing is kept of what was read of the servers. */
function sameRoutes(files: RoutesBetween['files']): RoutesBetween {
  return { lines: [], routesAfter: () => null, files, isAnyChanged: false };
}

interface Exposing extends Pick<Correspondence, 'folderAfter'> {
  readonly after: ServerModel;
  readonly server: Scope;
  /** Of the tree before. */
  readonly maps: AddressMaps;
}

/** Lines that lead to a folder which no address of the server led to before: what lies there had nobody to ask. */
function exposing(
  lines: readonly ComeLine[],
  { after, server, maps, folderAfter }: Exposing,
): LineDifference[] {
  if (lines.length === 0) return [];
  const served = folderLines(maps.mapOf(server)).map(({ to }) => pathComponents(to));
  return lines.flatMap(({ line }): LineDifference[] => {
    const folder = exposedFolder(line);
    if (folder === null) return [];
    const path = pathComponents(pathFrom(folder, after, folderAfter));
    const isServed = served.some((each) => isAtOrBelow(path, each));
    return isServed ? [] : [{ role: 'exposes', change: 'come', line }];
  });
}

/** Lines that led to a folder where others refuse requests, or guard it: what their addresses lead to now may have nothing of the kind. */
function escaping(lines: readonly Occurrence[], before: ServerModel, { refusing }: Routes): LineDifference[] {
  return lines.flatMap((line): LineDifference[] => {
    const folder = exposedFolder(line);
    if (folder === null) return [];
    const path = pathComponents(pathFrom(folder, before, (each) => each));
    const isRefused = refusing.some((each) => isAtOrBelow(path, each) || isAtOrBelow(each, path));
    return isRefused ? [{ role: 'subjects', change: 'gone', line }] : [];
  });
}

/** Lines that lead addresses by a pattern or by names, and are not in both trees: which addresses lead elsewhere is not found by going through prefixes. */
function ledByPattern({ comeOn, goneOn }: RouteComparison, server: Scope): LineDifference[] {
  const come = comeOn(server).map(({ line }) => ({ role: 'leads', change: 'come', line }) as const);
  const gone = goneOn(server).map((line) => ({ role: 'leads', change: 'gone', line }) as const);
  return [...gone, ...come].filter(({ line }) => BY_PATTERN.test(line.name));
}

const BY_PATTERN = /^(?:rewrite(?:rule|base|options)|userdir|virtual.*)$|match$/;

type ServerPair = readonly [before: Scope, after: Scope];

/** Servers of both trees that are compared, each read by its version: the main servers first. */
function serverPairs(
  { main, virtualHosts }: ServerModel,
  { serverOf, isCompared }: Correspondence,
  world: World,
): ServerPair[] {
  const pairs: ServerPair[] = [];
  for (const now of [main, ...virtualHosts]) {
    const then = serverOf(now);
    const isPair =
      then !== null &&
      then.kind === now.kind &&
      isCompared(then) &&
      isLive(then.guards, '2.2', world) &&
      isLive(now.guards, '2.4', world);
    if (isPair) pairs.push([then, now]);
  }
  return pairs;
}

/** A path that a line names, by the name of its folder. Whether one that begins with a group is whole is not known: it stays as it is. */
function pathFrom(path: string, model: ServerModel, folder: Correspondence['folderAfter']): string {
  return path.startsWith(GROUP) ? path : calledPath(completePath(path, model), folder);
}

/** The folder by its other name; a slash at its end is kept, for addresses are joined to it as text, and so is what is put in. */
function calledPath(path: string, folder: Correspondence['folderAfter']): string {
  const [, fixed = '', rest = ''] = /^([^\u0001%$]*$|[^\u0001%$]*\/)(.*)$/s.exec(path) ?? [];
  const called = joinComponents(folder(rest === '' ? folderComponents(fixed) : pathComponents(fixed)));
  return fixed.endsWith('/') && called !== '/' ? `${called}/${rest}` : called + rest;
}
