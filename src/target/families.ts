import {
  moduleSince,
  modules,
  packagedModuleFiles,
  patchRelease,
  type ModuleFacts,
} from '../catalog/index.ts';
import type { TargetFamily, TargetProfile } from './types.ts';

const PREFORK = 'mpm_prefork_module';
/** What a build with everything shared still has compiled in: packages of Red Hat, FreeBSD, macOS. */
const CORE = ['core_module', 'http_module', 'so_module'];

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

/**
 * Module files of SUSE's package (`dynamic_modules` of apache2.spec for 2.4.63, in packages/a/apache2 of github.com/bmwiedemann/openSUSE); an
 * older one is taken to have those of them that its release has.
 */
const SUSE_MODULES =
  'access_compat actions alias allowmethods asis auth_basic auth_digest auth_form authn_anon authn_core authn_dbd authn_dbm ' +
  'authn_file authn_socache authnz_fcgi authnz_ldap authz_core authz_dbd authz_dbm authz_groupfile authz_host authz_owner ' +
  'authz_user autoindex brotli bucketeer buffer cache cache_disk cache_socache case_filter case_filter_in cgi cgid ' +
  'charset_lite data dav dav_fs dav_lock dbd deflate dialup dir dumpio echo env expires ext_filter file_cache filter headers ' +
  'heartmonitor http2 imagemap include info lbmethod_bybusyness lbmethod_byrequests lbmethod_bytraffic lbmethod_heartbeat ' +
  'ldap log_config log_debug log_forensic logio lua macro mime mime_magic negotiation proxy proxy_ajp proxy_balancer ' +
  'proxy_connect proxy_express proxy_fcgi proxy_fdpass proxy_ftp proxy_hcheck proxy_html proxy_http proxy_http2 proxy_scgi ' +
  'proxy_uwsgi proxy_wstunnel ratelimit reflector remoteip reqtimeout request rewrite sed session session_cookie ' +
  'session_crypto session_dbd setenvif slotmem_plain slotmem_shm socache_dbm socache_memcache socache_redis socache_shmcb ' +
  'speling ssl status substitute suexec unique_id userdir usertrack version vhost_alias watchdog xml2enc';

/** What httpd's project files for Windows build (Makefile.win of 2.4.62), but for examples: no mod_unixd, no mod_cgid. */
const WINDOWS_MODULES =
  'access_compat actions alias allowmethods asis auth_basic auth_digest auth_form authn_anon authn_core authn_dbd ' +
  'authn_dbm authn_file authn_socache authnz_fcgi authnz_ldap authz_core authz_dbd authz_dbm authz_groupfile authz_host ' +
  'authz_owner authz_user autoindex brotli buffer cache cache_disk cache_socache cern_meta cgi charset_lite data dav ' +
  'dav_fs dav_lock dbd deflate dir dumpio echo env expires ext_filter file_cache filter headers heartbeat heartmonitor ' +
  'http2 ident imagemap include info isapi lbmethod_bybusyness lbmethod_byrequests lbmethod_bytraffic lbmethod_heartbeat ' +
  'ldap log_config log_debug log_forensic logio lua macro md mime mime_magic negotiation proxy proxy_ajp proxy_balancer ' +
  'proxy_connect proxy_express proxy_fcgi proxy_ftp proxy_hcheck proxy_html proxy_http proxy_http2 proxy_scgi proxy_uwsgi ' +
  'proxy_wstunnel ratelimit reflector remoteip reqtimeout request rewrite sed session session_cookie session_crypto ' +
  'session_dbd setenvif slotmem_plain slotmem_shm socache_dbm socache_memcache socache_redis socache_shmcb speling ssl ' +
  'status substitute unique_id userdir usertrack version vhost_alias watchdog xml2enc';

/** What the servers of one family have in common. */
type FamilyFacts = Pick<
  TargetProfile,
  'builtin' | 'moduleFolder' | 'mpm' | 'moduleStyle' | 'typesFile' | 'uncertain'
> & {
  readonly shared: readonly ModuleFacts[];
  /** A module of its packages that httpd itself got later. */
  readonly early?: string;
  /** `apart` of its release (37 for 2.4.37). */
  readonly apartIn?: (patch: number) => ReadonlyMap<string, string>;
};

