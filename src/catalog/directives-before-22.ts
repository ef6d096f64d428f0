import { isDirective } from './directives.ts';

/** A directive that 2.2 had no longer. */
export interface DirectiveBefore22 {
  readonly name: string;
  /** The last version that had it. */
  readonly last: '1.3' | '2.0';
  /** What 2.2 has instead, as directives or in words; null for nothing. */
  readonly instead: string | null;
}

/**
 * From the lists of directives of 1.3 and 2.0 (https://httpd.apache.org/docs/2.0/mod/directives.html and its like of 1.3), and
 * https://httpd.apache.org/docs/2.2/upgrading.html for what replaces them.
 */
const ROWS: readonly (readonly [name: string, last: '1.3' | '2.0', instead: string | null])[] = [
  ['AccessConfig', '1.3', 'Include'],
  ['AddModule', '1.3', null],
  ['AgentLog', '2.0', 'CustomLog FILE "%{User-agent}i"'],
  ['Anonymous_Authoritative', '2.0', 'AuthBasicAuthoritative'],
  ['AuthAuthoritative', '2.0', 'AuthBasicAuthoritative'],
  ['AuthDBMAuthoritative', '2.0', 'AuthBasicAuthoritative'],
  ['AuthDigestFile', '2.0', 'AuthUserFile'],
  ['AuthDigestGroupFile', '2.0', 'AuthGroupFile'],
  ['AuthLDAPAuthoritative', '2.0', 'AuthzLDAPAuthoritative'],
  ['AuthLDAPEnabled', '2.0', 'AuthBasicProvider ldap'],
  ['AuthLDAPFrontPageHack', '2.0', null],
  ['BindAddress', '1.3', 'Listen'],
  ['CacheExpiryCheck', '2.0', null],
  ['CacheForceCompletion', '2.0', null],
  ['CacheGcClean', '2.0', 'htcacheclean, a program'],
  ['CacheGcDaily', '2.0', 'htcacheclean, a program'],
  ['CacheGcInterval', '2.0', 'htcacheclean, a program'],
  ['CacheGcMemUsage', '2.0', 'htcacheclean, a program'],
  ['CacheGcUnused', '2.0', 'htcacheclean, a program'],
  ['CacheSize', '2.0', 'htcacheclean, a program'],
  ['CacheTimeMargin', '2.0', null],
  ['ChildPerUserID', '2.0', null],
  ['ClearModuleList', '1.3', null],
  ['LDAPTrustedCA', '2.0', 'LDAPTrustedGlobalCert'],
  ['LDAPTrustedCAType', '2.0', 'LDAPTrustedGlobalCert'],
  ['MaxThreadsPerChild', '2.0', null],
  ['NumServers', '2.0', null],
  ['RefererIgnore', '2.0', 'SetEnvIf with CustomLog'],
  ['RefererLog', '2.0', 'CustomLog FILE "%{Referer}i -> %U"'],
  ['ResourceConfig', '1.3', 'Include'],
  ['ServerType', '1.3', null],
];

const index = new Map(ROWS.map(([name, last, instead]) => [name.toLowerCase(), { name, last, instead }]));

/** Whether any httpd from 1.3 to 2.4 knows a directive of that name. */
export function wasEverDirective(name: string): boolean {
  return isDirective(name) || directiveBefore22(name) !== null;
}

/** The directive of 1.3 or 2.0 of that name (any case); null for names that 2.2 has, too, and for unknown ones. */
export function directiveBefore22(name: string): DirectiveBefore22 | null {
  return index.get(name.toLowerCase()) ?? null;
}
