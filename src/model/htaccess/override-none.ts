import { groupBy } from '../../text/index.ts';
import { hasWildcard } from '../fnmatch.ts';
import { decodePath, isIn, resolvePath } from '../paths/config-path.ts';
import type { Occurrence } from '../types.ts';
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
  /** In the main server, and read by both servers for certain. */
  readonly isCertain: boolean;
}

/**
 * Tells of a folder whether `AllowOverride None` is in force in it and in all below it but for folders with Directory sections of their
 * own: no .htaccess there is ever read, so none need be looked for. Says no wherever it is not certain.
 */
export function overrideNone(lines: Iterable<Occurrence>, root: string): (folder: string) => boolean {
  const overrides = [...lines].flatMap((line) => readOverride(line, root) ?? []);
  const permitting = overrides.filter(({ path, permits }) => path === null && permits);
  const patterns = new Set(permitting.map(({ within }) => within));
  const atOrAround = new Set([...patterns, ...foldersAround(patterns)]);
  const byPath = groupBy(overrides, ({ path }) => path);
  const lists = new Set(
    overrides.flatMap(({ path, isList, permits }) => (isList && permits ? (path ?? []) : [])),
  );
  return (folder) => {
    // What a pattern matches may lie in the folder, or the folder in what it matches.
    if (atOrAround.has(folder)) return false;
    if (patterns.size > 0 && isIn(folder, patterns)) return false;
    if (lists.size > 0 && isIn(folder, lists)) return false;
    const governing = nearest(folder, byPath);
    return (
      governing !== null &&
      governing.every(({ permits }) => !permits) &&
      governing.some(({ isCertain }) => isCertain)
    );
  };
}

function readOverride(line: Occurrence, root: string): Override | null {
  const { name, args, scope, on22, on24 } = line;
  if (on22 === 'no' && on24 === 'no') return null;
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
    isCertain: on22 === 'yes' && on24 === 'yes' && scope.server.kind === 'server',
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

/** The lines of the deepest section that the folder is in: depth wins over the order of writing (ap_directory_walk). */
function nearest(folder: string, byPath: ReadonlyMap<string | null, readonly Override[]>) {
  for (let at = folder; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const found = byPath.get(at === '' ? '/' : at);
    if (found !== undefined) return found;
    if (at === '' || !at.includes('/')) return null;
  }
}
