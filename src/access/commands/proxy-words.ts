import { untilEmpty } from '../../text/index.ts';
import { leadingNumber } from './statuses.ts';
import { isOpen } from './types.ts';
import type { Check, Checks, Command } from './types.ts';
import { bufferSize, oneOf, onlyBy24, positive } from './word-lists.ts';

const KEY_VALUE = /=/;
const PASS_FLAG = /^(?:nocanon|interpolate|noquery)$/i;

/**
 * What mod_proxy of 2.4 says of the words of its lines, what it shares between workers apart: of a URL that an earlier line has it
 * ignores parameters (modules/proxy/mod_proxy.c).
 */
export const PROXY_CHECKS: Checks = onlyBy24({
  balancergrowth: ({ args: [word = ''] }) =>
    isOpen(word) || isBetween(0, word, 1000) ? null : 'BalancerGrowth must be between 0 and 1000',
  balancermember: member,
  proxybadheader: oneOf(
    /^(?:IsError|Ignore|StartBody)$/i,
    'ProxyBadHeader must be one of: IsError | Ignore | StartBody',
  ),
  proxydomain: oneOf(/^\./, 'ProxyDomain: domain name must start with a dot.'),
  proxyerroroverride: errorOverride,
  proxyiobuffersize: bufferSize('ProxyIOBufferSize'),
  proxypass: pass,
  proxypassmatch: pass,
  proxypassreverse: passReverse,
  proxyreceivebuffersize: bufferSize('ProxyReceiveBufferSize'),
  proxyremote: remote('ProxyRemote'),
  proxyremotematch: remote('ProxyRemoteMatch'),
  proxyset: set,
  proxystatus: oneOf(/^(?:off|on|full)$/i, 'ProxyStatus must be one of: off | on | full'),
  proxytimeout: positive('Proxy Timeout must be at least 1 second.'),
  proxyvia: oneOf(/^(?:off|on|full|block)$/i, 'ProxyVia must be one of: off | on | full | block'),
});

/** `set_proxy_error_override`: statuses may follow a line before that says `on`. */
function errorOverride({ args }: Command): string | null {
  const words = untilEmpty(args);
  if (words.some(isOpen)) return null;
  const [first = '', ...others] = words;
  if (!/^(?:on|off)$|^\d/i.test(first)) return 'ProxyErrorOverride first parameter must be one of: off | on';
  const statuses = others.filter((word) => !/^(?:on|off)$/i.test(word));
  if (!statuses.every((word) => /^\d/.test(word))) {
    return 'ProxyErrorOverride: status codes to intercept must be numeric';
  }
  return statuses.every((word) => isBetween(400, word, 599))
    ? null
    : 'ProxyErrorOverride: status codes to intercept must be valid HTTP Status Codes >=400 && <600';
}

/** `add_pass`: a section is the path by itself. */
function pass({ name, args, place }: Command): string | null {
  if (place === null || args.some(isOpen)) return null;
  const isPattern = args[0] === '~' && place === 'server';
  if (isPattern && name.toLowerCase() === 'proxypassmatch') {
    return "ProxyPassMatch invalid syntax ('~' usage).";
  }
  const [url, ...others] = args.slice(place === 'section' ? 0 : isPattern ? 2 : 1);
  if (url === undefined) return 'ProxyPass|ProxyPassMatch needs a path when not defined in a location';
  const parameters = others.filter((word) => !PASS_FLAG.test(word));
  if (!parameters.every((word) => KEY_VALUE.test(word))) {
    return place === 'section' && url.startsWith('/')
      ? "ProxyPass|ProxyPassMatch can't have a path when defined in a location."
      : "Invalid ProxyPass|ProxyPassMatch parameter. Parameter must be in the form 'key=value'.";
  }
  if (parameters.some((word) => /^mapping=(?!(?:encoded|servlet)$)/is.test(word))) return 'unknown mapping';
  if (isNoUrl(url)) return `ProxyPass URL must be absolute!: ${url}`;
  if (!/^balancer:/i.test(url)) return null;
  const error = firstBalancerError(parameters.filter((word) => !/^mapping=/i.test(word)));
  return error === null ? null : `ProxyPass ${error}`;
}

/** `add_pass_reverse`. */
function passReverse({ args, place }: Command): string | null {
  if (args.some(isOpen)) return null;
  if (place === 'server' && args.length === 1) {
    return 'ProxyPassReverse needs a path when not defined in a location';
  }
  const hasPath = args.slice(1).some((word) => !KEY_VALUE.test(word) && !PASS_FLAG.test(word));
  return place === 'section' && hasPath
    ? "ProxyPassReverse can't have a path when defined in a location"
    : null;
}

