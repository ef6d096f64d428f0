import { lazy } from '../text/index.ts';
import { rowsText } from './data/fates.ts';
import { FATE_NOTES, REFUSED_BY_BOTH } from './fate-notes.ts';
import type { CommandFlag, DirectiveFate, Fate, ModuleFate } from './types.ts';
import { moduleFacts, moduleRows } from './modules.ts';

/** A row of the data. `in` is left out where it is `from`. */
interface FateRow {
  readonly name: string;
  readonly fate: string;
  readonly from: string;
  readonly in?: string | null;
  readonly to?: string;
  readonly also?: readonly string[];
  readonly mutex?: string;
  readonly requiresAlso?: string;
  readonly contextsAdded?: readonly string[];
  readonly oldDefault?: string | null;
  readonly newDefault?: string | null;
}

/** Of every directive of 2.2.34, in the manual's order. */
export const fates = lazy(() => (JSON.parse(rowsText) as readonly FateRow[]).map(toFate));

const index = lazy(() => new Map(fates().map((fate) => [fate.name.toLowerCase(), fate])));

/** What 2.4 does with a directive or section of 2.2 (any case); null if 2.2 has none of that name. */
export function fateOf(name: string): DirectiveFate | null {
  return index().get(name.replace(/^</, '').toLowerCase()) ?? null;
}

function toFate(row: FateRow): DirectiveFate {
  return {
    name: row.name,
    fate: row.fate as Fate,
    also: (row.also ?? []) as readonly Fate[],
    fromModule: row.from,
    toModule: row.in === undefined ? row.from : row.in,
    to: row.to ?? null,
    mutex: row.mutex ?? null,
    requiresAlso: row.requiresAlso ?? null,
    flagsAdded: (row.contextsAdded ?? []) as readonly CommandFlag[],
    ...(row.oldDefault !== undefined && { oldDefault: row.oldDefault }),
    ...(row.newDefault !== undefined && { newDefault: row.newDefault }),
    note: FATE_NOTES[row.name] ?? null,
    isRefusedByBoth: Object.hasOwn(REFUSED_BY_BOTH, row.name),
  };
}

/**
 * Modules of 2.0 that 2.2 had no longer, with the 2.4 modules that do their work
 * (https://httpd.apache.org/docs/2.2/upgrading.html, "Run-Time Configuration Changes"; new_features_2_2.html, "Module Developer Changes").
 */
const GONE_BEFORE_22: Readonly<Record<string, readonly string[]>> = {
  mod_access: ['authz_host_module'],
  mod_auth: ['auth_basic_module', 'authn_file_module', 'authz_user_module', 'authz_groupfile_module'],
  mod_auth_anon: ['auth_basic_module', 'authn_anon_module', 'authz_user_module'],
  mod_auth_dbm: ['auth_basic_module', 'authn_dbm_module', 'authz_user_module', 'authz_dbm_module'],
  mod_auth_ldap: ['auth_basic_module', 'authnz_ldap_module', 'authz_user_module'],
  mod_imap: ['imagemap_module'],
};

const rowsByIdentifier = lazy(() => new Map(moduleRows().map((row) => [row.identifier, row])));

/**
 * What becomes of a module of 2.2, or of one that 2.0 had and 2.2 split or renamed, by any of its names;
 * null for modules of neither (a third party's, or new in 2.4).
 */
export function moduleFateOf(name: string): ModuleFate | null {
  const facts = moduleFacts(name);
  return facts?.in22 ? fateSince22(facts.identifier) : fateSince20(name);
}

const renamedFrom = lazy(() => {
  const renamed = moduleRows().filter(({ fate, to }) => fate === 'renamed' && to !== undefined);
  return new Map(renamed.map(({ to, identifier }) => [moduleFacts(to ?? '')?.identifier, identifier]));
});

/** The 2.2 module that a module of 2.4 is under a new name (`cache_disk_module`: `disk_cache_module`); null for all others. */
export function moduleRenamedTo(identifier: string): string | null {
  return renamedFrom().get(identifier) ?? null;
}

function fateSince22(identifier: string): ModuleFate | null {
  const row = rowsByIdentifier().get(identifier);
  if (!row) return null;
  const suggestion = row.suggestion ? (moduleFacts(row.suggestion)?.identifier ?? null) : null;
  if (row.fate === 'same') return { fate: 'same', to: [identifier], suggestion };
  const successor = row.to ? moduleFacts(row.to) : null;
  if (!successor) return { fate: 'removed', to: [], suggestion };
  return { fate: row.fate === 'merged' ? 'merged' : 'renamed', to: [successor.identifier], suggestion };
}

function fateSince20(name: string): ModuleFate | null {
  const bare = name
    .toLowerCase()
    .replace(/\.(c|so)$/, '')
    .replace(/^(.*)_module$/, 'mod_$1');
  const to = Object.hasOwn(GONE_BEFORE_22, bare) ? GONE_BEFORE_22[bare] : undefined;
  return to ? { fate: to.length > 1 ? 'split' : 'renamed', to, suggestion: null } : null;
}
