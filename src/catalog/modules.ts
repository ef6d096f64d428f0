import { lazy } from '../text/index.ts';
import { rowsText } from './data/modules.ts';
import { directive22, directive24 } from './directives.ts';
import type { BuildState, DirectiveFacts, ModuleFacts, ModuleRequirement } from './types.ts';

/** A row of the data: what is false, empty or unknown is left out. */
interface ModuleRow {
  readonly name: string;
  readonly identifier: string;
  readonly sourceFile: string;
  readonly file?: string;
  readonly fate: string;
  readonly to?: string;
  readonly suggestion?: string;
  readonly status22?: string;
  readonly status24?: string;
  readonly in22?: boolean;
  readonly in24?: boolean;
  readonly stock22?: string;
  readonly stock24?: string;
  readonly debian24?: string;
  readonly undocumented?: boolean;
  readonly requires?: readonly RequirementRow[];
  readonly note?: string;
}

interface RequirementRow {
  /** Names, `|` between alternatives; `mod_lbmethod_*` for all that start so. */
  readonly module: string;
  readonly kind: string;
  readonly when: string;
  readonly verifiedBy?: string;
}

/** The rows of the data, for the lookups of this room. */
export const moduleRows = lazy(() => JSON.parse(rowsText) as readonly ModuleRow[]);

const identifierByName = lazy(() => new Map(moduleRows().map((row) => [row.name, row.identifier])));

/** Every module of the 2.2 and 2.4 distributions. */
export const modules = lazy(() => moduleRows().map(toFacts));

const index = lazy(() => {
  const byName = new Map<string, ModuleFacts>();
  for (const facts of modules()) for (const name of namesOf(facts)) byName.set(name, facts);
  return byName;
});

/**
 * The module of that name, in any of the ways people and the server write it: `mod_x`, `x_module`, `mod_x.c`, `mod_x.so`,
 * `prefork`, `mpm_prefork`, any case. Null if it is in neither distribution.
 */
export function moduleFacts(name: string): ModuleFacts | null {
  return index().get(name.toLowerCase()) ?? null;
}

/** The identifier of a module of either distribution (`x_module`), by any of its names; null for all others. */
export function moduleIdentifier(name: string): string | null {
  return moduleFacts(name)?.identifier ?? null;
}

/** The MPMs that 2.4 has on Unix. */
export const UNIX_MPMS: readonly string[] = ['mpm_prefork_module', 'mpm_worker_module', 'mpm_event_module'];

/** Whether the name (any way of writing) is that of a multi-processing module. */
export function isMpm(name: string): boolean {
  const facts = moduleFacts(name);
  return facts !== null && (facts.status22 === 'MPM' || facts.status24 === 'MPM');
}

/**
 * Identifiers of the 2.4 modules that have the directive, any one of them being enough (each MPM has its own MaxRequestWorkers);
 * [] if 2.4 has no such directive.
 */
export function modulesProviding24(directive: string): readonly string[] {
  const facts = directive24(directive);
  return facts ? providers(facts) : [];
}

/** Identifiers of the 2.2 modules that have the directive; [] if 2.2 has no such directive. */
export function modulesProviding22(directive: string): readonly string[] {
  const facts = directive22(directive);
  return facts ? providers(facts) : [];
}

function providers(facts: DirectiveFacts): readonly string[] {
  const tables = facts.sourceFiles.flatMap((file) => moduleIdentifier(file) ?? []);
  return tables.length > 0 ? tables : [moduleIdentifier(facts.module)].filter((found) => found !== null);
}

function namesOf({ name, identifier, sourceFile, file }: ModuleFacts): readonly string[] {
  const names = [name, identifier, sourceFile];
  // The manual has `prefork`; the server's own words for it are `mpm_prefork` and `mod_mpm_prefork.so`.
  if (identifier.startsWith('mpm_')) names.push(identifier.replace(/_module$/, ''));
  if (file) names.push(file, file.replace(/\.so$/, ''));
  return names.map((each) => each.toLowerCase());
}

function toFacts(row: ModuleRow): ModuleFacts {
  return {
    name: row.name,
    identifier: row.identifier,
    sourceFile: row.sourceFile,
    file: row.file ?? null,
    in22: row.in22 ?? false,
    in24: row.in24 ?? false,
    status22: row.status22 ?? null,
    status24: row.status24 ?? null,
    stock22: (row.stock22 as BuildState | undefined) ?? null,
    stock24: (row.stock24 as BuildState | undefined) ?? null,
    debian24: (row.debian24 as BuildState | undefined) ?? null,
    documented: !row.undocumented,
    requires: (row.requires ?? []).map(toRequirement),
    note: row.note ?? null,
  };
}

function toRequirement(row: RequirementRow): ModuleRequirement {
  return {
    anyOf: row.module.split('|').flatMap(identifiersMatching),
    kind: row.kind as ModuleRequirement['kind'],
    when: row.when,
    always: row.when.startsWith('always'),
    verifiedBy: (row.verifiedBy as ModuleRequirement['verifiedBy'] | undefined) ?? null,
  };
}

function identifiersMatching(name: string): readonly string[] {
  if (name.endsWith('*')) {
    const rows = moduleRows().filter((row) => row.name.startsWith(name.slice(0, -1)));
    return rows.map((row) => row.identifier);
  }
  const identifier = identifierByName().get(name.replace(/^mpm_/, ''));
  return identifier ? [identifier] : [];
}

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
