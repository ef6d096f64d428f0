// All transforms, in the order of their ids. Made by tools/list-transforms.mjs from the files of this folder.
import type { Transform } from '../src/transform/index.ts';
import { allowConnectPorts } from './allow-connect-ports.ts';
import { authDigestAlgorithm } from './auth-digest-algorithm.ts';
import { authDigestQop } from './auth-digest-qop.ts';
import { breakLongGroups } from './break-long-groups.ts';
import { breakLongLines } from './break-long-lines.ts';
import { cacheDisablePaths } from './cache-disable-paths.ts';
import { cacheEnableForwardProxy } from './cache-enable-forward-proxy.ts';
import { cacheIgnoreSessionIds } from './cache-ignore-session-ids.ts';
import { clearOldGuards } from './clear-old-guards.ts';
import { convertAccessControl } from './convert-access-control.ts';
import { defaultAllowOverride } from './default-allow-override.ts';
import { defaultEnableSendfile } from './default-enable-sendfile.ts';
import { defaultFileEtag } from './default-file-etag.ts';
import { defaultLimits } from './default-limits.ts';
import { defaultOptions } from './default-options.ts';
import { defaultReqtimeout } from './default-reqtimeout.ts';
import { defaultSslProxyCheckPeerCn } from './default-ssl-proxy-check-peer-cn.ts';
import { defaultSslProxyCheckPeerExpire } from './default-ssl-proxy-check-peer-expire.ts';
import { dropEmptyWords } from './drop-empty-words.ts';
import { dropNewBranches } from './drop-new-branches.ts';
import { dropPasswordFileType } from './drop-password-file-type.ts';
import { dropUnknownOverrides } from './drop-unknown-overrides.ts';
import { dropUnusedStatuses } from './drop-unused-statuses.ts';
import { escapeLiteralExpressions } from './escape-literal-expressions.ts';
import { escapeRewrittenQueries } from './escape-rewritten-queries.ts';
import { exceptionHook } from './exception-hook.ts';
import { filterErrorPages } from './filter-error-pages.ts';
import { filterProviderExpression } from './filter-provider-expression.ts';
import { giveMpmsOwnFiles } from './give-mpms-own-files.ts';
import { giveSitesConfNames } from './give-sites-conf-names.ts';
import { includeOptional } from './include-optional.ts';
import { keepAuthType } from './keep-auth-type.ts';
import { keepClientCertificates } from './keep-client-certificates.ts';
import { keepCompressedEtags } from './keep-compressed-etags.ts';
import { keepConditionPatterns } from './keep-condition-patterns.ts';
import { keepContinueAnswers } from './keep-continue-answers.ts';
import { keepDigestNonces } from './keep-digest-nonces.ts';
import { keepDirectoryIndex } from './keep-directory-index.ts';
import { keepDirectoryMatchEnds } from './keep-directory-match-ends.ts';
import { keepDoubledSlashes } from './keep-doubled-slashes.ts';
import { keepFirstVirtualHost } from './keep-first-virtual-host.ts';
import { keepFolderHandlers } from './keep-folder-handlers.ts';
import { keepGroupsUnnamed } from './keep-groups-unnamed.ts';
import { keepHeaderEdits } from './keep-header-edits.ts';
import { keepHtaccessRefusals } from './keep-htaccess-refusals.ts';
import { keepIncludeSettings } from './keep-include-settings.ts';
import { keepIndexChecks } from './keep-index-checks.ts';
import { keepIndexDates } from './keep-index-dates.ts';
import { keepIndexPages } from './keep-index-pages.ts';
import { keepLanguagePriority } from './keep-language-priority.ts';
import { keepLdapGroupsFlat } from './keep-ldap-groups-flat.ts';
import { keepLdapSettingsApart } from './keep-ldap-settings-apart.ts';
import { keepLineEnds } from './keep-line-ends.ts';
import { keepLogFormats } from './keep-log-formats.ts';
import { keepNewWordsRefused } from './keep-new-words-refused.ts';
import { keepOwnUrlPaths } from './keep-own-url-paths.ts';
import { keepPasswordRefusal } from './keep-password-refusal.ts';
import { keepProgramLengths } from './keep-program-lengths.ts';
import { keepProxiedAnswers } from './keep-proxied-answers.ts';
import { keepProxiedLengths } from './keep-proxied-lengths.ts';
import { keepProxyOrder } from './keep-proxy-order.ts';
import { keepQuestionMarks } from './keep-question-marks.ts';
import { keepRelativeRewrites } from './keep-relative-rewrites.ts';
import { keepReplacements } from './keep-replacements.ts';
import { keepRewriteVariables } from './keep-rewrite-variables.ts';
import { keepRewrittenPaths } from './keep-rewritten-paths.ts';
import { keepScriptSock } from './keep-script-sock.ts';
import { keepScriptTypes } from './keep-script-types.ts';
import { keepSyslogFacility } from './keep-syslog-facility.ts';
import { keepaliveOnOff } from './keepalive-on-off.ts';
import { keepaliveTimeoutSeconds } from './keepalive-timeout-seconds.ts';
import { ldapTrustedClientCert } from './ldap-trusted-client-cert.ts';
import { liftCertificateAuthorities } from './lift-certificate-authorities.ts';
import { liftOutOfLimit } from './lift-out-of-limit.ts';
import { limitAtServerLevel } from './limit-at-server-level.ts';
import { limitXmlRequestBody } from './limit-xml-request-body.ts';
import { loadNeededModules } from './load-needed-modules.ts';
import { loadOwnerBeforeGroups } from './load-owner-before-groups.ts';
import { makeOptionsConsistent } from './make-options-consistent.ts';
import { moveConfD } from './move-conf-d.ts';
import { moveProxyPass } from './move-proxy-pass.ts';
import { mutexFamily } from './mutex-family.ts';
import { onOffAlone } from './on-off-alone.ts';
import { pipedLogsShell } from './piped-logs-shell.ts';
import { portablePatterns } from './portable-patterns.ts';
import { proxyBufferSize } from './proxy-buffer-size.ts';
import { readConfNamesOnly } from './read-conf-names-only.ts';
import { registerLimitedMethods } from './register-limited-methods.ts';
import { removeCharsetDebuglevel } from './remove-charset-debuglevel.ts';
import { removeDeadTypeEdits } from './remove-dead-type-edits.ts';
import { removeDefaultAuthoritative } from './remove-default-authoritative.ts';
import { removeDefaultType } from './remove-default-type.ts';
import { removeDumpioLoglevel } from './remove-dumpio-loglevel.ts';
import { removeEmptyDirectives } from './remove-empty-directives.ts';
import { removeExtfilterDebuglevel } from './remove-extfilter-debuglevel.ts';
import { removeGoneModules } from './remove-gone-modules.ts';
import { removeHttpPing } from './remove-http-ping.ts';
import { removeMemCache } from './remove-mem-cache.ts';
import { removeNameVirtualHost } from './remove-name-virtual-host.ts';
import { removeRepeatedListen } from './remove-repeated-listen.ts';
import { removeSsiAccessEnable } from './remove-ssi-access-enable.ts';
import { removeSslv2 } from './remove-sslv2.ts';
import { removeSslv3 } from './remove-sslv3.ts';
import { renameMaxClients } from './rename-max-clients.ts';
import { renameMaxRequestsPerChild } from './rename-max-requests-per-child.ts';
import { renameModules } from './rename-modules.ts';
import { renameSessionCache } from './rename-session-cache.ts';
import { repairAccessCompat } from './repair-access-compat.ts';
import { replaceCookieLog } from './replace-cookie-log.ts';
import { replaceDisableAcceptex } from './replace-disable-acceptex.ts';
import { replaceServerNameWildcards } from './replace-server-name-wildcards.ts';
import { reportBalancerNames } from './report-balancer-names.ts';
import { reportBalancerPosts } from './report-balancer-posts.ts';
import { reportCacheRules } from './report-cache-rules.ts';
import { reportCertificateUsers } from './report-certificate-users.ts';
import { reportCompressedTypes } from './report-compressed-types.ts';
import { reportConnectTunnels } from './report-connect-tunnels.ts';
import { reportCryptPasswords } from './report-crypt-passwords.ts';
import { reportDavLockdb } from './report-dav-lockdb.ts';
import { reportDavWrites } from './report-dav-writes.ts';
import { reportDotNames } from './report-dot-names.ts';
import { reportEncodedSlashes } from './report-encoded-slashes.ts';
import { reportExpiresOfErrors } from './report-expires-of-errors.ts';
import { reportExternalFiltersByType } from './report-external-filters-by-type.ts';
import { reportGeneratedFiles } from './report-generated-files.ts';
import { reportGuardsBesideSatisfy } from './report-guards-beside-satisfy.ts';
import { reportHeaderNames } from './report-header-names.ts';
import { reportHiddenProviders } from './report-hidden-providers.ts';
import { reportHostsWithoutSni } from './report-hosts-without-sni.ts';
import { reportIncludePages } from './report-include-pages.ts';
import { reportIncludesByType } from './report-includes-by-type.ts';
import { reportLateDirectives } from './report-late-directives.ts';
import { reportLdapFallbacks } from './report-ldap-fallbacks.ts';
import { reportLinesOfOneVersion } from './report-lines-of-one-version.ts';
import { reportLogFolders } from './report-log-folders.ts';
import { reportLoginFiles } from './report-login-files.ts';
import { reportMixedAccess } from './report-mixed-access.ts';
import { reportNegotiatedEtags } from './report-negotiated-etags.ts';
import { reportOlderVersions } from './report-older-versions.ts';
import { reportPackagedTarget } from './report-packaged-target.ts';
import { reportPathTraversal } from './report-path-traversal.ts';
import { reportPrivateTmp } from './report-private-tmp.ts';
import { reportProgramSettings } from './report-program-settings.ts';
import { reportProxyAddresses } from './report-proxy-addresses.ts';
import { reportProxyBlocks } from './report-proxy-blocks.ts';
import { reportProxyHandlers } from './report-proxy-handlers.ts';
import { reportQueryRoutes } from './report-query-routes.ts';
import { reportRedHatFolders } from './report-red-hat-folders.ts';
import { reportRedirectTargets } from './report-redirect-targets.ts';
import { reportRedirectedQueries } from './report-redirected-queries.ts';
import { reportRemovedDirectives } from './report-removed-directives.ts';
import { reportRequestTypes } from './report-request-types.ts';
import { reportRootlessRewrites } from './report-rootless-rewrites.ts';
import { reportSilentDefaults } from './report-silent-defaults.ts';
import { reportStartSettings } from './report-start-settings.ts';
import { reportSubstituteLineLimit } from './report-substitute-line-limit.ts';
import { reportSuexec } from './report-suexec.ts';
import { reportThirdPartyModules } from './report-third-party-modules.ts';
import { reportTlsLibrary } from './report-tls-library.ts';
import { reportUnknownDirectives } from './report-unknown-directives.ts';
import { reportUnknownFilters } from './report-unknown-filters.ts';
import { reportUnreadLines } from './report-unread-lines.ts';
import { reportUnresolvedBackends } from './report-unresolved-backends.ts';
import { reportUnsureVersion } from './report-unsure-version.ts';
import { reportWithheldPages } from './report-withheld-pages.ts';
import { rewriteCondExpr } from './rewrite-cond-expr.ts';
import { rewriteLog } from './rewrite-log.ts';
import { scgiPathInfo } from './scgi-path-info.ts';
import { serverTokensFull } from './server-tokens-full.ts';
import { settleTurnedGuards } from './settle-turned-guards.ts';
import { ssiLegacyExpr } from './ssi-legacy-expr.ts';
import { sslCrlCheck } from './ssl-crl-check.ts';
import { sslLegacyDn } from './ssl-legacy-dn.ts';
import { sslRequireOid } from './ssl-require-oid.ts';
import { sslRequireVariables } from './ssl-require-variables.ts';
import { useApache24Folder } from './use-apache24-folder.ts';
import { useConfModulesD } from './use-conf-modules-d.ts';
import { writeBasicDefaults } from './write-basic-defaults.ts';
import { writeTypesConfig } from './write-types-config.ts';

