import type { AuthState } from './auth-state.ts';
import { mergeAuth, NO_AUTH } from './auth-state.ts';
import type { HostRecord, SatisfySlots } from './host-record.ts';
import type { MethodSet } from './method-set.ts';
import { equalMethods, isAllMethods } from './method-set.ts';
import { rememberWeakly } from '../../text/index.ts';
import type { LoginFailure } from './outcome.ts';

/** One 2.2 `Require` line: everything behind the directive's name, as written (continuations resolved, quotes kept). */
export interface RequireEntry {
  readonly text: string;
  readonly methods: MethodSet;
}

/**
 * What one section says about access in 2.2, or what several merged say: three channels, merged by three different
 * rules, and the authentication around them.
 */
export interface State22 {
  /** Null: no Order, Allow or Deny. */
  readonly host: HostRecord | null;
  /** Null: no Require. */
  readonly requires: readonly RequireEntry[] | null;
  readonly satisfy: SatisfySlots;
  readonly auth: AuthState;
}

export const EMPTY_STATE_22: State22 = { host: null, requires: null, satisfy: [], auth: NO_AUTH };

/**
 * An inner section merged onto an outer one. The host record is taken whole (mod_authz_host has no merge function), the
 * Require list is replaced whole, Satisfy slot by slot (`merge_core_dir_configs`, server/core.c of 2.2).
 */
export function merge22(outer: State22, inner: State22): State22 {
  return {
    host: inner.host ?? outer.host,
    requires: inner.requires ?? outer.requires,
    satisfy: mergeSatisfy(outer.satisfy, inner.satisfy),
    auth: mergeAuth(outer.auth, inner.auth),
  };
}

/** The last slot of a method counts: one that says what the last one said changes nothing. */
function mergeSatisfy(outer: SatisfySlots, inner: SatisfySlots): SatisfySlots {
  const first = inner[0];
  if (first === undefined) return outer;
  const last = outer.at(-1);
  const isRepeated =
    last !== undefined && last.value === first.value && equalMethods(last.methods, first.methods);
  const added = isRepeated ? inner.slice(1) : inner;
  return added.length === 0 ? outer : [...outer, ...added];
}

/** The state, its Satisfy slots no more than what counts of them: without those that a later one hides, nor an `all` that nothing is before. */
export function withSatisfyInForce(state: State22): State22 {
  const { satisfy } = state;
  const last = satisfy.at(-1);
  if (last === undefined || !satisfy.every(({ methods }) => isAllMethods(methods))) return state;
  if (last.value === 'all') return { ...state, satisfy: EMPTY_STATE_22.satisfy };
  return satisfy.length === 1 ? state : { ...state, satisfy: [last] };
}

/** Characters of a text that count as one more. */
const LONG_TEXT = 32;
/** Words that are gone through in the time of a unit of work (work.ts). */
const TEXTS_OF_UNIT = 4;

/** The units of work that it takes to go once through a state, or a part of one: through its words, names of methods and the like. */
export const workOn: (part: object) => number = rememberWeakly((part) =>
  Math.ceil(textsIn(part) / TEXTS_OF_UNIT),
);

function textsIn(part: unknown): number {
  if (typeof part === 'string') return 1 + Math.floor(part.length / LONG_TEXT);
  if (typeof part !== 'object' || part === null) return 0;
  let texts = 0;
  if (Array.isArray(part)) {
    for (let i = 0; i < part.length; i++) texts += textsIn(part[i]);
    return texts;
  }
  for (const name in part) texts += textsIn(part[name as keyof typeof part]);
  return texts;
}

/** A foreign module, one that is not httpd's own, refuses those who meet none of its lines, or leaves them to the others. */
export type AuthzModule = 'user' | 'groupfile' | 'dbm' | 'owner' | 'ldap' | 'foreign' | 'foreign-declining';

/** What of the 2.2 server's modules decides about access. */
export interface Context22 {
  /** In the order their auth_checker hooks run (`authzHookOrder`). */
  readonly authzModules: readonly AuthzModule[];
  /** mod_authz_default is loaded. */
  readonly authzDefault: boolean;
  /** mod_authn_default is loaded. */
  readonly authnDefault: boolean;
  /** Lower case AuthTypes that a loaded module serves. */
  readonly authTypes: ReadonlySet<string>;
  /** Whether mod_shib answers the Require lines of its AuthType. */
  readonly hasShibboleth?: boolean;
  /**
   * What is compared, where every module declines: 2.2 answers 500 to users that no line names, and 401 is as good (row
   * remove-authzuserauthoritative). Without it, the 500.
   */
  readonly declined?: 'unauthorized';
  /** What else goes wrong where credentials are asked for. */
  readonly login?: LoginFailure | null;
  /** Whether the server can't open the file of groups of a module, and answers 500 to whom it looks up there. */
  readonly cannotOpen?: (module: GroupModule, file: string) => boolean;
}

/** The modules with files of groups. */
export type GroupModule = 'groupfile' | 'dbm';

/** Who must run before whom: `aszPre` of mod_authz_groupfile.c and mod_authz_dbm.c, `aszPost` of mod_authnz_ldap.c. */
const PREDECESSORS: Readonly<Partial<Record<AuthzModule, AuthzModule>>> = {
  groupfile: 'owner',
  dbm: 'owner',
  user: 'ldap',
};

/**
 * The order in which the hooks run, from the order in which the modules are loaded: that order, but a predecessor that
 * is loaded later comes just before the first module that names it (`tsort`, hooks/apr_hooks.c of apr-util).
 */
export function authzHookOrder(loaded: readonly AuthzModule[]): AuthzModule[] {
  const order = new Set<AuthzModule>();
  for (const module of loaded) {
    const before = PREDECESSORS[module];
    if (before !== undefined && loaded.includes(before)) order.add(before);
    order.add(module);
  }
  return [...order];
}
