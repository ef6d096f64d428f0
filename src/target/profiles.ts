import { modules, type ModuleFacts } from '../catalog/index.ts';
import type { TargetProfile } from './types.ts';

const PREFORK = 'mpm_prefork_module';

/** Modules of the httpd package of RHEL and CentOS 7 and later, and of mod_ssl, mod_ldap, mod_session and mod_proxy_html beside it. */
const RHEL_MODULES =
  'access_compat actions alias allowmethods asis auth_basic auth_digest auth_form authn_anon authn_core authn_dbd authn_dbm ' +
  'authn_file authn_socache authnz_ldap authz_core authz_dbd authz_dbm authz_groupfile authz_host authz_owner authz_user ' +
  'autoindex buffer cache cache_disk cache_socache cgi cgid charset_lite data dav dav_fs dav_lock dbd deflate dialup dir ' +
  'dumpio echo env expires ext_filter filter headers heartbeat heartmonitor include info lbmethod_bybusyness ' +
  'lbmethod_byrequests lbmethod_bytraffic lbmethod_heartbeat ldap log_config log_debug log_forensic logio lua macro mime ' +
  'mime_magic mpm_event mpm_prefork mpm_worker negotiation proxy proxy_ajp proxy_balancer proxy_connect proxy_express ' +
  'proxy_fcgi proxy_fdpass proxy_ftp proxy_html proxy_http proxy_scgi proxy_wstunnel ratelimit reflector remoteip ' +
  'reqtimeout request rewrite sed session session_cookie session_crypto session_dbd setenvif slotmem_plain slotmem_shm ' +
  'socache_dbm socache_memcache socache_shmcb speling ssl status substitute suexec systemd unique_id unixd userdir ' +
  'usertrack version vhost_alias watchdog xml2enc';

/** A build from source with default options (event compiled in, all else as files), as httpd's own httpd.conf expects it. */
function stock(): TargetProfile {
  const unixModules = modules().filter((facts) => facts.identifier !== 'mpm_winnt_module');
  return {
    name: 'stock',
    version: null,
    builtin: identifiers(unixModules.filter((facts) => facts.stock24 === 'static')),
    loadable: files(unixModules.filter((facts) => facts.stock24?.startsWith('dso'))),
    moduleFolder: 'modules',
    mpm: null,
    moduleStyle: 'load-module',
    typesFile: 'conf/mime.types',
  };
}

/** Debian and Ubuntu since 2.4: log_config, logio, unixd, version and watchdog compiled in, the MPM a file. */
function debian(): TargetProfile {
  return {
    name: 'debian',
    version: null,
    builtin: identifiers(modules().filter((facts) => facts.debian24 === 'static')),
    loadable: files(modules().filter((facts) => facts.debian24 === 'dso')),
    moduleFolder: '/usr/lib/apache2/modules',
    mpm: PREFORK,
    moduleStyle: 'debian-links',
    typesFile: 'mime.types',
  };
}

/** RHEL, CentOS and their kin since 7: everything a file but core, http_core and so; `modules` is a link in /etc/httpd. */
function rhel(): TargetProfile {
  const shared = new Set(RHEL_MODULES.split(' ').map((name) => `${name}_module`));
  return {
    name: 'rhel',
    version: null,
    builtin: new Set(['core_module', 'http_module', 'so_module']),
    loadable: files(modules().filter((facts) => shared.has(facts.identifier))),
    moduleFolder: 'modules',
    mpm: PREFORK,
    moduleStyle: 'load-module',
    typesFile: 'conf/mime.types',
  };
}

export type TargetName = 'stock' | 'debian' | 'rhel';

const PROFILES: Readonly<Record<TargetName, () => TargetProfile>> = { stock, debian, rhel };

/** The names that targetProfile knows; the first is the default. */
export const targetNames = Object.keys(PROFILES) as readonly TargetName[];

/** The profile of that name; null if there is none. */
export function targetProfile(name: TargetName): TargetProfile;
export function targetProfile(name: string): TargetProfile | null;
export function targetProfile(name: string): TargetProfile | null {
  return targetNames.includes(name as TargetName) ? PROFILES[name as TargetName]() : null;
}

function identifiers(facts: readonly ModuleFacts[]): ReadonlySet<string> {
  return new Set(facts.map((each) => each.identifier));
}

function files(facts: readonly ModuleFacts[]): ReadonlyMap<string, string> {
  return new Map(facts.flatMap(({ identifier, file }) => (file ? [[identifier, file] as const] : [])));
}