export const transforms: readonly Transform[] = [
  allowConnectPorts,
  authDigestAlgorithm,
  authDigestQop,
  breakLongGroups,
  breakLongLines,
  cacheDisablePaths,
  cacheEnableForwardProxy,
  cacheIgnoreSessionIds,
  clearOldGuards,
  convertAccessControl,
  defaultAllowOverride,
  defaultEnableSendfile,
  defaultFileEtag,
  defaultLimits,
  defaultOptions,
  defaultReqtimeout,
  defaultSslProxyCheckPeerCn,
  defaultSslProxyCheckPeerExpire,
  dropEmptyWords,
  dropNewBranches,
  dropPasswordFileType,
  dropUnknownOverrides,
  dropUnusedStatuses,
  escapeLiteralExpressions,
  escapeRewrittenQueries,
  exceptionHook,
  filterErrorPages,
  filterProviderExpression,
  giveMpmsOwnFiles,
  giveSitesConfNames,
  includeOptional,
  keepAuthType,
  keepClientCertificates,
  keepCompressedEtags,
  keepConditionPatterns,
  keepContinueAnswers,
  keepDigestNonces,
  keepDirectoryIndex,
  keepDirectoryMatchEnds,
  keepDoubledSlashes,
  keepFirstVirtualHost,
  keepFolderHandlers,
  keepGroupsUnnamed,
  keepHeaderEdits,
  keepHtaccessRefusals,
  keepIncludeSettings,
  keepIndexChecks,
  keepIndexDates,
  keepIndexPages,
  keepLanguagePriority,
  keepLdapGroupsFlat,
  keepLdapSettingsApart,
  keepLineEnds,
  keepLogFormats,
  keepNewWordsRefused,
  keepOwnUrlPaths,
  keepPasswordRefusal,
  keepProgramLengths,
  keepProxiedAnswers,
  keepProxiedLengths,
  keepProxyOrder,
  keepQuestionMarks,
  keepRelativeRewrites,
  keepReplacements,
  keepRewriteVariables,
  keepRewrittenPaths,
  keepScriptSock,
  keepScriptTypes,
  keepSyslogFacility,
  keepaliveOnOff,
  keepaliveTimeoutSeconds,
  ldapTrustedClientCert,
  liftCertificateAuthorities,
  liftOutOfLimit,
  limitAtServerLevel,
  limitXmlRequestBody,
  loadNeededModules,
  loadOwnerBeforeGroups,
  makeOptionsConsistent,
  moveConfD,
  moveProxyPass,
  mutexFamily,
  onOffAlone,
  pipedLogsShell,
  portablePatterns,
  proxyBufferSize,
  readConfNamesOnly,
  registerLimitedMethods,
  removeCharsetDebuglevel,
  removeDeadTypeEdits,
  removeDefaultAuthoritative,
  removeDefaultType,
  removeDumpioLoglevel,
  removeEmptyDirectives,
  removeExtfilterDebuglevel,
  removeGoneModules,
  removeHttpPing,
  removeMemCache,
  removeNameVirtualHost,
  removeRepeatedListen,
  removeSsiAccessEnable,
  removeSslv2,
  removeSslv3,
  renameMaxClients,
  renameMaxRequestsPerChild,
  renameModules,
  renameSessionCache,
  repairAccessCompat,
  replaceCookieLog,
  replaceDisableAcceptex,
  replaceServerNameWildcards,
  reportBalancerNames,
  reportBalancerPosts,
  reportCacheRules,
  reportCertificateUsers,
  reportCompressedTypes,
  reportConnectTunnels,
  reportCryptPasswords,
  reportDavLockdb,
  reportDavWrites,
  reportDotNames,
  reportEncodedSlashes,
  reportExpiresOfErrors,
  reportExternalFiltersByType,
  reportGeneratedFiles,
  reportGuardsBesideSatisfy,
  reportHeaderNames,
  reportHiddenProviders,
  reportHostsWithoutSni,
  reportIncludePages,
  reportIncludesByType,
  reportLateDirectives,
  reportLdapFallbacks,
  reportLinesOfOneVersion,
  reportLogFolders,
  reportLoginFiles,
  reportMixedAccess,
  reportNegotiatedEtags,
  reportOlderVersions,
  reportPackagedTarget,
  reportPathTraversal,
  reportPrivateTmp,
  reportProgramSettings,
  reportProxyAddresses,
  reportProxyBlocks,
  reportProxyHandlers,
  reportQueryRoutes,
  reportRedHatFolders,
  reportRedirectTargets,
  reportRedirectedQueries,
  reportRemovedDirectives,
  reportRequestTypes,
  reportRootlessRewrites,
  reportSilentDefaults,
  reportStartSettings,
  reportSubstituteLineLimit,
  reportSuexec,
  reportThirdPartyModules,
  reportTlsLibrary,
  reportUnknownDirectives,
  reportUnknownFilters,
  reportUnreadLines,
  reportUnresolvedBackends,
  reportUnsureVersion,
  reportWithheldPages,
  rewriteCondExpr,
  rewriteLog,
  scgiPathInfo,
  serverTokensFull,
  settleTurnedGuards,
  ssiLegacyExpr,
  sslCrlCheck,
  sslLegacyDn,
  sslRequireOid,
  sslRequireVariables,
  useApache24Folder,
  useConfModulesD,
  writeBasicDefaults,
  writeTypesConfig,
];
