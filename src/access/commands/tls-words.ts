import type { Check, Checks, Command } from './types.ts';
import { isOpen } from './types.ts';
import { notNegative, oneOf, onlyBy24 } from './word-lists.ts';

const OPTION =
  /^[+-]?(?:StdEnvVars|ExportCertData|FakeBasicAuth|StrictRequire|OptRenegotiate|LegacyDNStringFormat)$/i;
/** Whether it has SSLv3 or TLSv1.3 the TLS library says. */
const PROTOCOL = /^(?:-SSLv2|[+-]?(?:SSLv3|TLSv1(?:\.[1-3])?|all))$/i;
const VERIFY = /^(?:none|off|optional|require|on|optional_no_ca)$/i;
/** Session caches of 2.2 that no module of 2.4 provides. */
const GONE_CACHE = /^(?:shm|shmht)(?=:|$)/i;

/** What mod_ssl of 2.4 says of the words of its lines, files on the disk and what the TLS library lacks apart (modules/ssl/ssl_engine_config.c). */
export const TLS_CHECKS: Checks = onlyBy24({
  sslciphersuite: ({ args: [protocol = '', ciphers], place }) => {
    if (ciphers === undefined || /^SSL$/.test(protocol) || isOpen(protocol)) return null;
    if (protocol !== 'TLSv1.3') return `protocol '${protocol}' not supported`;
    return place === 'section' ? 'TLSv1.3 ciphers cannot be set inside a directory context' : null;
  },
  sslproxyciphersuite: ({ args: [protocol = '', ciphers] }) =>
    ciphers === undefined || /^(?:SSL|TLSv1\.3)$/.test(protocol) || isOpen(protocol)
      ? null
      : `protocol '${protocol}' not supported`,
  sslengine: oneOf(/^(?:on|off|optional)$/i, 'Argument must be On or Off'),
  ssllog: () => 'SSLLog directive is no longer supported - use ErrorLog.',
  sslloglevel: () => 'SSLLogLevel directive is no longer supported - use LogLevel.',
  ssloptions: ({ args }) => {
    const odd = args.find((word) => !OPTION.test(word) && !isOpen(word));
    return odd === undefined ? null : `SSLOptions: Illegal option '${odd.replace(/^[+-]/, '')}'`;
  },
  sslpassphrasedialog: oneOf(
    /^(?:[Bb][Uu][Ii][Ll][Tt][Ii][Nn]$|exec:.|\|.)/s,
    'SSLPassPhraseDialog: Invalid argument',
  ),
  sslprotocol: protocols,
  sslproxyprotocol: protocols,
  sslrandomseed,
  sslcarevocationcheck: eachInPlace(/^(?:none|leaf|chain)$/i, /^no_crl_for_cert_ok$/i),
  sslproxycarevocationcheck: eachInPlace(/^(?:none|leaf|chain)$/i, /^no_crl_for_cert_ok$/i),
  sslocspenable: eachInPlace(/^(?:on|off|leaf)$/i, /^no_ocsp_for_cert_ok$/i),
  sslrenegbuffersize: notNegative('Invalid size for SSLRenegBufferSize: {}'),
  sslsessioncache: cache('session cache'),
  sslstaplingcache: cache('stapling cache'),
  sslsessioncachetimeout: notNegative('SSLSessionCacheTimeout: Invalid argument'),
  sslverifyclient: oneOf(VERIFY, "SSLVerifyClient: Invalid argument '{}'"),
  sslproxyverify: oneOf(VERIFY, "SSLProxyVerify: Invalid argument '{}'"),
  sslverifydepth: notNegative("SSLVerifyDepth: Invalid argument '{}'"),
  sslproxyverifydepth: notNegative("SSLProxyVerifyDepth: Invalid argument '{}'"),
  ...notNegativeOnes(
    'SSLOCSPResponderTimeout',
    'SSLOCSPResponseMaxAge',
    'SSLOCSPResponseTimeSkew',
    'SSLStaplingErrorCacheTimeout',
    'SSLStaplingResponderTimeout',
    'SSLStaplingResponseMaxAge',
    'SSLStaplingResponseTimeSkew',
    'SSLStaplingStandardCacheTimeout',
  ),
});

function notNegativeOnes(...names: readonly string[]): Checks {
  return Object.fromEntries(
    names.map((name) => [name.toLowerCase(), notNegative(`${name}: invalid argument`)]),
  );
}

/** `ssl_cmd_protocol_parse`. */
function protocols({ name, args }: Command): string | null {
  if (args.some(isOpen)) return null;
  const odd = args.find((word) => !PROTOCOL.test(word));
  if (odd === undefined) return null;
  return /^\+?SSLv2$/i.test(odd)
    ? 'SSLProtocol: SSLv2 is no longer supported'
    : `${name}: Illegal protocol '${odd.replace(/^[+-]/, '')}'`;
}

/** `ssl_cmd_SSLRandomSeed`: of a source that is no file, no bytes are counted. */
function sslrandomseed({ args: [when = '', source = '', bytes] }: Command): string | null {
  if ([when, source, bytes ?? ''].some(isOpen)) return null;
  if (!/^(?:startup|connect)$/i.test(when)) return `SSLRandomSeed: invalid context: \`${when}'`;
  if (bytes === undefined) return null;
  if (/^builtin$/i.test(source)) {
    return 'SSLRandomSeed: byte specification not allowed for builtin seed source';
  }
  return /^\s*-0*[1-9]/.test(bytes) ? 'SSLRandomSeed: invalid number of bytes specified' : null;
}

/** One word, and behind it others. */
function eachInPlace(first: RegExp, others: RegExp): Check {
  return ({ name, args }) => {
    const words = args.length === 0 ? [''] : args;
    const odd = words.find((word, i) => !(i === 0 ? first : others).test(word));
    return odd === undefined || args.some(isOpen) ? null : `${name}: Invalid argument '${odd}'`;
  };
}

function cache(what: string): Check {
  return ({ name, args: [word = ''] }) => {
    const [gone] = GONE_CACHE.exec(word) ?? [];
    return gone === undefined ? null : `${name}: '${gone}' ${what} not supported`;
  };
}
