/** A module that comes with neither version, known by the names of its directives. */
export interface ThirdPartyModule {
  /** As people call it. */
  readonly name: string;
  /** Of its directives, in lower case. */
  readonly directives: RegExp;
  /** Of its LoadModule identifier, where it matters that it is loaded. */
  readonly identifier?: RegExp;
  /**
   * What it does with access in 2.2: `groups`: answers `Require group` where no AuthGroupFile does; `requires`: decides how
   * Require lines count.
   */
  readonly access?: 'groups' | 'requires';
}

/** The more special ones first. From the modules' own manuals and sources. */
const MODULES: readonly ThirdPartyModule[] = [
  { name: 'PHP (mod_php)', directives: /^php\d?_/ },
  { name: 'ModSecurity', directives: /^sec[a-z]/ },
  { name: 'mod_wsgi', directives: /^wsgi/ },
  { name: 'Passenger', directives: /^(passenger|rails|rack)/ },
  { name: 'mod_perl', directives: /^perl/ },
  { name: 'mod_jk', directives: /^jk/ },
  { name: 'Subversion (mod_dav_svn, mod_authz_svn)', directives: /^(svn|authzsvn)/ },
  { name: 'mod_fcgid or mod_fastcgi', directives: /^(fcgid|fastcgi|fcgi)/ },
  { name: 'mod_python', directives: /^python/ },
  { name: 'mod_pagespeed', directives: /^(mod)?pagespeed/ },
  // ShibRequireAll makes all Require lines conditions instead of alternatives (mod_shib 2).
  { name: 'Shibboleth (mod_shib)', directives: /^shib/, identifier: /^mod_shib/, access: 'requires' },
  { name: 'mod_auth_cas', directives: /^cas/ },
  { name: 'mod_auth_openidc', directives: /^oidc/ },
  { name: 'mod_auth_mellon', directives: /^mellon/ },
  { name: 'mod_auth_kerb', directives: /^(krb|kerb)/ },
  { name: 'mod_auth_gssapi', directives: /^gssapi/ },
  {
    name: 'mod_authz_unixgroup',
    directives: /^authzunixgroup/,
    identifier: /^authz_unixgroup_/,
    access: 'groups',
  },
  {
    name: 'mod_authnz_external',
    directives:
      /^(authexternal|groupexternal|authzexternal|groupexternalmanyatonce|addexternal|defineexternal)/,
    identifier: /^(authnz|auth)_external_/,
    access: 'groups',
  },
  {
    name: 'mod_auth_mysql',
    directives: /^auth_?mysql/,
    identifier: /^(auth_mysql|mysql_auth)_/,
    access: 'groups',
  },
  {
    name: 'mod_auth_pgsql',
    directives: /^auth_?pg_/,
    identifier: /^auth_pgsql_/,
    access: 'groups',
  },
  {
    name: 'mod_auth_pam',
    directives: /^authpam/,
    identifier: /^(auth_pam|auth_sys_group|authnz_pam)_/,
    access: 'groups',
  },
  {
    name: 'mod_auth_sspi',
    directives: /^sspi/,
    identifier: /^(sspi_auth|auth_sspi|authnz_sspi)_/,
    access: 'groups',
  },
  { name: 'mod_auth_shadow', directives: /^authshadow/, identifier: /^auth_shadow_/, access: 'groups' },
  { name: 'mod_auth_imap or mod_auth_radius', directives: /^(auth_?imap|auth_?radius|addradius)/ },
  { name: 'mod_auth_tkt', directives: /^tktauth/ },
  { name: 'mod_cosign', directives: /^cosign/ },
  { name: 'mod_geoip', directives: /^geoip/ },
  { name: 'mod_evasive', directives: /^dos/ },
  { name: 'mod_qos', directives: /^qs_/ },
  { name: 'mod_rpaf', directives: /^rpaf/ },
  { name: 'mod_xsendfile', directives: /^xsendfile/ },
  { name: 'mod_nss', directives: /^nss/ },
  {
    name: 'the itk MPM',
    directives: /^(assignuserid|maxclientsvhost|nicevalue|limituidrange|limitgidrange)/,
  },
  {
    name: 'the peruser MPM',
    directives: /^(minspareprocessors|maxprocessors|multiplexer|processor$|expiretimeout)/,
  },
  { name: 'mod_ruid2', directives: /^r(mode|uidgid|mingid|minuid|defaultuidgid|groups|documentchroot)/ },
  { name: 'mod_suphp', directives: /^suphp_/ },
  { name: 'mod_bw or mod_cband', directives: /^(bandwidth|minbandwidth|maxconnection|largefilelimit|cband)/ },
  { name: 'mod_musicindex', directives: /^musicindex/ },
  { name: 'mod_log_sql', directives: /^logsql/ },
];

/** The module that a directive (any case) is probably of; null if none is known by such a name. */
export function thirdPartyModuleOf(directive: string): ThirdPartyModule | null {
  const name = directive.toLowerCase();
  return MODULES.find(({ directives }) => directives.test(name)) ?? null;
}

/** The module that a LoadModule line of this identifier loads; null if none that matters is known by it. */
export function thirdPartyModuleLoaded(identifier: string): ThirdPartyModule | null {
  return MODULES.find((each) => each.identifier?.test(identifier) === true) ?? null;
}
