// What there is to know of a directive's way from 2.2 to 2.4 beside its fate, in a sentence or two: for `explain` and docs/coverage.md.
// From both manuals, the sources and running servers, 2.2.34 and 2.4.71; a fact of a later release says so.

const REQUIRE = 'mod_access_compat still reads it. Require says the same.';
const AUTHORITATIVE =
  '2.4 refuses it, On or Off. Require lines are alternatives there; `<RequireAll>` and `<RequireNone>` join them in other ways.';
const CACHE_DISK = 'mod_disk_cache is called mod_cache_disk in 2.4.';
const MEM_CACHE = 'mod_mem_cache is gone. mod_cache_socache or mod_cache_disk can take its place.';
const PIPE =
  '2.4 runs `|command` without a shell, and `|$command` with one. A missing folder fails its configuration test.';
const FALLS_BACK =
  'Where it is not set, the value of TimeOut counts, whose default fell from 300 to 60 seconds.';
const PROXY_PASS =
  '2.4 refuses it in `<Directory>` and `<Files>`. `lbmethod=NAME` needs the module mod_lbmethod_NAME.';
const REVOCATION = '2.4 looks into it only where SSLCARevocationCheck is `chain` or `leaf`.';
const PROXY_REVOCATION = '2.4 looks into it only where SSLProxyCARevocationCheck is `chain` or `leaf`.';
const LIMIT = '2.4 refuses it outside of sections for folders, files and addresses, even when it is empty.';
const PROTOCOL = '2.4 has no SSLv2 (`-SSLv2` is accepted), and SSLv3 only where OpenSSL was built with it.';
const CIPHERS = '2.4 also takes a protocol first, as in `TLSv1.3 CIPHERS`.';
const ONE_ARGUMENT = 'In a `<Location>` 2.4 also takes it with the target alone.';
const SECOND_ARGUMENT = '2.4 refuses a second argument (`standard`).';
const DUMP_LEVEL = '2.4 writes what it dumps at `LogLevel dumpio:trace7` only.';

/** Directives that 2.2 knows only to refuse them, as 2.4 does, with what to write instead. */
export const REFUSED_BY_BOTH: Readonly<Record<string, string>> = {
  FancyIndexing: 'Write `IndexOptions FancyIndexing`.',
  Port: 'Write Listen.',
  SSLLog: 'ErrorLog has its messages.',
  SSLLogLevel: 'LogLevel decides.',
};

