import { groupBy } from '../../text/index.ts';
import { isFilledIn } from '../placeholders.ts';
import type { Occurrence, Scope } from '../types.ts';

/** Names that are looked for in each folder, the first that is there being read, and the servers that do so. */
export interface AccessFileNames {
  readonly names: readonly string[];
  /** The main server and virtual hosts; null for all. */
  readonly hosts: readonly Scope[] | null;
}

export const DEFAULT_NAMES: readonly AccessFileNames[] = [{ names: ['.htaccess'], hosts: null }];

/**
 * The lists of a configuration: the last AccessFileName of a server counts, and a virtual host without one has that of the main
 * server (merge_core_server_configs, server/core.c). Where a guard is open each of the lists may be the one.
 */
export function accessFileNames(
  lines: readonly Occurrence[],
  main: Scope,
  virtualHosts: readonly Scope[],
): readonly AccessFileNames[] {
  if (lines.length === 0) return DEFAULT_NAMES;
  const linesOf = groupBy(lines, ({ scope }) => scope.server);
  const ofMain = listsOf(linesOf.get(main), [['.htaccess']]);
  const read = [main, ...virtualHosts].flatMap((host) => {
    const lists = host === main ? ofMain : listsOf(linesOf.get(host), ofMain);
    return lists.map((names) => ({ names, host }));
  });
  const byList = [...groupBy(read, ({ names }) => names.join('\n')).values()];
  return byList.map((group) => ({
    names: group[0].names,
    hosts: byList.length === 1 ? null : group.map(({ host }) => host),
  }));
}

type Lists = readonly (readonly string[])[];

function listsOf(lines: readonly Occurrence[] | undefined, inherited: Lists): Lists {
  let lists = inherited;
  for (const { args, on22, on24, file } of lines ?? []) {
    if (on22 === 'no' && on24 === 'no') continue;
    // What is left open is told of (openFolders).
    const names = args.filter((name) => name !== '' && !isFilledIn(name, { file }));
    const isCertain = on22 === 'yes' && on24 === 'yes';
    lists = isCertain ? [names] : [...lists, names];
  }
  return lists;
}
