import type { LoginFailure } from './outcome.ts';

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
  /**
   * What is compared, where every module declines: 2.2 answers 500 to users that no line names, and 401 is as good (row
   * remove-authzuserauthoritative). Without it, the 500.
   */
  readonly declined?: 'unauthorized';
  /** What else goes wrong where credentials are asked for. */
  readonly login?: LoginFailure | null;
}

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
