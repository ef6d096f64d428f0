import { moduleFacts } from './modules.ts';

/**
 * Identifiers of the modules that 2.4 needs loaded for this one to do anything at all, whatever the configuration says: in an
 * order in which they can be loaded, without the module itself. Needs that depend on the configuration are in its `requires`.
 */
export function modulesNeededBy24(name: string): readonly string[] {
  const needed = new Set<string>();
  collect(name, needed);
  const own = moduleFacts(name)?.identifier;
  return [...needed].filter((identifier) => identifier !== own);
}

function collect(name: string, needed: Set<string>): void {
  for (const { always, anyOf } of moduleFacts(name)?.requires ?? []) {
    const [first] = anyOf;
    if (!always || anyOf.length !== 1 || first === undefined || needed.has(first)) continue;
    collect(first, needed);
    needed.add(first);
  }
}