/** What a pattern puts in is not known. */
function isNoUrl(url: string): boolean {
  return url !== '!' && !/:\/\/|\||[$%&]|^balancer:/i.test(url);
}

/** `add_member`: the name of the balancer stands in the section around it, or before the URL. */
function member({ args, place }: Command): string | null {
  if (place === null || args.some(isOpen)) return null;
  const isInFolder = place === 'section';
  const count = args.filter((word) => !KEY_VALUE.test(word)).length + (isInFolder ? 1 : 0);
  if (count < 1) return 'BalancerMember must define balancer name when outside <Proxy > section';
  if (count < 2) return 'BalancerMember must define remote proxy server';
  if (count === 2) return null;
  return isInFolder
    ? 'BalancerMember can not have a balancer name when defined in a location'
    : "Invalid BalancerMember parameter. Parameter must be in the form 'key=value'";
}

/** `set_proxy_param`: but in a section of a proxy the first word is a URL. */
function set({ args, place }: Command): string | null {
  if (place === null || args.some(isOpen)) return null;
  const parameters = place === 'section' && !args[0]?.includes('://') ? args : args.slice(1);
  if (!parameters.every((word) => KEY_VALUE.test(word))) {
    return "Invalid ProxySet parameter. Parameter must be in the form 'key=value'";
  }
  if (!/^balancer:/i.test(args[0] ?? '')) return null;
  const error = firstBalancerError(parameters);
  return error === null ? null : `ProxySet: ${error}`;
}

function firstBalancerError(parameters: readonly string[]): string | null {
  return parameters.map(balancerError).find((each) => each !== null) ?? null;
}

type Taken = readonly [takes: (value: string) => boolean, complaint: string];

function any(): boolean {
  return true;
}

function switchOf(name: string): Taken {
  return [(value) => /^(?:on|off)$/i.test(value), `${name} must be On|Off`];
}

/** Which words each parameter of a balancer takes; of its methods modules tell (`set_balancer_param`). */
const BALANCER_PARAMETERS: Readonly<Record<string, Taken>> = {
  failonstatus: [areStatuses, 'failonstatus must be one or more HTTP response codes'],
  failontimeout: switchOf('failontimeout'),
  forcerecovery: switchOf('forcerecovery'),
  growth: [(value) => isBetween(1, value, 100), 'growth must be between 1 and 100'],
  lbmethod: [any, ''],
  maxattempts: [(value) => leadingNumber(value) >= 0, 'maximum number of attempts must be a positive number'],
  nofailover: switchOf('failover'),
  nonce: [any, ''],
  scolonpathdelim: switchOf('scolonpathdelim'),
  stickysession: [any, ''],
  stickysessionsep: [
    (value) => value.length === 1 || /^off$/i.test(value),
    'stickysessionsep must be a single character or Off',
  ],
  timeout: [(value) => leadingNumber(value) >= 1, 'timeout must be at least one second'],
};

function isBetween(least: number, word: string, most: number): boolean {
  const number = leadingNumber(word);
  return number >= least && number <= most;
}

function areStatuses(words: string): boolean {
  const all = words.split(/[, ]+/).filter((word) => word !== '');
  return all.every((word) => isBetween(100, word, 599));
}

function balancerError(parameter: string): string | null {
  const [, key = '', value = ''] = /^([^=]*)=(.*)$/s.exec(parameter) ?? [];
  const name = key.toLowerCase();
  if (!Object.hasOwn(BALANCER_PARAMETERS, name)) return 'unknown Balancer parameter';
  const [takes, complaint] = BALANCER_PARAMETERS[name]!;
  return takes(value) ? null : complaint;
}

/** `add_proxy`; a host in brackets some releases read, others not. */
function remote(name: string): Check {
  return ({ args: [, url = ''] }) => {
    if (isOpen(url)) return null;
    if (!/^[^:]*:\/\/./s.test(url)) return `${name}: Bad syntax for a remote proxy server`;
    const [, port = '80'] = /^[^:]*:\/\/[^:[]*:(.*)/s.exec(url) ?? [];
    return /^\s*[+-]?\d/.test(port) && leadingNumber(port) <= 65_535
      ? null
      : `${name}: Bad syntax for a remote proxy server (bad port number)`;
  };
}
