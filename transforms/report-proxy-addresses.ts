import { hasPlaceholder } from '../src/syntax/index.ts';
import { isSince } from '../src/target/index.ts';
import type { TargetProfile } from '../src/target/index.ts';
import {
  defineTransform,
  findDirectives,
  findScopes,
  placeOf,
  placeOfScope,
} from '../src/transform/index.ts';

/** PROXY_BALANCER_MAX_NAME_SIZE in mod_proxy.h of 2.4, less the NUL. */
const LONGEST_BALANCER = 95;

/** What a release keeps of a proxied server, less the NUL (`ap_proxy_define_worker`). */
interface Longest {
  /** PROXY_WORKER_MAX_HOSTNAME_SIZE, and since 2.4.30 that of hostname_ex. */
  readonly host: number;
  /** PROXY_WORKER_MAX_NAME_SIZE; since 2.4.11 a longer address is cut short, with a message. */
  readonly address: number;
}

function longestFor(target: TargetProfile): Longest {
  return {
    host: isSince(target, '2.4.30') ? 255 : 63,
    address: isSince(target, '2.4.11') ? Infinity : 95,
  };
}

export const reportProxyAddresses = defineTransform({
  id: 'report-proxy-addresses',
  title: 'Report proxied addresses that 2.4 refuses',
  stage: 'findings',
  rows: [],
  directives: ['ProxyPass', 'ProxyPassMatch', 'BalancerMember'],
  isIndependent: true,
  applicability: 'manual',
  refusedAtStart: ['no-host', 'long', 'long-address', 'parameter'],
  docs: {
    does: 'Names proxied addresses without a host, those whose host, or balancer, has a longer name than the target takes, those that are longer than it takes, and those of a BalancerMember with a `=`.',
    why: '2.4 asks for a host ("URL must be absolute!") and keeps names in shared memory, in fields of fixed length ("too long"; ap_proxy_define_worker and ap_proxy_define_balancer in proxy_util.c): 255 characters of a host, 63 before 2.4.30; 95 of a balancer; and before 2.4.11 95 of a whole address. A word of BalancerMember with a `=` is a parameter to it, wherever it stands (add_member in mod_proxy.c).',
    before: 'ProxyPass /app http://',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits: 'What a variable holds is not judged.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_proxy.html#proxypass',
  },
  messages: {
    'no-host':
      '2.4 refuses {directive} with {address}, which names no host. No request could be answered in 2.2 either: name the server, or remove the line.',
    long: '2.4 refuses {directive} with {address}: the name is longer than {most} characters. Give it a shorter one.',
    'long-address':
      'Before 2.4.11 a proxied address has {most} characters at most: the target refuses {directive} with {address}. Proxy it by a RewriteRule with [P], or move to 2.4.11 or later.',
    parameter:
      '2.4 takes {address} for a parameter, as there is a `=` in it, and refuses {directive} without an address. Write the address without it, or `%3D` in its place.',
  },
  run({ model, target, report }) {
    const longest = longestFor(target);
    const lines = findDirectives(model, 'ProxyPass', 'ProxyPassMatch', 'BalancerMember');
    for (const line of lines) {
      const isMember = line.name === 'balancermember';
      const found = (isMember ? parameterIn(line.args) : null) ?? refusedAddress(line.args, longest);
      const directive = line.node.name.value;
      if (found !== null)
        report(placeOf(line), found.id, { data: { ...found.data, directive }, level: 'error' });
    }
    // A balancer comes into being where its members are named, another server only by the lines above.
    for (const scope of findScopes(model, 'proxy').filter(({ args }) => /^balancer:/i.test(args[0] ?? ''))) {
      const found = refusedAddress(scope.args, longest);
      const directive = '<Proxy>';
      if (found !== null)
        report(placeOfScope(scope), found.id, { data: { ...found.data, directive }, level: 'error' });
    }
  },
});

interface RefusedAddress {
  readonly id: 'no-host' | 'long' | 'long-address' | 'parameter';
  readonly data: { readonly address: string; readonly most?: number };
}

function parameterIn(words: readonly string[]): RefusedAddress | null {
  const address = words.find((word) => /^[a-z][a-z0-9+.-]*:\/\/[^=]*=/i.test(word));
  return address === undefined ? null : { id: 'parameter', data: { address } };
}

/** The first of the addresses of a line: BalancerMember may name its balancer, too. */
function refusedAddress(words: readonly string[], longest: Longest): RefusedAddress | null {
  const addresses = words.filter((word) => /^[a-z][a-z0-9+.-]*:\/\//i.test(word));
  const refusals = addresses.map((address) => refusalOf(address, longest));
  return refusals.find((refusal) => refusal !== null) ?? null;
}

function refusalOf(address: string, longest: Longest): RefusedAddress | null {
  const [, scheme = '', authority = ''] = /^([^:]*):\/\/([^/]*)/.exec(address) ?? [];
  if (scheme === '' || hasPlaceholder(address)) return null;
  const isBalancer = scheme.toLowerCase() === 'balancer';
  const name = isBalancer ? `balancer://${authority}` : authority.replace(/^.*@|:\d+$/g, '');
  if (name === '') return { id: 'no-host', data: { address } };
  const most = isBalancer ? LONGEST_BALANCER : longest.host;
  if (name.length > most) return { id: 'long', data: { address, most } };
  if (isBalancer || withoutUsualPort(address).length <= longest.address) return null;
  return { id: 'long-address', data: { address, most: longest.address } };
}

/** As apr_uri_unparse writes it. */
function withoutUsualPort(address: string): string {
  return address.replace(/^(?:(http:\/\/[^/]*):80|(https:\/\/[^/]*):443)(?=\/|$)/i, '$1$2');
}
