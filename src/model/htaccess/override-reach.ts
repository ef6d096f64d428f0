import { posix } from 'node:path';
import { groupBy } from '../../text/index.ts';
import { fnmatch, hasWildcard } from '../fnmatch.ts';
import { decodePath, resolvePath } from '../paths/config-path.ts';
import type { Occurrence } from '../types.ts';
import { foldersAround } from './served-folders.ts';

/**
 * Tells of a folder by which line .htaccess files count in it, or in a folder below it that has a section of its own: as it is
 * written. Null where no line says so, be it that they don't or that nothing but 2.2's default, All, lets them.
 */
export function overrideReach(all: Iterable<Occurrence>, root: string): (folder: string) => string | null {
  let reach: ((folder: string) => string | null) | null = null;
  // Most trees have all folders, and nobody asks.
  return (folder) => (reach ??= readReach(all, root))(folder);
}

function readReach(all: Iterable<Occurrence>, root: string): (folder: string) => string | null {
  const read = [...all].filter(isRead);
  const patterns = read.filter((line) => permits(line) && !isPlain(line));
  const atPath = groupBy(read.filter(isPlain), (line) => pathOf(line, root));
  const below = new Map<string, Occurrence>();
  for (const [path, lines] of atPath) {
    const line = lines.find(permits);
    if (line === undefined) continue;
    for (const around of [path, ...foldersAround([path])]) {
      const first = below.get(around);
      if (first === undefined || line.seq < first.seq) below.set(around, line);
    }
  }
  return (folder) => {
    const inside = below.get(folder) ?? patterns.find((line) => mayMatch(line, folder, root));
    const found = inside ?? nearest(folder, atPath)?.find(permits);
    return found === undefined ? null : written(found);
  };
}

/** The lines of the deepest section that the folder is in. */
function nearest(folder: string, atPath: ReadonlyMap<string, readonly Occurrence[]>) {
  for (let at = folder; ; at = posix.dirname(at)) {
    const found = atPath.get(at);
    if (found !== undefined || at === posix.dirname(at)) return found;
  }
}

function isRead({ on22, scope }: Occurrence): boolean {
  return on22 !== 'no' && (scope.kind === 'directory' || scope.kind === 'directorymatch');
}

function permits({ name, args }: Occurrence): boolean {
  return (
    args.length > 0 &&
    !/^none$/i.test(args.join(' ')) &&
    (name === 'allowoverride' || name === 'allowoverridelist')
  );
}

function isPlain({ scope }: Occurrence): boolean {
  return scope.kind === 'directory' && !hasWildcard(scope.args[0] ?? '');
}

function pathOf({ scope }: Occurrence, root: string): string {
  return resolvePath(root, decodePath(scope.args[0] ?? ''));
}

function written({ node, args }: Occurrence): string {
  return `${node.name.value} ${args.join(' ')}`;
}

/** Whether the pattern may match the folder or one below it; of an expression only what is fixed at its start is looked at. */
function mayMatch(line: Occurrence, folder: string, root: string): boolean {
  if (line.scope.kind === 'directory') {
    const parts = pathOf(line, root).split('/');
    return folder.split('/').every((name, i) => parts[i] === undefined || fnmatch(parts[i], name));
  }
  const expression = line.scope.args[0] ?? '';
  const fixed = /^\^(\/[\w/ -]*)(?![*?{|])/.exec(expression)?.[1] ?? '';
  return folder.startsWith(fixed) || fixed.startsWith(folder);
}
