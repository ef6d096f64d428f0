import type { Guard, Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { linesNamed, outOfLimits } from '../../model/index.ts';
import { groupBy, rememberSome, rememberWeakly, trimmed } from '../../text/index.ts';
import { visitLines } from '../sections/lines-in.ts';
import { joinGuards } from '../sections/written-line.ts';
import type { Version, World } from '../sections/worlds.ts';
import { isLive } from '../sections/worlds.ts';
import { moduleMapping } from './module-mappings.ts';

/** Which part of the mapping a line belongs to. */
export type MappingKind =
  | 'root'
  | 'server path'
  | 'alias'
  /** Of modules that are asked after mod_alias. */
  | 'script'
  | 'proxy'
  | 'forward proxy'
  | 'redirect'
  | 'rewriting'
  | 'rewrite map'
  | 'home'
  | 'named'
  /** A directive of a third-party module that answers by itself, or leads anywhere. */
  | 'module';

const PARTS: readonly (readonly [RegExp, MappingKind])[] = [
  [/^documentroot$/, 'root'],
  [/^(?:script)?alias(?:match)?$/, 'alias'],
  [/^wsgiscriptalias(?:match)?$/, 'script'],
  [/^proxypass(?:match)?$/, 'proxy'],
  [/^proxyrequests$/, 'forward proxy'],
  [/^redirect(?:match|permanent|temp)?$/, 'redirect'],
  [/^rewrite(?:engine|options|base|cond|rule)$/, 'rewriting'],
  [/^rewritemap$/, 'rewrite map'],
  [/^serverpath$/, 'server path'],
  [/^userdir$/, 'home'],
  [/^virtual(?:documentroot|scriptalias)(?:ip)?$/, 'named'],
];

/** A tree has a few hundred. */
const MOST_NAMES = 2_000;

/** Asked of every line of a tree. Null of a directive that maps no addresses. @param name in lower case */
export const mappingKind: (name: string) => MappingKind | null = rememberSome(
  MOST_NAMES,
  (name): MappingKind | null => {
    const [, part = null] = PARTS.find(([names]) => names.test(name)) ?? [];
    return part ?? (moduleMapping(name) === null ? null : 'module');
  },
);

/**
 * The lines that map addresses by the server that reads them: its own and those in its Location sections, not those of its virtual hosts.
 * Found by their names: most lines of a tree map none. Those of the world that was asked for last are kept: each question about addresses
 * needs them.
 */
export function mappingLines(model: ServerModel, world: World, version: Version): LinesInWorld {
  const last = lastLines(model);
  if (last[version]?.world !== world) {
    const isRead = (line: Occurrence): boolean => isLive(guardsAround(line), version, world);
    const rewriting = serversWithRewriting(model, isRead);
    last[version] = { world, lines: findMappingLines(model, version, isRead), rewriting };
  }
  return last[version];
}

type LinesByServer = ReadonlyMap<Scope, readonly Occurrence[]>;

interface LinesInWorld {
  readonly world: World;
  readonly lines: LinesByServer;
  /** See `serversWithRewriting`. */
  readonly rewriting: ReadonlySet<Scope>;
}

const lastLines = rememberWeakly((_model: ServerModel): Partial<Record<Version, LinesInWorld>> => ({}));

/**
 * The servers with any line of mod_rewrite, be it in a section of a folder: without one a virtual host has no rules, whatever is handed down to
 * it (`ap_set_config_vectors`, server/config.c; `hook_uri2file`, mod_rewrite.c).
 */
export function serversWithRewriting(
  model: ServerModel,
  isRead: (line: Occurrence) => boolean,
): ReadonlySet<Scope> {
  const lines = linesNamed(model, (name) => OF_REWRITE.test(name), isRead);
  return new Set(lines.map(({ scope }) => scope.server));
}

const OF_REWRITE = /^rewrite(?:engine|options|base|cond|rule|map|log|loglevel|lock)$/;

function findMappingLines(
  model: ServerModel,
  version: Version,
  isRead: (line: Occurrence) => boolean,
): LinesByServer {
  const lines = linesNamed(
    model,
    (name) => mappingKind(name) !== null,
    (line) => isOutsideOfFolders(line, version) && isRead(line),
  );
  const byServer: Map<Scope, readonly Occurrence[]> = groupBy(lines, ({ scope }) => scope.server);
  for (const [server, own] of byServer) byServer.set(server, trimmed(own));
  return byServer;
}

/** Whether it is one of `walkServerDirectives`. */
function isOutsideOfFolders({ name, scope }: Occurrence, version: Version): boolean {
  const { server } = scope;
  if (scope === server) return true;
  const { kind, parent } = outOfLimits(scope);
  if (parent !== server) return false;
  if (kind === 'location' || kind === 'locationmatch') return true;
  return kind === 'directory' && version === '2.2' && mappingKind(name) === 'proxy';
}

/**
 * The directives of one server outside of folders. 2.2 takes the path of a Directory for an address, if ProxyPass stands in it
 * (add_pass, mod_proxy.c); 2.4 refuses the line.
 */
export function walkServerDirectives(server: Scope, version: Version): Occurrence[] {
  const found: Occurrence[] = [];
  const visit = (line: Occurrence): void => void found.push(line);
  for (const item of server.items) {
    if (item.type === 'occurrence') found.push(item);
    else if (item.kind === 'location' || item.kind === 'locationmatch') visitLines(item, visit);
    else if (item.kind === 'directory' && version === '2.2') {
      visitLines(item, (line) => {
        if (mappingKind(line.name) === 'proxy') found.push(line);
      });
    }
  }
  return found;
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
    : joinGuards(guardsAround({ guards: scope.guards, scope: scope.parent }), guards);
}
