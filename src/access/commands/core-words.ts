import { optionsError } from './option-words.ts';
import { isKnownStatus, leadingNumber } from './statuses.ts';
import type { Check, Checks } from './types.ts';
import { isOpen } from './types.ts';
import { allOf, bufferSize, byVersion, eachOf, notNegative, oneOf, positive } from './word-lists.ts';

const ON_OFF = /^(?:on|off)$/i;
const OVERRIDE_22 = /^(?:limit|fileinfo|authconfig|indexes|none|all|options)(?:=.*)?$/is;
const OVERRIDE_24 =
  /^(?:limit|fileinfo|authconfig|indexes|none|all|options(?:=.*)?|nonfatal=(?:override|unknown|all))$/is;
const NO_OVERRIDE = 'Illegal override option {}';
const LEVEL_22 = 'emerg|alert|crit|error|warn|notice|info|debug';
const NUMBER_OF_RANGES = "requires 'none', 'default', 'unlimited' or a positive integer";

/** AP_MAX_LIMIT_XML_BODY where sizes have 64 bits; since 2.4.53. */
const MOST_XML = (2n ** 64n - 1n) / 6n - 1n;
const xmlNotNegative = notNegative('LimitXMLRequestBody requires a non-negative integer.');
const xmlTooLarge: Check = ({ args: [word = ''] }) => {
  const [, digits = '0'] = /^\s*\+?(\d+)/.exec(word) ?? [];
  return BigInt(digits) > MOST_XML && !isOpen(word)
    ? `LimitXMLRequestBody must not exceed ${MOST_XML}`
    : null;
};

/** What the core says of the words of its lines (server/core.c). */
export const CORE_CHECKS: Checks = {
  acceptpathinfo: oneOf(/^(?:on|off|default)$/i, 'AcceptPathInfo must be set to on, off or default'),
  allowencodedslashes: oneOf(/^(?:on|off|nodecode)$/i, 'AllowEncodedSlashes must be On, Off, or NoDecode'),
  allowoverride: byVersion(allOf(OVERRIDE_22, NO_OVERRIDE), allOf(OVERRIDE_24, NO_OVERRIDE)),
  allowoverridelist: ({ args }) =>
    args.length > 1 && args.some((word) => word.toLowerCase() === 'none')
      ? "'None' not allowed with other directives in AllowOverrideList"
      : null,
  enablemmap: oneOf(ON_OFF, "parameter must be 'on' or 'off'"),
  enablesendfile: oneOf(ON_OFF, "parameter must be 'on' or 'off'"),
  errordocument: ({ args: [status = ''], version }) =>
    isKnownStatus(leadingNumber(status), version) || isOpen(status)
      ? null
      : `Unsupported HTTP response code ${status}`,
  fileetag: byVersion(
    etag('none|all|size|lmtime|mtime|lastmodified|inode'),
    etag('none|all|size|lmtime|mtime|lastmodified|inode|digest'),
  ),
  hostnamelookups: oneOf(/^(?:on|off|double)$/i, "parameter must be 'on', 'off', or 'double'"),
  // 2.2 since 2.2.32.
  httpprotocoloptions: eachOf(
    /^(?:allow0\.9|require1\.0|strict|unsafe|registeredmethods|lenientmethods)$/i,
    "HttpProtocolOptions accepts 'Unsafe' or 'Strict' (default), 'RegisteredMethods' or 'LenientMethods' (default), and 'Require1.0' or 'Allow0.9' (default)",
  ),
  keepalivetimeout: byVersion(null, ({ args: [word = ''] }) =>
    isOpen(word) || isTimeout(word) ? null : 'KeepAliveTimeout has wrong format',
  ),
  limitinternalrecursion: ({ args }) =>
    args.every((word) => leadingNumber(word) > 0 || isOpen(word))
      ? null
      : 'The recursion limit must be greater than zero.',
  limitrequestbody: oneOf(/^\d+$/, 'LimitRequestBody requires a non-negative integer.'),
  limitrequestfields: notNegative('LimitRequestFields "{}" must be a non-negative integer (0 = no limit)'),
  limitrequestfieldsize: notNegative('LimitRequestFieldsize "{}" must be a non-negative integer'),
  limitrequestline: notNegative('LimitRequestLine "{}" must be a non-negative integer'),
  limitxmlrequestbody: byVersion(
    xmlNotNegative,
    (command) => xmlNotNegative(command) ?? xmlTooLarge(command),
  ),
  loglevel: byVersion(
    oneOf(
      new RegExp(`^(?:${LEVEL_22})$`, 'i'),
      'LogLevel requires level keyword: one of emerg/alert/crit/error/warn/notice/info/debug',
    ),
    allOf(
      new RegExp(`^(?:.*:)?(?:${LEVEL_22}|trace[1-8])$`, 'is'),
      'Log level keyword must be one of emerg/alert/crit/error/warn/notice/info/debug/trace1/.../trace8',
    ),
  ),
  maxranges: numberOfRanges('MaxRanges'),
  maxrangeoverlaps: numberOfRanges('MaxRangeOverlaps'),
  maxrangereversals: numberOfRanges('MaxRangeReversals'),
  options: optionsError,
  port: () => 'Port was replaced with Listen in Apache 2.0',
  protocolshonororder: oneOf(ON_OFF, "ProtocolsHonorOrder must be 'on' or 'off'"),
  listenbacklog: positive('ListenBacklog must be > 0'),
  maxmemfree: notNegative('Invalid MaxMemFree value: {}'),
  receivebuffersize: bufferSize('ReceiveBufferSize'),
  sendbuffersize: bufferSize('SendBufferSize'),
  serversignature: oneOf(/^(?:on|off|email)$/i, 'ServerSignature: use one of: off | on | email'),
  traceenable: oneOf(/^(?:on|off|extended)$/i, "TraceEnable must be one of 'on', 'off', or 'extended'"),
  usecanonicalname: oneOf(/^(?:on|off|dns)$/i, "parameter must be 'on', 'off', or 'dns'"),
  usecanonicalphysicalport: oneOf(ON_OFF, "parameter must be 'on' or 'off'"),
};

/** Microseconds in each unit; none is seconds. */
const UNITS: Readonly<Record<string, bigint>> = {
  '': 1_000_000n,
  s: 1_000_000n,
  ms: 1_000n,
  mi: 60_000_000n,
  h: 3_600_000_000n,
};

/** `ap_timeout_parameter_parse` (server/util.c): digits that are missing are 0, and of a unit only the first letters count. */
function isTimeout(word: string): boolean {
  const [, sign = '', digits = '', rest = ''] = /^(?:\s*([+-]?)(\d+))?(.*)$/s.exec(word) ?? [];
  const unit = /^(?:s|ms|mi|h)/.exec(rest)?.[0] ?? '';
  if (unit === '' && (rest !== '' || digits === '')) return false;
  const number = BigInt(digits || 0);
  return number * UNITS[unit]! < 2n ** 63n && (sign !== '-' || number === 0n);
}

function numberOfRanges(name: string): Check {
  return oneOf(/^(?:none|default|unlimited)$|^\s*\+?0*[1-9]/i, `${name} ${NUMBER_OF_RANGES}`);
}

function etag(known: string): Check {
  return allOf(new RegExp(`^[+-]?(?:${known})$`, 'i'), "Unknown keyword '{}' for FileETag directive");
}
