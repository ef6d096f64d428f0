import { groupBy } from '../../text/index.ts';
import { hasWildcard } from '../fnmatch.ts';
import { decodePath, isIn, resolvePath } from '../paths/config-path.ts';
import type { Occurrence, Scope } from '../types.ts';
import { foldersAround } from './served-folders.ts';

/** What one AllowOverride or AllowOverrideList line says. */
interface Override {
  /** The plain path of its Directory section; null for a pattern. */
  readonly path: string | null;
  /** The folder that all it counts for lie in: that of the section, or of a pattern what comes before its first wildcard. */
  readonly within: string;
  readonly permits: boolean;
  /** AllowOverrideList: in force below as well, whatever AllowOverride says there. */
  readonly isList: boolean;
  /** Read for certain. */
  readonly isCertain: boolean;
  /** The number of the virtual host; null for the main server, whose lines hold in all hosts. */
  readonly host: number | null;
}

/** @param server the virtual host whose requests are meant; all of every server without it */
export type IsNeverRead = (folder: string, server?: Scope) => boolean;

/** What a line says of the version that reads the configuration. */
type Version = 'on22' | 'on24';

/** What counts where no line says anything: All in 2.2, None since 2.3.9 (`create_core_dir_config`, server/core.c). */
const IS_SHUT_BY_DEFAULT: Readonly<Record<Version, boolean>> = { on22: false, on24: true };

/**
 * Tells of a folder whether `AllowOverride None` is in force in it and in all below it but for folders with Directory sections of their
 * own: no .htaccess there is ever read, so none need be looked for. Each version by the lines that it reads itself: guards may write
 * them for one alone. Says no wherever it is not certain.
 */
export function overrideNone(lines: Iterable<Occurrence>, root: string): IsNeverRead {
  const all = [...lines];
  const [old, made] = [overrideNoneIn(all, root, 'on22'), overrideNoneIn(all, root, 'on24')];
  return (folder, server) => old(folder, server) && made(folder, server);
}

function overrideNoneIn(lines: readonly Occurrence[], root: string, version: Version): IsNeverRead {
  const overrides = lines.flatMap((line) => readOverride(line, root, version) ?? []);
  const permitting = overrides.filter(({ path, permits }) => path === null && permits);
  const patterns = new Set(permitting.map(({ within }) => within));
  const atOrAround = new Set([...patterns, ...foldersAround(patterns)]);
  const byPath = groupBy(overrides, ({ path }) => path);
  const lists = new Set(
    overrides.flatMap(({ path, isList, permits }) => (isList && permits ? (path ?? []) : [])),
  );
  const isShutByDefault = IS_SHUT_BY_DEFAULT[version];
  return (folder, server) => {
    // What a pattern matches may lie in the folder, or the folder in what it matches.
    if (atOrAround.has(folder)) return false;
    if (patterns.size > 0 && isIn(folder, patterns)) return false;
    if (lists.size > 0 && isIn(folder, lists)) return false;
    return isShut(folder, byPath, server?.seq ?? null) ?? isShutByDefault;
  };
}

function readOverride(line: Occurrence, root: string, version: Version): Override | null {
  const { name, args, scope } = line;
  if (line[version] === 'no') return null;
  const permits = name === 'allowoverride' ? !isNone(args) : args.length > 0 && !isNone(args);
  if (name !== 'allowoverride' && !permits) return null;
  const written = scope.kind === 'directory' ? scope.args[0] : undefined;
  const isPlain = written !== undefined && !hasWildcard(written);
  const within = resolvePath(root, decodePath(isPlain ? written : fixedFolder(written ?? '')));
  return {
    path: isPlain ? within : null,
    within,
    permits,
    isList: name !== 'allowoverride',
    isCertain: line[version] === 'yes',
    // Its number, not the host itself: what is found of one model goes on to the next.
    host: scope.server.kind === 'server' ? null : scope.server.seq,
  };
}

/** What comes before the first wildcard of a pattern, which matches no slash (FNM_PATHNAME, ap_directory_walk). */
function fixedFolder(pattern: string): string {
  const parts = pattern.split('/');
  const wild = parts.findIndex((part) => hasWildcard(part) || part.includes('\\'));
  const fixed = parts.slice(0, Math.max(wild, 0)).join('/');
  return fixed === '' ? '/' : fixed;
}

function isNone(args: readonly string[]): boolean {
  return args.length === 1 && args[0]?.toLowerCase() === 'none';
}

/**
 * Whether a line that is read for certain, and in force in the server asked for, permits nothing, and none in a deeper section that the folder is
 * in permits something: depth wins over the order of writing (ap_directory_walk), and where a deeper one is not read this one counts.
 * Null where no line says anything of the folder.
 */
function isShut(
  folder: string,
  byPath: ReadonlyMap<string | null, readonly Override[]>,
  server: number | null,
): boolean | null {
  for (let at = folder; ; at = at.slice(0, Math.max(at.lastIndexOf('/'), 0))) {
    const all = byPath.get(at === '' ? '/' : at) ?? [];
    const found = server === null ? all : all.filter(({ host }) => host === null || host === server);
    if (found.some(({ permits }) => permits)) return false;
    if (found.some(({ isCertain, host }) => isCertain && (host === null || host === server))) return true;
    if (at === '') return null;
  }
}
