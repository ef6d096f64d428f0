/** A file of Red Hat's /etc/httpd/conf.modules.d: the modules that it loads, in its order, without `_module`. */
export interface PackagedFile {
  readonly name: string;
  readonly modules: string;
  /** The first release of 2.4 whose package has the file so; absent for all. */
  readonly since?: number;
  /** The first release whose package has it no more. */
  readonly until?: number;
  /** The package that has the file and its modules; absent for httpd's own, which every server has. */
  readonly package?: string;
}

/** httpd-2.4.6 of CentOS 7: its files as certbot's tests have them (testdata/centos7_apache of github.com/certbot/certbot). */
const BASE_OF_7 =
  'access_compat actions alias allowmethods auth_basic auth_digest authn_anon authn_core authn_dbd authn_dbm authn_file ' +
  'authn_socache authz_core authz_dbd authz_dbm authz_groupfile authz_host authz_owner authz_user autoindex cache cache_disk ' +
  'data dbd deflate dir dumpio echo env expires ext_filter filter headers include info log_config logio mime_magic mime ' +
  'negotiation remoteip reqtimeout rewrite setenvif slotmem_plain slotmem_shm socache_dbm socache_memcache socache_shmcb ' +
  'status substitute suexec unique_id unixd userdir version vhost_alias ' +
  'buffer watchdog heartbeat heartmonitor usertrack dialup charset_lite log_debug ratelimit reflector request sed speling';

/** The same of later packages, which have the end in a file of its own (github.com/rpm-devel/httpd, 00-base.conf and 00-optional.conf). */
const BASE =
  'access_compat actions alias allowmethods auth_basic auth_digest authn_anon authn_core authn_dbd authn_dbm authn_file ' +
  'authn_socache authz_core authz_dbd authz_dbm authz_groupfile authz_host authz_owner authz_user autoindex brotli cache ' +
  'cache_disk cache_socache data dbd deflate dir dumpio echo env expires ext_filter filter headers include info log_config ' +
  'logio macro mime_magic mime negotiation remoteip reqtimeout request rewrite setenvif slotmem_plain slotmem_shm ' +
  'socache_dbm socache_memcache socache_redis socache_shmcb status substitute suexec unique_id unixd userdir version ' +
  'vhost_alias watchdog';

/** The first of these releases is Amazon Linux 2's, after RHEL 7's 2.4.6. */
const LATER = 33;

/** Since RHEL 9 mod_lua is a package of its own. */
const LUA_APART = 51;

/**
 * What `%files` of httpd.spec puts into conf.modules.d. 00-mpm.conf loads exactly one of its modules; 01-cgi.conf loads mod_cgi beside
 * prefork and mod_cgid beside the others.
 */
export const RED_HAT_FILES: readonly PackagedFile[] = [
  { name: '00-base.conf', modules: BASE_OF_7, until: LATER },
  { name: '00-base.conf', modules: BASE, since: LATER },
  { name: '00-dav.conf', modules: 'dav dav_fs dav_lock' },
  { name: '00-lua.conf', modules: 'lua', until: LUA_APART },
  { name: '00-lua.conf', modules: 'lua', since: LUA_APART, package: 'mod_lua' },
  { name: '00-mpm.conf', modules: 'mpm_prefork mpm_worker mpm_event' },
  {
    name: '00-optional.conf',
    modules:
      'asis buffer heartbeat heartmonitor usertrack dialup charset_lite log_debug log_forensic ratelimit reflector sed speling',
    since: LATER,
  },
  {
    name: '00-proxy.conf',
    modules:
      'proxy lbmethod_bybusyness lbmethod_byrequests lbmethod_bytraffic lbmethod_heartbeat proxy_ajp proxy_balancer ' +
      'proxy_connect proxy_express proxy_fcgi proxy_fdpass proxy_ftp proxy_http proxy_hcheck proxy_scgi proxy_uwsgi ' +
      'proxy_wstunnel',
  },
  { name: '00-proxyhtml.conf', modules: 'xml2enc proxy_html', package: 'mod_proxy_html' },
  { name: '00-ssl.conf', modules: 'ssl', package: 'mod_ssl' },
  { name: '00-systemd.conf', modules: 'systemd' },
  { name: '01-cgi.conf', modules: 'cgid cgi' },
  { name: '01-ldap.conf', modules: 'ldap authnz_ldap', package: 'mod_ldap' },
  {
    name: '01-session.conf',
    modules: 'session session_cookie session_dbd auth_form session_crypto',
    package: 'mod_session',
  },
];
