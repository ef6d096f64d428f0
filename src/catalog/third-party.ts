/** A module that comes with neither version, known by the names of its directives. */
export interface ThirdPartyModule {
  /** As people call it. */
  readonly name: string;
  /** Of its directives, in lower case. */
  readonly directives: RegExp;
  /** Of its LoadModule identifier. */
  readonly identifier?: RegExp;
  /**
   * What it does with access in 2.2: `groups`: answers `Require group` where no AuthGroupFile does; `requires`: decides how
   * Require lines count.
   */
  readonly access?: 'groups' | 'requires';
}

/** The more special ones first. From the modules' own manuals and sources. */
const MODULES: readonly ThirdPartyModule[] = [
  { name: 'PHP (mod_php)', directives: /^php(?:\d?_(?!fix_)|inidir$)/, identifier: /^php\d*_/ },
  { name: 'ModSecurity', directives: /^sec[a-z]/, identifier: /^security\d*_/ },
  { name: 'mod_wsgi', directives: /^wsgi/, identifier: /^wsgi_/ },
  { name: 'Passenger', directives: /^(passenger|rails|rack)/, identifier: /^passenger_/ },
  { name: 'mod_perl', directives: /^perl/, identifier: /^perl_/ },
  { name: 'mod_jk', directives: /^jk/, identifier: /^jk_/ },
  {
    name: 'Subversion (mod_dav_svn, mod_authz_svn)',
    directives: /^(svn|authzsvn)/,
    identifier: /^(dav|authz)_svn_/,
  },
  { name: 'mod_fcgid or mod_fastcgi', directives: /^(fcgid|fastcgi|fcgi)/, identifier: /^(fcgid|fastcgi)_/ },
  // As the directives were called before 2.3.3.
  {
    name: 'mod_fcgid',
    directives:
      /^(ipc(comm|connect)timeout|(busy|idle|error|zombie)scaninterval|(busy|idle)timeout|processlifetime|maxprocesscount|default(max|min)classprocesscount|max(requestsperprocess|requestinmem|requestlen)|defaultinitenv|sharemempath|socketpath|(spawn|termination|time)score|spawnscoreuplimit|outputbuffersize|php_fix_pathinfo_enable)$/,
  },
  {
    name: 'mod_cluster',
    directives:
      /^(memmanagerfile|managerbalancername|advertise(frequency|group|securitykey|bindaddress)|serveradvertise|enablemcpmreceive|createbalancers|max(node|context|host|sessionid)|persistslots|checknonce|lbstatusrecaltime)$/,
    identifier: /^(proxy_cluster|manager|advertise|cluster_slotmem)_/,
  },
  {
    name: 'mod_bonjour (macOS)',
    directives: /^register(defaultsite|resource|usersite)$/,
    identifier: /^bonjour_/,
  },
  { name: 'mod_python', directives: /^python/, identifier: /^python_/ },
  { name: 'mod_pagespeed', directives: /^(mod)?pagespeed/, identifier: /^pagespeed_/ },
  // ShibRequireAll makes all Require lines conditions instead of alternatives (mod_shib 2).
  { name: 'Shibboleth (mod_shib)', directives: /^shib/, identifier: /^mod_shib/, access: 'requires' },
  { name: 'mod_auth_cas', directives: /^cas/, identifier: /^auth_cas_/ },
  { name: 'mod_auth_openidc', directives: /^oidc/, identifier: /^auth_openidc_/ },
  { name: 'mod_auth_mellon', directives: /^mellon/, identifier: /^auth_mellon_/ },
  { name: 'mod_auth_kerb', directives: /^(krb|kerb)/, identifier: /^auth_kerb_/ },
  { name: 'mod_auth_gssapi', directives: /^gssapi/, identifier: /^auth_gssapi_/ },
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
  { name: 'mod_auth_tkt', directives: /^tktauth/, identifier: /^auth_tkt_/ },
  { name: 'mod_cosign', directives: /^cosign/, identifier: /^cosign_/ },
  { name: 'mod_geoip', directives: /^geoip/, identifier: /^geoip_/ },
  { name: 'mod_evasive', directives: /^dos/, identifier: /^evasive\d*_/ },
  { name: 'mod_qos', directives: /^qs_/, identifier: /^qos_/ },
  { name: 'mod_rpaf', directives: /^rpaf/, identifier: /^rpaf_/ },
  { name: 'mod_xsendfile', directives: /^xsendfile/, identifier: /^xsendfile_/ },
  {
    name: 'IBM HTTP Server (mod_ibm_ssl)',
    directives:
      /^(ssl(enable|disable|servercert|clientauth\w*|v[23]timeout|version|cipher(ban|require|spec)|protocol(disable|enable)|stashfile|fakebasicauth|cache\w+)|keyfile)$/,
    identifier: /^ibm_ssl_/,
  },
  { name: 'the plug-in of WebSphere', directives: /^webspherepluginconfig$/, identifier: /^was_ap\d+_/ },
  { name: 'mod_afpa_cache (IBM HTTP Server)', directives: /^afpa/, identifier: /^ibm_afpa_/ },
  { name: 'mod_nss', directives: /^nss/, identifier: /^nss_/ },
  {
    name: 'the itk MPM',
    directives: /^(assignuserid|maxclientsvhost|nicevalue|limituidrange|limitgidrange)/,
  },
  {
    name: 'the peruser MPM',
    directives: /^(minspareprocessors|maxprocessors|multiplexer|processor$|expiretimeout)/,
  },
  {
    name: 'mod_ruid2',
    directives: /^r(mode|uidgid|mingid|minuid|defaultuidgid|groups|documentchroot)/,
    identifier: /^ruid2_/,
  },
  { name: 'mod_suphp', directives: /^suphp_/, identifier: /^suphp_/ },
  { name: 'mod_bw or mod_cband', directives: /^(bandwidth|minbandwidth|maxconnection|largefilelimit|cband)/ },
  { name: 'mod_musicindex', directives: /^musicindex/ },
  { name: 'mod_log_sql', directives: /^logsql/ },
];

