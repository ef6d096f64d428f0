import type { Occurrence, Scope, ServerModel } from '../src/model/index.ts';
import { isSince } from '../src/target/index.ts';
import { groupBy } from '../src/text/index.ts';
import { defineTransform, findDirectives, placeOfScope } from '../src/transform/index.ts';

export const reportHostsWithoutSni = defineTransform({
  id: 'report-hosts-without-sni',
  title: 'Report TLS hosts that clients without SNI no longer reach',
  stage: 'findings',
  rows: [],
  directives: ['VirtualHost', 'SSLEngine'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Points out, once for each address, a virtual host with `SSLEngine on` whose certificate, protocols, ciphers or client certificates are others than those of the first host there.',
    why: 'A client that names no host in the TLS handshake (SNI) is answered by the first host at the address, and then asks for another by its Host header. 2.2 served it, as 2.4 does up to 2.4.63; later releases, and packages that took the fix for CVE-2025-23048, answer 421 where the TLS settings differ (ssl_check_vhost_sni_policy in ssl_engine_kernel.c).',
    before:
      '<VirtualHost *:443>\n    ServerName a.example.com\n    SSLEngine on\n    SSLCertificateFile conf/a.crt\n</VirtualHost>\n<VirtualHost *:443>\n    ServerName b.example.com\n    SSLEngine on\n    SSLCertificateFile conf/b.crt\n</VirtualHost>',
    after: '(the hosts stay, and are reported)',
    undo: 'Nothing is changed.',
    limits:
      'Whether there are such clients is not known: browsers have named the host for many years; old programs, health checks and proxies in front may not. Addresses are compared as written.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#sslvhostsnipolicy',
  },
  messages: {
    misdirected:
      'Clients that name no host in the TLS handshake (SNI: old programs, health checks, some proxies) get 421 here since 2.4.64, and from packages with the fix for CVE-2025-23048, because {name} differs from that of the first host at {address}. 2.2 served them. Have them send SNI, give the hosts the same TLS settings, or from 2.4.66 on write `SSLVHostSNIPolicy insecure`.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || !isSince(target, '2.4.64')) return;
    const hosts = tlsHosts(model);
    if (hosts.length < 2) return;
    const settings = findDirectives(model, ...COMPARED).filter(({ scope }) => scope === scope.server);
    const linesOf = groupBy(settings, ({ scope }) => scope);
    const byAddress = groupBy(
      hosts.flatMap((host) => host.args.map((address) => ({ address, host }))),
      ({ address }) => address.toLowerCase(),
    );
    const reported = new Set<Scope>();
    for (const [first, ...others] of byAddress.values()) {
      if (first === undefined) continue;
      for (const { host, address } of others) {
        const name = differing(linesOf.get(first.host) ?? [], linesOf.get(host) ?? []);
        if (name === null || reported.has(host)) continue;
        reported.add(host);
        report(placeOfScope(host), 'misdirected', { level: 'warning', data: { name, address } });
        break;
      }
    }
  },
});

/** What ssl_server_compatible (ssl_engine_kernel.c) compares. */
const COMPARED = [
  'SSLCertificateFile',
  'SSLCertificateKeyFile',
  'SSLProtocol',
  'SSLCipherSuite',
  'SSLVerifyClient',
  'SSLVerifyDepth',
  'SSLCACertificateFile',
  'SSLCACertificatePath',
];

function tlsHosts(model: ServerModel): Scope[] {
  const on = findDirectives(model, 'SSLEngine').filter(({ args }) => /^on$/i.test(args[0] ?? ''));
  const own = new Set(on.map(({ scope }) => scope));
  return model.virtualHosts.filter((host) => host.on24 !== 'no' && own.has(host));
}

/** The first directive that the two hosts say differently; what one leaves out it has of the main server. */
function differing(first: readonly Occurrence[], other: readonly Occurrence[]): string | null {
  const valuesOf = (lines: readonly Occurrence[], name: string): string =>
    lines.flatMap((line) => (line.name === name.toLowerCase() ? [line.args.join(' ')] : [])).join('\n');
  return COMPARED.find((name) => valuesOf(first, name) !== valuesOf(other, name)) ?? null;
}
