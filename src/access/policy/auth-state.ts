/**
 * The part of authentication and authorization that decides a status, of one section or merged. Null: the section
 * sets nothing of that module. Modules without a merge function (all but core, both servers) are taken over whole, so
 * an inner `AuthzGroupFileAuthoritative` alone drops the inherited AuthGroupFile in 2.2.
 */
export interface AuthState {
  /** AuthType as written; null if not set. */
  readonly type: string | null;
  /** AuthzUserAuthoritative (mod_authz_user, 2.2). */
  readonly user: Authority | null;
  /** AuthGroupFile, AuthzGroupFileAuthoritative (mod_authz_groupfile). */
  readonly groupfile: GroupSource | null;
  /** AuthDBMGroupFile, AuthzDBMAuthoritative (mod_authz_dbm). */
  readonly dbm: GroupSource | null;
  /** AuthzOwnerAuthoritative (mod_authz_owner, 2.2). */
  readonly owner: Authority | null;
  /** AuthLDAPURL, AuthzLDAPAuthoritative (mod_authnz_ldap); the file is the URL. */
  readonly ldap: GroupSource | null;
  /** AuthzDefaultAuthoritative (mod_authz_default, 2.2). */
  readonly authzDefault: Authority | null;
  /** AuthDefaultAuthoritative (mod_authn_default, 2.2). */
  readonly authnDefault: Authority | null;
}

/** The default of every `...Authoritative` is on. 2.4 has none of those of authorization. */
export interface Authority {
  readonly authoritative: boolean;
}

export interface GroupSource extends Authority {
  /** The file's (or LDAP server's) name as written: groups of different files are different groups. */
  readonly file: string | null;
}

export const NO_AUTH: AuthState = {
  type: null,
  user: null,
  groupfile: null,
  dbm: null,
  owner: null,
  ldap: null,
  authzDefault: null,
  authnDefault: null,
};

/** An inner section's state merged onto an outer one: the same in 2.2 and 2.4. */
export function mergeAuth(outer: AuthState, inner: AuthState): AuthState {
  if (inner === NO_AUTH) return outer;
  if (outer === NO_AUTH) return inner;
  return {
    type: inner.type ?? outer.type,
    user: inner.user ?? outer.user,
    groupfile: inner.groupfile ?? outer.groupfile,
    dbm: inner.dbm ?? outer.dbm,
    owner: inner.owner ?? outer.owner,
    ldap: inner.ldap ?? outer.ldap,
    authzDefault: inner.authzDefault ?? outer.authzDefault,
    authnDefault: inner.authnDefault ?? outer.authnDefault,
  };
}