const FAMILIES: Readonly<Record<TargetFamily, () => FamilyFacts>> = {
  source: () => ({
    ...unix(),
    builtin: identifiers(onUnix().filter(({ stock24 }) => stock24 === 'static')),
    shared: onUnix().filter(({ stock24 }) => stock24?.startsWith('dso')),
    mpm: null,
  }),
  // Debian and Ubuntu since 2.4: log_config, logio, unixd, version and watchdog compiled in, the MPM a file.
  debian: () => ({
    builtin: identifiers(modules().filter(({ debian24 }) => debian24 === 'static')),
    shared: modules().filter(({ debian24 }) => debian24 === 'dso'),
    moduleFolder: '/usr/lib/apache2/modules',
    mpm: PREFORK,
    moduleStyle: 'debian-links',
    typesFile: 'mime.types',
  }),
  // RHEL, CentOS and their kin since 7, Amazon Linux 2: `modules` is a link in /etc/httpd.
  // mod_systemd is a patch of the packages before httpd 2.4.42 (httpd.spec).
  rhel: () => ({
    ...unix(),
    shared: withNames(RHEL_MODULES),
    early: 'systemd_module',
    apartIn: redHatPackages,
    moduleStyle: 'conf-modules',
  }),
  // SUSE builds one binary for each MPM (httpd-prefork is the usual one), with module files of its own (apache2-loadmodule.conf of the
  // package in SUSE:SLE-12-SP3:GA and SUSE:SLE-15-SP5:GA at build.opensuse.org), and has mod_unixd and mod_systemd in the binary
  // (`static_modules` of apache2.spec): the APACHE_MODULES that SLES 12 and 15 start with name neither, and 2.4 does not start without the first.
  suse: () => ({
    ...unix(),
    builtin: new Set([...CORE, PREFORK, 'unixd_module', 'systemd_module']),
    shared: withNames(SUSE_MODULES),
    mpm: null,
    moduleFolder: '/usr/lib64/apache2-prefork',
  }),
  // Alpine builds all as files, the MPMs, too, and has prefork loaded; many modules are subpackages, each with a file in conf.d that loads
  // them (APKBUILD of main/apache2). Without libraries that mod_md needs.
  alpine: () => ({
    ...unix(),
    shared: [...withFiles().filter(({ identifier }) => identifier !== 'md_module'), ...withNames('dav_lock')],
    apartIn: () => ALPINE_PACKAGES,
    typesFile: '/etc/apache2/mime.types',
  }),
  // The port www/apache24 builds all as files, the MPMs, too, and has prefork loaded (Makefile, Makefile.options, pkg-plist of the port;
  // what MOST_DISABLED_MODULES and EXAMPLE_MODULES list is built if somebody asks for it).
  freebsd: () => ({
    ...unix(),
    shared: [...withFiles(), ...withNames('cern_meta imagemap')],
    moduleFolder: 'libexec/apache24',
    typesFile: 'etc/apache24/mime.types',
    uncertain: identifiers(withNames('authnz_ldap brotli echo ident ldap lua suexec')),
  }),
  // Paths as in `<Layout Darwin>` of httpd's config.layout. Apple's Makefile of the project apache (opensource.apple.com) configures
  // --enable-mods-shared=all --enable-mpms-shared=all --with-mpm=prefork --enable-imagemap: without what httpd's config.m4 files mark `no`, or
  // need a library for that the Makefile does not name.
  macos: () => ({
    ...unix(),
    shared: [
      ...withFiles().filter(({ identifier }) => identifier !== 'suexec_module'),
      ...withNames('imagemap'),
    ],
    moduleFolder: 'libexec/apache2',
    typesFile: '/private/etc/apache2/mime.types',
    uncertain: identifiers(withNames('authnz_ldap brotli http2 ldap lua md proxy_http2')),
  }),
  windows: () => ({
    ...unix(),
    builtin: new Set([...CORE, 'mpm_winnt_module', 'win32_module']),
    shared: withNames(WINDOWS_MODULES),
    mpm: null,
  }),
};

/** What a server of that family and release has. */
export function familyProfile(family: TargetFamily, version: string): Omit<TargetProfile, 'name'> {
  const { shared, early, apartIn, ...facts } = FAMILIES[family]();
  const there = shared.filter(
    ({ identifier }) => identifier === early || moduleSince(identifier) <= patchRelease(version),
  );
  const apart = apartIn?.(patchRelease(version));
  return { ...facts, version, family, loadable: files(there), ...(apart && { apart }) };
}

function redHatPackages(patch: number): ReadonlyMap<string, string> {
  return new Map(
    packagedModuleFiles(patch).flatMap(({ package: from, modules: names }) =>
      from === null ? [] : names.map((name) => [name, from] as const),
    ),
  );
}

const ALPINE_PACKAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'apache2-brotli': 'brotli',
    'apache2-http2': 'http2',
    'apache2-ldap': 'ldap authnz_ldap',
    'apache2-lua': 'lua',
    'apache2-proxy':
      'proxy proxy_ajp proxy_balancer proxy_connect proxy_express proxy_fcgi proxy_fdpass proxy_ftp proxy_hcheck ' +
      'proxy_http proxy_http2 proxy_scgi proxy_uwsgi proxy_wstunnel lbmethod_bybusyness lbmethod_byrequests ' +
      'lbmethod_bytraffic lbmethod_heartbeat',
    'apache2-proxy-html': 'proxy_html xml2enc',
    'apache2-ssl': 'ssl',
    'apache2-webdav': 'dav dav_fs dav_lock',
  }).flatMap(([from, names]) => names.split(' ').map((name) => [`${name}_module`, from] as const)),
);

/** All shared, as packages build it. */
function unix(): FamilyFacts {
  return {
    builtin: new Set(CORE),
    shared: withFiles(),
    moduleFolder: 'modules',
    mpm: PREFORK,
    moduleStyle: 'load-module',
    typesFile: 'conf/mime.types',
  };
}

function onUnix(): readonly ModuleFacts[] {
  return modules().filter(({ identifier }) => identifier !== 'mpm_winnt_module');
}

/** Those of a build with all that 2.4 has. */
function withFiles(): readonly ModuleFacts[] {
  return onUnix().filter(({ in24, identifier, stock24 }) => {
    return (
      in24 && !CORE.includes(identifier) && (stock24?.startsWith('dso') === true || USUAL.has(identifier))
    );
  });
}

/** Not built unless asked for, yet in every package. */
const USUAL: ReadonlySet<string> = new Set(
  'asis charset_lite lua mime_magic mpm_prefork mpm_worker proxy_html proxy_http2 suexec usertrack xml2enc'
    .split(' ')
    .map((name) => `${name}_module`),
);

function withNames(names: string): readonly ModuleFacts[] {
  const wanted = new Set(names.split(' ').map((name) => `${name}_module`));
  return modules().filter(({ identifier }) => wanted.has(identifier));
}

function identifiers(facts: readonly ModuleFacts[]): ReadonlySet<string> {
  return new Set(facts.map((each) => each.identifier));
}

function files(facts: readonly ModuleFacts[]): ReadonlyMap<string, string> {
  return new Map(facts.flatMap(({ identifier, file }) => (file ? [[identifier, file] as const] : [])));
}
