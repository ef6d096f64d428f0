/** Host rules of 2.2 and how they combine with Require; 2.4 knows them through mod_access_compat only. */
export const HOST_AND_SATISFY: ReadonlySet<string> = new Set(['order', 'allow', 'deny', 'satisfy']);

/** Directives of authorization that 2.4 does not know (contract rows remove-authz*authoritative). */
export const AUTHORITATIVE: ReadonlySet<string> = new Set([
  'authzuserauthoritative',
  'authzgroupfileauthoritative',
  'authzdbmauthoritative',
  'authzownerauthoritative',
  'authzldapauthoritative',
  'authzdbdauthoritative',
  'authzdefaultauthoritative',
  'authdefaultauthoritative',
]);

/** The settings of mod_authnz_ldap, 2.2's and 2.4's: a section takes over all of them or none (it has no merge function). */
const LDAP_SETTINGS = [
  'authldapurl',
  'authldapbinddn',
  'authldapbindpassword',
  'authldapbindauthoritative',
  'authldapremoteuserisdn',
  'authldapremoteuserattribute',
  'authldapcomparednonserver',
  'authldapgroupattribute',
  'authldapgroupattributeisdn',
  'authldapdereferencealiases',
  'authldapauthorizeprefix',
  'authldapcompareasuser',
  'authldapinitialbindasuser',
  'authldapinitialbindpattern',
  'authldapmaxsubgroupdepth',
  'authldapsearchasuser',
  'authldapsubgroupattribute',
  'authldapsubgroupclass',
] as const;

/** All directives (lower case) that affect who gets in, or in which .htaccess files count. */
export const ACCESS_DIRECTIVES: ReadonlySet<string> = new Set([
  ...HOST_AND_SATISFY,
  ...AUTHORITATIVE,
  'require',
  'authmerging',
  'authtype',
  'authgroupfile',
  'authdbmgroupfile',
  ...LDAP_SETTINGS,
  'authzsendforbiddenonfailure',
  'allowoverride',
  'allowoverridelist',
]);

/** The lines that set a provider's users, by lower case names. */
export const USER_LINES: Readonly<Record<string, string>> = {
  authuserfile: 'file',
  authdbmuserfile: 'dbm',
  authdbmtype: 'dbm',
  authdbduserpwquery: 'dbd',
  authdbduserrealmquery: 'dbd',
  anonymous: 'anon',
  anonymous_nouserid: 'anon',
  anonymous_mustgiveemail: 'anon',
  anonymous_verifyemail: 'anon',
  authldapurl: 'ldap',
  authldapbinddn: 'ldap',
};

/**
 * The lines of mod_authnz_ldap besides: with any of them a section begins the module's record anew, without the URL of the sections around. 2.4
 * has no AuthzLDAPAuthoritative.
 */
export const LDAP_RECORD_LINES: ReadonlySet<string> = new Set(['authzldapauthoritative', ...LDAP_SETTINGS]);

/** Whether lines of that name (in lower case) say whose credentials are good. */
export function isOfLogin(name: string): boolean {
  return (
    name === 'authtype' || name === 'authname' || name in USER_LINES || /^auth(?:basic|digest)/.test(name)
  );
}
