import { groupBy } from '../../text/index.ts';
import { isFilledIn } from '../placeholders.ts';
import type { Occurrence, Scope, Truth } from '../types.ts';

/** Names that are looked for in each folder, the first that is there being read, and the servers that do so. */
export interface AccessFileNames {
  readonly names: readonly string[];
  /** The main server and virtual hosts; null for all. */
  readonly hosts: readonly Scope[] | null;
}

export const DEFAULT_NAMES: readonly AccessFileNames[] = [{ names: ['.htaccess'], hosts: null }];

/**
 * The lists of a configuration: the last AccessFileName of a server counts, and a virtual host without one has that of the main
 * server (merge_core_server_configs, server/core.c). Where a guard is open, or the versions decide it otherwise, each of the lists may
 * be the one.
 */
export function accessFileNames(
  lines: readonly Occurrence[],
  main: Scope,
  virtualHosts: readonly Scope[],
): readonly AccessFileNames[] {
  if (lines.length === 0) return DEFAULT_NAMES;
  const namesOn = fileNamesOf(lines, main, null);
  const read = [main, ...virtualHosts].flatMap((host) => namesOn(host).map((names) => ({ names, host })));
  const byList = [...groupBy(read, ({ names }) => names.join('\n')).values()];
  return byList.map((group) => ({
    names: group[0].names,
    hosts: byList.length === 1 ? null : group.map(({ host }) => host),
  }));
}

/** Of one server: the names that it looks for, in their order; several lists where a guard is open. */
export type FileNames = readonly (readonly string[])[];

/** The names that each server looks for. @param version that reads the lines; null: either */
export function fileNamesOf(
  lines: readonly Occurrence[],
  main: Scope,
  version: '2.2' | '2.4' | null,
): (server: Scope) => FileNames {
  const linesOf = groupBy(lines, ({ scope }) => scope.server);
  const namesOn = (server: Scope, inherited: FileNames): FileNames => {
    let lists = inherited;
    for (const line of linesOf.get(server) ?? []) {
      const truth = readBy(line, version);
      if (truth === 'no') continue;
      const { args, file } = line;
      // What is left open is told of (openFolders).
      const names = args.filter((name) => name !== '' && !isFilledIn(name, { file }));
      lists = truth === 'yes' ? [names] : [...lists, names];
    }
    return lists;
  };
  const ofMain = namesOn(main, [['.htaccess']]);
  return (server) => (server === main ? ofMain : namesOn(server, ofMain));
}

function readBy({ on22, on24 }: Occurrence, version: '2.2' | '2.4' | null): Truth {
  if (version !== null) return version === '2.2' ? on22 : on24;
  return on22 === on24 ? on22 : 'maybe';
}
