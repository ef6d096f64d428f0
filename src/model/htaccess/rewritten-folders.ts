import type { Places } from '../paths/places.ts';
import { readRewriteFlags, ruleStatus } from '../rewrite-flags.ts';
import type { Occurrence } from '../types.ts';

/**
 * The folders that a rewrite rule of a server leads to: below what is fixed in its target. That is a path of the file system if its first
 * folder is there (`prefix_stat`, mod_rewrite.c), else one below DocumentRoot, which is looked through anyway.
 * @param roots the DocumentRoots that are there
 */
export function rewrittenFolders(
  { args: [, target = '-', flags = ''], scope }: Occurrence,
  roots: () => readonly string[],
  places: Places,
): readonly string[] {
  const isOfServer = scope.kind === 'server' || scope.kind === 'virtualhost';
  if (!isOfServer || !target.startsWith('/') || isElsewhere(target, flags)) return [];
  const fixed = target.replace(/[$%&\\?].*/s, '');
  const folder = fixed.slice(0, fixed.lastIndexOf('/'));
  return folder !== '' && isOfSystem(folder, roots, places) ? [folder] : [];
}

/** Answered, proxied, or an address again. */
function isElsewhere(target: string, flagText: string): boolean {
  const flags = readRewriteFlags(flagText);
  return flags.has('P') || flags.has('PT') || ruleStatus(flags, target) !== null;
}

/** In a copy that does not hold the first folder: if no DocumentRoot holds one of that name. */
function isOfSystem(folder: string, roots: () => readonly string[], places: Places): boolean {
  const first = /^\/[^/]+/.exec(folder)?.[0] ?? folder;
  const kind = places.kindOf(first);
  if (kind !== 'outside') return kind === 'folder';
  const known = roots();
  return known.length > 0 && known.every((root) => places.kindOf(root + first) !== 'folder');
}

/** The folders that the file of a RewriteMap names; a program or a database names none. */
export function mapFolders(
  { args: [, source = ''] }: Occurrence,
  absolute: (path: string) => string,
  places: Places,
): readonly string[] {
  const file = /^(?:(?:txt|rnd):)?(\/.*|(?<=:)[^/].*)$/s.exec(source)?.[1];
  if (file === undefined) return [];
  const read = places.readFile(absolute(file));
  if (!('text' in read)) return [];
  const values = read.text
    .split('\n')
    .flatMap((line) => /^\s*[^#\s]\S*\s+(\S+)/.exec(line)?.[1]?.split('|') ?? []);
  return [...new Set(values)].filter((value) => value.startsWith('/') && places.kindOf(value) === 'folder');
}
