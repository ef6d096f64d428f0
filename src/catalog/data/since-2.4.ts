/**
 * What a patch release of 2.4 brought, by its number; whatever is not here is in 2.4.1 already. Read from the command tables
 * (AP_INIT_*, SSL_CMD_*) and module folders of apache/httpd at the tags 2.4.0 to 2.4.62, and for later releases from CHANGES of 2.4.71.
 */
export const LATE_DIRECTIVES: Readonly<Record<number, string>> = {
  2: 'DefaultRuntimeDir',
  3: 'LuaAuthzProvider SSLCompression',
  4: 'BalancerPersist SSLSRPUnknownUserSeed SSLSRPVerifierFile',
  5: 'AuthBasicFake BalancerInherit CacheSocache CacheSocacheMaxSize CacheSocacheMaxTime CacheSocacheMinTime CacheSocacheReadSize CacheSocacheReadTime LuaCodeCache LuaInputFilter LuaMapHandler LuaOutputFilter ProxyPassInherit SSLProxyCheckPeerName',
  7: 'AuthBasicUseDigestAlgorithm LuaHookLog',
  8: 'DirectoryCheckHandler SSLOpenSSLConfCmd',
  10: 'AuthnzFcgiCheckAuthnProvider AuthnzFcgiDefineProvider CGIDScriptTimeout DeflateInflateLimitRequestBody DeflateInflateRatioBurst DeflateInflateRatioLimit SSLOCSPUseRequestNonce',
  11: 'MergeTrailers SSLSessionTickets SubstituteMaxLineLength',
  13: 'CGIPassAuth LogIOTrackTTFB',
  17: 'H2AltSvc H2AltSvcMaxAge H2Direct H2MaxSessionStreams H2MaxWorkerIdleSeconds H2MaxWorkers H2MinWorkers H2SerializeHeaders H2SessionExtraFiles H2StreamMaxMemSize H2WindowSize ListenCoresBucketsRatio MemcacheConnTTL Protocols ProtocolsHonorOrder SubstituteInheritBefore',
  18: 'H2ModernTLSOnly H2Push H2PushPriority H2TLSCoolDownSecs H2TLSWarmUpSize H2Upgrade QualifyRedirectURL',
  19: 'GlobalLog H2PushDiarySize SSLOCSPProxyURL',
  21: 'CGIVar ProxyHCExpr ProxyHCTemplate ProxyHCTPsize',
  24: 'H2CopyFiles H2EarlyHints H2PushResource HttpProtocolOptions RegisterHttpMethod',
  26: 'BrotliAlterETag BrotliCompressionMaxInputBlock BrotliCompressionQuality BrotliCompressionWindow BrotliFilterNote ProxyFCGIBackendType ProxyFCGISetEnvIf SSLOCSPNoVerify SSLOCSPResponderCertificateFile',
  30: 'MDBaseServer MDCAChallenges MDCertificateAgreement MDCertificateAuthority MDCertificateProtocol MDDriveMode MDHttpProxy MDMember MDMembers MDMustStaple MDNotifyCmd MDomain MDPortMap MDPrivateKeys MDRenewWindow MDRequireHttps MDStoreDir RegexDefaultOptions RemoteIPProxyProtocol RemoteIPProxyProtocolExceptions',
  34: '<IfDirective <IfFile <IfSection',
  39: 'H2Padding MergeSlashes RedisConnPoolTTL RedisTimeout',
  40: 'MDCertificateFile MDCertificateKeyFile MDCertificateStatus MDChallengeDns01 MDMessageCmd MDRenewMode MDServerStatus MDWarnWindow Proxy100Continue',
  41: 'SessionExpiryUpdateInterval',
  42: 'CookieHttpOnly CookieSameSite CookieSecure MDActivationDelay MDCertificateCheck MDContactEmail MDStapleOthers MDStapling MDStaplingKeepResponse MDStaplingRenewWindow',
  47: 'FlushMaxPipelined FlushMaxThreshold H2OutputBuffering ReadBufferSize',
  48: 'MDCACertificateFile ProxyWebsocketFallbackToProxyHttp',
  49: '<LuaHookPreTranslateName LuaHookPreTranslateName StrictHostCheck',
  50: 'CheckBasenameMatch',
  52: 'MDExternalAccountBinding TLSCertificate TLSCiphersPrefer TLSCiphersSuppress TLSClientCA TLSClientCertificate TLSEngine TLSHonorClientOrder TLSOptions TLSProtocol TLSProxyCA TLSProxyCiphersPrefer TLSProxyCiphersSuppress TLSProxyEngine TLSProxyMachineCertificate TLSProxyProtocol TLSSessionCache TLSStrictSNI TLSUserName',
  54: 'MDRetryDelay MDRetryFailover',
  55: 'DAVLockDiscovery H2StreamTimeout MDStoreLocks',
  58: 'AliasPreservePath DAVBasePath DeflateAlterEtag H2EarlyHint H2MaxDataFrameLen H2ProxyRequests H2WebSockets MDChallengeDns01Version MDMatchNames RedirectRelative',
  59: 'CGIScriptTimeout',
  60: 'MDCheckInterval UNCList',
  64: 'H2MaxHeaderBlockLen MDProfile MDProfileMandatory',
  66: 'H2MaxStreamErrors ListenTCPDeferAccept MDInitialDelay MDRenewViaARI SSLVHostSNIPolicy',
  71: 'MDHttpProxyCACertificateFile',
};

