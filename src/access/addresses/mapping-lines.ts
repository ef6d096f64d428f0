import type { Guard, Occurrence, Scope } from '../../model/index.ts';
import { moduleMapping } from './module-mappings.ts';
import type { World } from '../sections/worlds.ts';
import { isLive } from '../sections/worlds.ts';

const MAPPING =
  /^(?:documentroot|(?:script)?alias(?:match)?|proxypass(?:match)?|proxyrequests|rewriteoptions|rewriterule|serverpath|userdir|virtual\w+)$/;

const known = new WeakMap<Scope, WeakMap<World, readonly Occurrence[]>>();

/**
 * The lines of one server that map addresses, as a 2.2 server reads them: its own and those in its Location sections, not
 * those of its virtual hosts. Looked for once: each virtual host asks for the main server's, too.
 */
export function mappingLines(server: Scope, world: World): readonly Occurrence[] {
  const ofServer = known.get(server) ?? new WeakMap<World, readonly Occurrence[]>();
  known.set(server, ofServer);
  const lines =
    ofServer.get(world) ?? [...walkServerDirectives(server)].filter((line) => isMapping(line, world));
  ofServer.set(world, lines);
  return lines;
}

function isMapping(line: Occurrence, world: World): boolean {
  const maps = MAPPING.test(line.name) || moduleMapping(line.name) !== null;
  return maps && isLive(guardsAround(line), '2.2', world);
}

/** The directives of one server outside of folders. */
export function* walkServerDirectives(server: Scope): Generator<Occurrence> {
  for (const item of server.items) {
    if (item.type === 'occurrence') yield item;
    else if (item.kind === 'location' || item.kind === 'locationmatch') yield* directivesOf(item);
  }
}

function* directivesOf(scope: Scope): Generator<Occurrence> {
  for (const item of scope.items) if (item.type === 'occurrence') yield item;
}

export function guardsAround({ guards, scope }: Occurrence): readonly Guard[] {
  return scope.kind.startsWith('location') ? [...scope.guards, ...guards] : guards;
}
