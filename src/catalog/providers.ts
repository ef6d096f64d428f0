import { lazy } from '../text/index.ts';

/** The kinds of names that a directive's arguments can hold and a module must stand behind. */
export type ProviderKind =
  /** After Require. */
  | 'authz'
  /** After AuthBasicProvider and AuthDigestProvider. */
  | 'authn'
  /** After AuthType. */
  | 'auth-type'
  /** After lbmethod=. */
  | 'lbmethod'
  /** Before the colon of SSLSessionCache, SSLStaplingCache, AuthnCacheSOCache, CacheSocache. */
  | 'socache'
  /** The first argument of CacheEnable. */
  | 'cache'
  /** After Dav. */
  | 'dav'
  /** Before the colon of a proxied URL. */
  | 'proxy-scheme'
  /** Output and input filters: SetOutputFilter, AddOutputFilterByType, FilterProvider ... */
  | 'filter'
  /** After SetHandler and AddHandler. */
  | 'handler';

/** Modules by bare name with the provider names that their 2.4.71 sources register; no entry: the core has it or nobody. */
const PROVIDERS: Readonly<Record<ProviderKind, Readonly<Record<string, string>>>> = {
  authz: {
    authz_core: 'all env method expr',
    authz_host: 'ip host local forward-dns',
    authz_user: 'user valid-user',
    authz_groupfile: 'group file-group',
    authz_owner: 'file-owner',
    authz_dbm: 'dbm-group dbm-file-group',
    authz_dbd: 'dbd-group dbd-login dbd-logout',
    authnz_ldap: 'ldap-user ldap-group ldap-dn ldap-attribute ldap-filter ldap-search',
    ssl: 'ssl ssl-verify-client',
  },
  authn: {
    authn_file: 'file',
    authn_dbm: 'dbm',
    authn_dbd: 'dbd',
    authn_anon: 'anon',
    authn_socache: 'socache',
    authnz_ldap: 'ldap',
  },
  'auth-type': { auth_basic: 'basic', auth_digest: 'digest', auth_form: 'form' },
  lbmethod: {
    lbmethod_byrequests: 'byrequests',
    lbmethod_bytraffic: 'bytraffic',
    lbmethod_bybusyness: 'bybusyness',
    lbmethod_heartbeat: 'heartbeat',
  },
  socache: {
    socache_shmcb: 'shmcb',
    socache_dbm: 'dbm',
    socache_dc: 'dc',
    socache_memcache: 'memcache',
    socache_redis: 'redis',
  },
  cache: { cache_disk: 'disk', cache_socache: 'socache' },
  dav: { dav_fs: 'filesystem on' },
  'proxy-scheme': {
    proxy_http: 'http https',
    proxy_ftp: 'ftp',
    proxy_ajp: 'ajp',
    proxy_scgi: 'scgi',
    proxy_fcgi: 'fcgi',
    proxy_uwsgi: 'uwsgi',
    proxy_wstunnel: 'ws wss',
    proxy_http2: 'h2 h2c',
    proxy_fdpass: 'fd',
    proxy_balancer: 'balancer',
  },
  filter: {
    include: 'includes',
    deflate: 'deflate inflate',
    brotli: 'brotli_compress',
    substitute: 'substitute',
    sed: 'sed',
    ratelimit: 'rate_limit',
    buffer: 'buffer',
    request: 'keep_body kept_body',
    xml2enc: 'xml2enc',
    proxy_html: 'proxy-html',
    charset_lite: 'xlateout xlatein',
    case_filter: 'casefilter',
    bucketeer: 'bucketeer',
    data: 'data',
    reflector: 'reflector',
  },
  handler: {
    status: 'server-status',
    info: 'server-info',
    asis: 'send-as-is httpd/send-as-is',
    negotiation: 'type-map',
    imagemap: 'imap-file',
    ldap: 'ldap-status',
    proxy_balancer: 'balancer-manager',
    reflector: 'reflector',
    lua: 'lua-script',
    heartmonitor: 'heartbeat',
    proxy: 'proxy-server',
  },
};

/** CGI scripts are run by either of two modules; mod_cgid is the one for threaded MPMs. */
const CGI_HANDLERS = new Set(['cgi-script', 'application/x-httpd-cgi']);

const index = lazy(() => {
  const identifiers = new Map<string, string>();
  for (const [kind, modules] of Object.entries(PROVIDERS)) {
    for (const [module, names] of Object.entries(modules)) {
      for (const name of names.split(' ')) identifiers.set(`${kind} ${name}`, `${module}_module`);
    }
  }
  return identifiers;
});

/**
 * Identifiers of the 2.4 modules that provide a name of that kind (any case, though the server minds the case of some), any
 * one of them being enough; [] if it is the core's own or nobody's.
 */
export function modulesProvidingName24(kind: ProviderKind, name: string): readonly string[] {
  const wanted = name.toLowerCase();
  if (kind === 'handler' && CGI_HANDLERS.has(wanted)) return ['cgi_module', 'cgid_module'];
  const identifier = index().get(`${kind} ${wanted}`);
  return identifier ? [identifier] : [];
}

/** Every name of that kind, lower case, with the identifier of its module. */
export function providerNames24(kind: ProviderKind): ReadonlyMap<string, string> {
  const entries = [...index()].filter(([key]) => key.startsWith(`${kind} `));
  return new Map(entries.map(([key, identifier]) => [key.slice(kind.length + 1), identifier]));
}