/** The module that a directive (any case) is probably of; null if none is known by such a name. */
export function thirdPartyModuleOf(directive: string): ThirdPartyModule | null {
  const name = directive.toLowerCase();
  return MODULES.find(({ directives }) => directives.test(name)) ?? null;
}

/** The module that a LoadModule line of this identifier loads; null if none is known by it. */
export function thirdPartyModuleLoaded(identifier: string): ThirdPartyModule | null {
  return MODULES.find((each) => each.identifier?.test(identifier) === true) ?? null;
}

/** What is known of the 2.4 builds of modules that many 2.2 servers load: by the identifier's start, the longest first. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [
    /^php[45]_/,
    'PHP 5 is out of support; the usual way in 2.4 is php-fpm with mod_proxy_fcgi, or the module of a current PHP with the prefork MPM.',
  ],
  [/^php\d*_/, 'The usual way in 2.4 is php-fpm with mod_proxy_fcgi; the module needs the prefork MPM.'],
  [
    /^perl_/,
    'mod_perl supports 2.4 since 2.0.9; handlers that ask for $r->connection->remote_ip need useragent_ip or client_ip.',
  ],
  [/^python_/, 'mod_python has no release for 2.4; mod_wsgi is what replaced it.'],
  [/^wsgi_/, 'Current releases of mod_wsgi build against 2.4.'],
  [
    /^(dav_svn|authz_svn|dontdothat)_/,
    'It is part of Subversion: install the build that goes with the new server.',
  ],
  [
    /^jk_/,
    'Current releases of mod_jk build against 2.4; mod_proxy_ajp, which comes with httpd, speaks to the same servers.',
  ],
  [/^passenger_/, 'Its installer (passenger-install-apache2-module) builds it against the new server.'],
  [/^(rpaf|removeip|extract_forwarded)_/, 'mod_remoteip, which comes with 2.4, does this.'],
  [/^fcgid_/, 'Current releases of mod_fcgid build against 2.4; mod_proxy_fcgi comes with 2.4.'],
  [/^fastcgi_/, 'mod_fastcgi was never released for 2.4; mod_fcgid or mod_proxy_fcgi do its work.'],
  [/^security\d*_/, 'Current releases of ModSecurity 2 build against 2.4.'],
  [/^(macro|define)_/, '2.4 has this built in or as a module of its own.'],
  [/^(mpm_itk|itk)_/, 'In 2.4 it is a module beside the prefork MPM, no MPM of its own.'],
  [/^(proxy_html|xml2enc)_/, 'It comes with 2.4.'],
  [/^(bw|bwlimited|cband|bandwidth)_/, 'mod_ratelimit, which comes with 2.4, limits bandwidth, too.'],
  [/^auth_(mysql|pgsql)_/, 'mod_authn_dbd, which comes with httpd, asks a database, too.'],
  [/^ibm_ssl_/, 'IBM HTTP Server 9, whose core is 2.4, has it.'],
  [
    /^was_ap2[02]_/,
    "WebSphere's plug-ins have a file for 2.4 beside it: `LoadModule was_ap24_module .../mod_was_ap24_http.so`.",
  ],
  [/^suphp_/, 'suPHP is no longer maintained; php-fpm runs scripts under their owners.'],
];

/** What else is to be said on Windows, which has neither php-fpm nor prefork (windows.php.net/download). */
const ON_WINDOWS: typeof ADVICE = [
  [
    /^php\d*_/,
    'A thread-safe build of a current PHP for Windows has one: `LoadModule php_module .../php8apache2_4.dll`; other builds run by mod_fcgid.',
  ],
];

/** What there is to know before a module of others is moved to 2.4; null where nothing is known. @param identifier of LoadModule */
export function thirdPartyAdvice(identifier: string, isForWindows = false): string | null {
  const known = isForWindows ? [...ON_WINDOWS, ...ADVICE] : ADVICE;
  return known.find(([pattern]) => pattern.test(identifier))?.[1] ?? null;
}