/** Identifiers, as LoadModule has them. */
export const LATE_MODULES: Readonly<Record<number, string>> = {
  5: 'cache_socache_module macro_module proxy_wstunnel_module',
  10: 'authnz_fcgi_module',
  17: 'http2_module',
  21: 'proxy_hcheck_module proxy_http2_module',
  26: 'brotli_module',
  30: 'md_module proxy_uwsgi_module',
  39: 'socache_redis_module',
  42: 'systemd_module',
  52: 'tls_module',
};

/** A word that only some arguments hold: of which directive, since which patch release, and who reads it. */
export interface LateWord {
  /** Lower case; sections have no `<`. */
  readonly directive: string;
  readonly word: string;
  /** Tokens of which one stands in each such line, where the word is none. */
  readonly mark?: string;
  /** Matches the arguments, as the file has them, where they hold the word. */
  readonly pattern: RegExp;
  readonly since: number;
  readonly source: string;
}

const rewriteFlag = (word: string, since: number, long = word): LateWord => ({
  directive: 'rewriterule',
  word,
  pattern: new RegExp(
    `\\s["']?\\[(?:[^\\]]*[,\\s])?(?:${word}|${long})(?:[,=\\s][^\\]]*)?\\]["']?\\s*$`,
    'i',
  ),
  since,
  source: 'mod_rewrite.c, cmd_rewriterule_setflag',
});

const oneOf = (directive: string, word: string, since: number, source: string): LateWord => ({
  directive,
  word,
  pattern: new RegExp(`(?:^|[\\s"'+-])${word.replace('.', '\\.')}(?=[\\s"'=]|$)`, 'i'),
  since,
  source,
});

const inExpression = (directive: string, pattern: RegExp, word: string, since: number): LateWord => ({
  directive,
  word,
  pattern,
  since,
  source: 'server/util_expr_eval.c, the tables of functions and variables',
});

const REWRITE_OPTIONS = 'mod_rewrite.c, cmd_rewriteoptions';

export const LATE_WORDS: readonly LateWord[] = [
  rewriteFlag('QSL', 19, 'qslast'),
  rewriteFlag('BNP', 26, 'backrefnoplus'),
  rewriteFlag('BNE', 57),
  rewriteFlag('BCTLS', 57),
  rewriteFlag('UnsafePrefixStat', 60),
  rewriteFlag('UnsafeAllow3F', 60),
  rewriteFlag('UNC', 62),
  oneOf('rewriteoptions', 'AllowAnyURI', 3, REWRITE_OPTIONS),
  oneOf('rewriteoptions', 'MergeBase', 4, REWRITE_OPTIONS),
  oneOf('rewriteoptions', 'InheritDown', 8, REWRITE_OPTIONS),
  oneOf('rewriteoptions', 'InheritDownBefore', 8, REWRITE_OPTIONS),
  oneOf('rewriteoptions', 'IgnoreInherit', 8, REWRITE_OPTIONS),
  oneOf('rewriteoptions', 'IgnoreContextInfo', 13, REWRITE_OPTIONS),
  oneOf('rewriteoptions', 'LegacyPrefixDocRoot', 26, REWRITE_OPTIONS),
  oneOf('indexoptions', 'UseOldDateFormat', 26, 'mod_autoindex.c, add_opts'),
  oneOf(
    'sslcarevocationcheck',
    'no_crl_for_cert_ok',
    21,
    'ssl_engine_config.c, ssl_cmd_SSLCARevocationCheck',
  ),
  oneOf('sslprotocol', 'TLSv1.3', 36, 'ssl_engine_config.c, ssl_cmd_protocol_parse'),
  {
    directive: 'require',
    word: 'quotes around an expression',
    mark: 'expr',
    pattern: /^\s*expr\s+"/i,
    since: 13,
    source: 'mod_authz_core.c, expr_parse_config',
  },
  oneOf('require', 'forward-dns', 19, 'mod_authz_host.c, register_hooks'),
  inExpression('require', /\breq_novary\(/, 'req_novary', 4),
  inExpression('require', /\b(?:un)?base64\(/, 'base64 unbase64', 5),
  inExpression('require', /%\{REMOTE_PORT\}/, 'REMOTE_PORT', 26),
];
