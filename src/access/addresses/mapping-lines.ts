import type { Guard, Occurrence, Scope } from '../../model/index.ts';
import { outOfLimits } from '../../model/index.ts';
import { flatMap, rememberWeakly } from '../../text/index.ts';
import { linesIn } from '../sections/lines-in.ts';
import type { Version, World } from '../sections/worlds.ts';
import { isLive } from '../sections/worlds.ts';
import { moduleMapping } from './module-mappings.ts';

const MAPPING =
  /^(?:documentroot|(?:script)?alias(?:match)?|proxypass(?:match)?|proxyrequests|redirect(?:match|permanent|temp)?|rewrite(?:engine|options|base|cond|rule|map)|serverpath|userdir|virtual\w+)$/;

const linesKnown = rememberWeakly((_world: World) => ({
  '2.2': new Map<Scope, readonly Occurrence[]>(),
  '2.4': new Map<Scope, readonly Occurrence[]>(),
}));

/**
 * The lines of one server that map addresses, as the server of that version reads them: its own and those in its Location
 * sections, not those of its virtual hosts. Looked for once: each virtual host asks for the main server's, too.
 */
export function mappingLines(server: Scope, world: World, version: Version): readonly Occurrence[] {
  const known = linesKnown(world)[version];
  let lines = known.get(server);
  if (lines === undefined) {
    lines = walkServerDirectives(server, version).filter((line) => isMapping(line, world, version));
    known.set(server, lines);
  }
  return lines;
}

function isMapping(line: Occurrence, world: World, version: Version): boolean {
  const maps = MAPPING.test(line.name) || moduleMapping(line.name) !== null;
  return maps && isLive(guardsAround(line), version, world);
}

/**
 * The directives of one server outside of folders. 2.2 takes the path of a Directory for an address, if ProxyPass stands in it
 * (add_pass, mod_proxy.c); 2.4 refuses the line.
 */
export function walkServerDirectives(server: Scope, version: Version): Occurrence[] {
  return flatMap(server.items, (item): Occurrence | Occurrence[] => {
    if (item.type === 'occurrence') return item;
    if (item.kind === 'location' || item.kind === 'locationmatch') return linesIn(item);
    if (item.kind !== 'directory' || version !== '2.2') return [];
    return linesIn(item).filter(({ name }) => /^proxypass(?:match)?$/.test(name));
  });
}

/** The section of the server that a line stands in, Limit sections not counted; null: in none. */
export function sectionAround({ scope }: Occurrence): Scope | null {
  const section = outOfLimits(scope);
  return section === section.server ? null : section;
}

/** The address that a section is for, which stands for the first word of lines in it; none outside of sections. */
export function sectionPrefix(section: Scope | null): string[] {
  const [path = ''] = section?.args ?? [];
  if (section === null) return [];
  // With the slash at its end that the server adds (dirsection, server/core.c).
  return [section.kind === 'directory' ? path.replace(/\/?$/, '/') : path];
}

/** Those of the sections around the line, too, up to its server's. */
export function guardsAround({ guards, scope }: Pick<Occurrence, 'guards' | 'scope'>): readonly Guard[] {
  return scope === scope.server || scope.parent === null
    ? guards
    : [...guardsAround({ guards: scope.guards, scope: scope.parent }), ...guards];
}
