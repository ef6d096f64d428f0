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

/** What there is to know before a module of others is moved to 2.4; null where nothing is known. @param identifier of LoadModule */
export function thirdPartyAdvice(identifier: string): string | null {
  return ADVICE.find(([pattern]) => pattern.test(identifier))?.[1] ?? null;
}
