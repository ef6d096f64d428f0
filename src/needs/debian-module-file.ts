/** Debian's names of module files that are not the module's own (debian/config-dir/mods-available of its apache2 package). */
const OTHER_NAMES: Readonly<Record<string, string>> = { dumpio: 'dump_io' };
/** Only one of these may be enabled: their `Conflicts:` lines. */
const CONFLICTS: Readonly<Record<string, string>> = {
  mpm_event: 'mpm_worker mpm_prefork',
  mpm_prefork: 'mpm_event mpm_worker',
  mpm_worker: 'mpm_event mpm_prefork',
};

/** What a2enmod enables together with a module: the `Depends:` lines of the same files (apache2 2.4.71-1). */
const DEPENDS: Readonly<Record<string, string>> = {
  access_compat: 'authn_core',
  asis: 'mime',
  auth_basic: 'authn_core',
  auth_digest: 'authn_core',
  auth_form: 'session authn_core',
  authn_dbd: 'dbd',
  authnz_ldap: 'ldap',
  authz_dbd: 'dbd authz_core',
  authz_dbm: 'authz_core',
  authz_groupfile: 'authz_core',
  authz_host: 'authz_core',
  authz_user: 'authz_core',
  cache_disk: 'cache',
  cache_socache: 'cache',
  dav_fs: 'dav',
  deflate: 'filter',
  file_cache: 'cache',
  include: 'mime',
  lbmethod_bybusyness: 'proxy_balancer',
  lbmethod_byrequests: 'proxy_balancer',
  lbmethod_bytraffic: 'proxy_balancer',
  lbmethod_heartbeat: 'proxy_balancer',
  proxy_ajp: 'proxy',
  proxy_balancer: 'proxy alias slotmem_shm',
  proxy_connect: 'proxy',
  proxy_express: 'proxy',
  proxy_fcgi: 'proxy',
  proxy_fdpass: 'proxy',
  proxy_ftp: 'proxy',
  proxy_hcheck: 'proxy',
  proxy_html: 'proxy xml2enc',
  proxy_http: 'proxy',
  proxy_http2: 'proxy http2',
  proxy_scgi: 'proxy',
  proxy_uwsgi: 'proxy',
  proxy_wstunnel: 'proxy',
  ratelimit: 'env',
  session_cookie: 'session',
  session_crypto: 'session',
  session_dbd: 'session',
  ssl: 'setenvif mime socache_shmcb',
};

/** How a2enmod calls a module: `x_module` -> `x`. */
export function debianName(identifier: string): string {
  const own = identifier.replace(/_module$/, '');
  return OTHER_NAMES[own] ?? own;
}

/** The text of mods-available/NAME.load as the package has it, so that dpkg finds its own file there. */
export function debianLoadFile(identifier: string, path: string): string {
  const name = debianName(identifier);
  const depends = DEPENDS[name];
  const conflicts = CONFLICTS[name];
  return [
    ...(depends === undefined ? [] : [`# Depends: ${depends}\n`]),
    ...(conflicts === undefined ? [] : [`# Conflicts: ${conflicts}\n`]),
    `LoadModule ${identifier} ${path}\n`,
  ].join('');
}
