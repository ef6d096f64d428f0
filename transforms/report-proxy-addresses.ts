import { hasPlaceholder } from '../src/syntax/index.ts';
import {
  defineTransform,
  findDirectives,
  findScopes,
  placeOf,
  placeOfScope,
} from '../src/transform/index.ts';

/** PROXY_BALANCER_MAX_NAME_SIZE and the length of hostname_ex in mod_proxy.h of 2.4, less the NUL. */
const LONGEST_BALANCER = 95;
const LONGEST_HOST = 255;

export const reportProxyAddresses = defineTransform({
  id: 'report-proxy-addresses',
  title: 'Report proxied addresses that 2.4 refuses',
  stage: 'findings',
  rows: [],
  directives: ['ProxyPass', 'ProxyPassMatch', 'BalancerMember'],
  isIndependent: true,
  applicability: 'manual',
  refusedAtStart: ['no-host', 'long', 'parameter'],
  docs: {
    does: 'Names proxied addresses without a host, those whose host, or balancer, has a longer name than 2.4 takes, and those of a BalancerMember with a `=`.',
    why: '2.4 asks for a host ("URL must be absolute!") and keeps names in shared memory, in fields of fixed length ("too long"; ap_proxy_define_worker and ap_proxy_define_balancer in proxy_util.c). A word of BalancerMember with a `=` is a parameter to it, wherever it stands (add_member in mod_proxy.c).',
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
    parameter:
      '2.4 takes {address} for a parameter, as there is a `=` in it, and refuses {directive} without an address. Write the address without it, or `%3D` in its place.',
  },
  run({ model, report }) {
    const lines = findDirectives(model, 'ProxyPass', 'ProxyPassMatch', 'BalancerMember');
    for (const line of lines) {
      const isMember = line.name === 'balancermember';
      const found = (isMember ? parameterIn(line.args) : null) ?? refusedAddress(line.args);
      const directive = line.node.name.value;
      if (found !== null)
        report(placeOf(line), found.id, { data: { ...found.data, directive }, level: 'error' });
    }
    // A balancer comes into being where its members are named, another server only by the lines above.
    for (const scope of findScopes(model, 'proxy').filter(({ args }) => /^balancer:/i.test(args[0] ?? ''))) {
      const found = refusedAddress(scope.args);
      const directive = '<Proxy>';
      if (found !== null)
        report(placeOfScope(scope), found.id, { data: { ...found.data, directive }, level: 'error' });
    }
  },
});

interface RefusedAddress {
  readonly id: 'no-host' | 'long' | 'parameter';
  readonly data: { readonly address: string; readonly most: number };
}

function parameterIn(words: readonly string[]): RefusedAddress | null {
  const address = words.find((word) => /^[a-z][a-z0-9+.-]*:\/\/[^=]*=/i.test(word));
  return address === undefined ? null : { id: 'parameter', data: { address, most: LONGEST_HOST } };
}

/** The first of the addresses of a line: BalancerMember may name its balancer, too. */
function refusedAddress(words: readonly string[]): RefusedAddress | null {
  const addresses = words.filter((word) => /^[a-z][a-z0-9+.-]*:\/\//i.test(word));
  return addresses.map(refusalOf).find((refusal) => refusal !== null) ?? null;
}

function refusalOf(address: string): RefusedAddress | null {
  const [, scheme = '', authority = ''] = /^([^:]*):\/\/([^/]*)/.exec(address) ?? [];
  if (scheme === '' || hasPlaceholder(address)) return null;
  const isBalancer = scheme.toLowerCase() === 'balancer';
  const name = isBalancer ? `balancer://${authority}` : authority.replace(/^.*@|:\d+$/g, '');
  const most = isBalancer ? LONGEST_BALANCER : LONGEST_HOST;
  if (name === '') return { id: 'no-host', data: { address, most } };
  return name.length > most ? { id: 'long', data: { address, most } } : null;
}