export const FATE_NOTES: Readonly<Record<string, string>> = {
  ...REFUSED_BY_BOTH,
  AcceptMutex: '`Mutex MECHANISM mpm-accept` says the same. A line that only states the default can go.',
  AddOutputFilterByType: '2.4 refuses the name of a filter that no loaded module provides.',
  Alias: ONE_ARGUMENT,
  Allow: REQUIRE,
  AllowCONNECT: '2.4 also takes ranges of ports.',
  AllowOverride:
    'Where it is set nowhere, 2.4 opens .htaccess files, permits nothing in them and answers 500 to any directive. It also refuses an unknown word after `Options=`.',
  AuthBasicProvider: 'The module of each provider must be loaded, and mod_authn_core.',
  AuthDBMGroupFile: '`Require group` becomes `Require dbm-group`.',
  AuthDefaultAuthoritative: 'Its module, mod_authn_default, is gone, and the line can go.',
  AuthDigestNcCheck: '2.4 accepts it, though its manual does not name it.',
  AuthDigestNonceFormat: 'It was never implemented: 2.2 refuses it, too.',
  AuthDigestQop: '2.4 takes `auth` only.',
  AuthGroupFile: SECOND_ARGUMENT,
  AuthName: '2.4 reads `%{...}` in it as an expression (since 2.4.55). mod_authn_core must be loaded.',
  AuthType:
    'mod_authn_core must be loaded. Without the module of the type, 2.4 answers 500. `AuthType None` means no AuthType in 2.4. 2.2 took None for a type that no module serves: 401 where Require asks for a user, or 500 without mod_authn_default.',
  AuthUserFile: SECOND_ARGUMENT,
  AuthnProviderAlias: 'mod_authn_core took it over from mod_authn_alias.',
  AuthzDBMAuthoritative: AUTHORITATIVE,
  AuthzDefaultAuthoritative:
    'Its module, mod_authz_default, is gone, and the line can go: mod_authz_core refuses whatever nothing grants.',
  AuthzGroupFileAuthoritative: AUTHORITATIVE,
  AuthzLDAPAuthoritative: AUTHORITATIVE,
  AuthzOwnerAuthoritative: AUTHORITATIVE,
  AuthzUserAuthoritative: AUTHORITATIVE,
  BalancerMember:
    'A balancer needs mod_proxy_balancer, mod_slotmem_shm and the module of its lbmethod. Its name, `balancer://` included, must be shorter than 96 characters.',
  CacheDirLength: CACHE_DISK,
  CacheDirLevels: CACHE_DISK,
  CacheDisable: '2.4 also takes it in sections for folders and addresses.',
  CacheEnable:
    '`CacheEnable TYPE /` no longer covers what a forward proxy fetches. `mem` and `fd` are accepted, and cache nothing.',
  CacheIgnoreURLSessionIdentifiers:
    'In a query 2.4 compares whole names; 2.2 also took names that end in an identifier.',
  CacheMaxFileSize: CACHE_DISK,
  CacheMinFileSize: CACHE_DISK,
  CacheRoot: CACHE_DISK,
  CGIDScriptTimeout: FALLS_BACK,
  CharsetOptions: '2.4 refuses `DebugLevel=N`; `LogLevel charset_lite:traceN` shows the same messages.',
  CookieLog: '`CustomLog FILE "%{Cookie}n \\"%r\\" %t"` writes the same lines.',
  CustomLog: PIPE,
  DavLockDB: "2.4 can't read a lock database that 2.2 wrote: delete it at the upgrade.",
  DefaultType: '2.4 warns of it (AH00117) unless it is `none`. AddType or ForceType can take its place.',
  Deny: REQUIRE,
  DirectoryIndex: '`DirectoryIndex disabled` means no index in 2.4. 2.2 took the word for a file name.',
  DumpIOInput: DUMP_LEVEL,
  DumpIOLogLevel: '2.4 always dumps at trace7: `LogLevel dumpio:trace7` shows it.',
  DumpIOOutput: DUMP_LEVEL,
  ErrorDocument: '2.4 reads `%{...}` in the text or the path as an expression (since 2.4.13).',
  ErrorLog: PIPE,
  Example: 'mod_example is called mod_example_hooks in 2.4.',
  ExtendedStatus: 'In 2.4 it belongs to the core, and loading mod_status turns it On.',
  ExtFilterOptions: '2.4 refuses `DebugLevel=N`; `LogLevel ext_filter:traceN` shows the same messages.',
  FilterProvider: '2.4 takes three arguments: an expression replaces the dispatch and the match.',
  ForensicLog: '2.4 runs `|command` without a shell; there is no form with one.',
  IfModule: '2.4 skips a guard that names a removed or renamed module.',
  IfVersion: '2.4 skips `<IfVersion < 2.4>`, and reads what 2.2 skipped.',
  Include: '2.4 refuses a wildcard that matches nothing. IncludeOptional accepts it.',
  IndexOptions:
    '2.4 writes dates as 2026-11-21 13:05. UseOldDateFormat (since 2.4.26) brings the old form back.',
  KeepAlive: '2.4 accepts On and Off only. 2.2 took 0 for Off, and any other value for On.',
  KeepAliveTimeout:
    '2.4 reads units (300ms are 0.3 seconds) and refuses negative numbers. 2.2 read the digits, and ignored what followed.',
  LDAPTrustedClientCert:
    '2.4 accepts it in sections and .htaccess files only. LDAPTrustedGlobalCert takes its place at server level.',
  Limit: LIMIT,
  LimitExcept: LIMIT,
  LimitRequestBody: 'The default changed in 2.4.54: a larger body gets 413.',
  LoadModule: '`httpd-codemod explain MODULE` says what becomes of each module.',
  LockFile:
    '`Mutex file:FOLDER mpm-accept` says the same, with the folder of the lock file. A line that only states the default can go.',
  LogLevel: '2.4 also takes levels for one module (`rewrite:trace3`), and the levels trace1 to trace8.',
  MaxClients: '2.4 still accepts the old name.',
  MaxMemFree: 'In KB, for each allocator.',
  MaxRequestsPerChild: '2.4 still accepts the old name. Its default was 10000 and is 0, no limit.',
  MaxRequestsPerThread: 'It belonged to the MPM for BeOS, which is gone.',
  MCacheMaxObjectCount: MEM_CACHE,
  MCacheMaxObjectSize: MEM_CACHE,
  MCacheMaxStreamingBuffer: MEM_CACHE,
  MCacheMinObjectSize: MEM_CACHE,
  MCacheRemovalAlgorithm: MEM_CACHE,
  MCacheSize: MEM_CACHE,
  NameVirtualHost:
    '2.4 logs AH00548 and does nothing: it chooses by name among hosts that share an address and port.',
  Options: '2.4 refuses to mix words with and without a sign, `+All`, `+None`, and None after another word.',
  Order: REQUIRE,
  Proxy: 'Order, Allow and Deny in it need mod_access_compat, or become Require.',
  ProxyErrorOverride: '2.4 also takes a list of status codes.',
  ProxyFtpDirCharset: 'mod_proxy_ftp must be loaded beside mod_proxy.',
  ProxyPass: PROXY_PASS,
  ProxyPassMatch: PROXY_PASS,
  ProxyPreserveHost: '2.4 also takes it in sections for folders and addresses.',
  ProxySCGIInternalRedirect: 'Since 2.4.13 it also takes the name of a header.',
  ProxySet: '`lbmethod=NAME` needs the module mod_lbmethod_NAME.',
  ProxyTimeout: FALLS_BACK,
  Redirect: ONE_ARGUMENT,
  RequestReadTimeout: 'In 2.4 the default limits apply as soon as mod_reqtimeout is loaded.',
  Require:
    'mod_authz_core and the module of its first word must be loaded. 2.4 refuses words that it does not know, and tells upper from lower case.',
  RewriteLock: '2.4 makes this lock by itself. `Mutex file:FOLDER rewrite-map` says where.',
  RewriteLog: '`LogLevel rewrite:traceN` takes its place: the messages go to the error log.',
  RewriteLogLevel: '0 needs no line. 1 to 8 become `LogLevel rewrite:traceN`, 9 becomes trace8.',
  RewriteOptions: 'Both versions ignore MaxRedirects, with a warning.',
  RewriteRule:
    'Late releases of 2.4 answer 403 to a blank or a question mark that a rule takes over from the address, and look for a result that begins with a variable below the DocumentRoot only. The flags B, UnsafeAllow3F and UnsafePrefixStat change that.',
  Satisfy: 'mod_access_compat still reads it. `<RequireAny>` and `<RequireAll>` say the same.',
  ScriptAlias: ONE_ARGUMENT,
  ScriptSock: '2.4 makes it in the runtime folder (DefaultRuntimeDir).',
  SeeRequestTail: 'In 2.4 it belongs to the core.',
  ServerTokens: '2.4 refuses a word that it does not know. 2.2 took it for Full.',
  SetHandler: '2.4 reads `%{...}` in it as an expression, and refuses an unknown variable.',
  SSIAccessEnable: 'In 2.4 every page may use `-A`.',
  SSIEnableAccess: 'Only the manual of 2.2 calls it so: the server knows SSIAccessEnable.',
  SSLCARevocationFile: REVOCATION,
  SSLCARevocationPath: REVOCATION,
  SSLCertificateChainFile: 'Obsolete since 2.4.8: append the chain to the file of SSLCertificateFile.',
  SSLCipherSuite: CIPHERS,
  SSLCompression: '2.4 refuses On where OpenSSL has no compression, as is usual today.',
  SSLCryptoDevice: '2.4 has it only where OpenSSL has engines.',
  SSLEngine: '`SSLEngine optional` is ignored with a notice (AH10510) since 2.4.64.',
  SSLMutex: '`Mutex MECHANISM ssl-cache` says the same. `none` and `default` need no line.',
  SSLOptions:
    '2.4 writes distinguished names in another format. `+LegacyDNStringFormat` brings the old one back.',
  SSLProtocol: PROTOCOL,
  SSLProxyCARevocationFile: PROXY_REVOCATION,
  SSLProxyCARevocationPath: PROXY_REVOCATION,
  SSLProxyCheckPeerCN: 'A backend whose certificate is for another name gets clients a 502.',
  SSLProxyCheckPeerExpire: 'A backend whose certificate has expired gets clients a 502.',
  SSLProxyCipherSuite: CIPHERS,
  SSLProxyProtocol: PROTOCOL,
  SSLRandomSeed: '2.4 refuses `egd:` where OpenSSL does not support it, as is usual today.',
  SSLRequire: 'Deprecated: `Require expr` takes its place.',
  SSLSessionCache: '2.4 refuses `shm:` and `shmht:`: write `shmcb:`. The module of the type must be loaded.',
  SSLStrictSNIVHostCheck: 'Since 2.4.66 there is SSLVHostSNIPolicy, too.',
  Substitute:
    'In a .htaccess file 2.4 wants `AllowOverride FileInfo`, where any class was enough for 2.2. A line of more than 1 MB answers 500.',
  Suexec: 'On is refused where the program suexec is missing.',
  TimeOut: 'ProxyTimeout and CGIDScriptTimeout take its value where they are not set.',
  TransferLog: PIPE,
  TypesConfig: 'The server does not start where the file is missing.',
  VirtualHost:
    'In 2.4 hosts that share an address and port are chosen by name, with or without NameVirtualHost.',
  Win32DisableAcceptEx: '`AcceptFilter http none` and `AcceptFilter https none` say the same.',
  XBitHack: '2.4 reads `#if expr` in another language. `SSILegacyExprParser on` brings the old one back.',
};
