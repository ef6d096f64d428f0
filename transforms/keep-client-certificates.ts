import type { Occurrence, Scope, ServerModel } from '../src/model/index.ts';
import { isSince } from '../src/target/index.ts';
import {
  appendArgument,
  defineTransform,
  findDirectives,
  groupByNode,
  insertAfter,
  placeOf,
} from '../src/transform/index.ts';
import type { FileEdit } from '../src/transform/index.ts';
import { protocolsOf } from './shared/ssl-protocol.ts';

export const keepClientCertificates = defineTransform({
  id: 'keep-client-certificates',
  title: 'Report sections that ask for a client certificate after the handshake',
  stage: 'findings',
  rows: [],
  directives: ['SSLVerifyClient', 'SSLProtocol'],
  applicability: 'review',
  docs: {
    does: 'Points out, once for each host that speaks TLS 1.3, `SSLVerifyClient` in a section or a .htaccess file; with `--apply review` it takes TLS 1.3 out of SSLProtocol there.',
    why: '2.2 asked for the certificate by a second handshake. TLS 1.3 has none, and mod_ssl asks by post-handshake authentication, which browsers do not offer: whoever asks for the address gets 403, with a certificate or without (AH10158, ssl_hook_Access_modern in ssl_engine_kernel.c). TLS 1.3 came with 2.4.36.',
    before: 'SSLProtocol all -SSLv3\n<Location /staff>\n    SSLVerifyClient require\n</Location>',
    after: 'SSLProtocol all -SSLv3 -TLSv1.3\n<Location /staff>\n    SSLVerifyClient require\n</Location>',
    undo: 'Take `-TLSv1.3` out once SSLVerifyClient stands in a virtual host of its own.',
    limits:
      'Whether the OpenSSL of the target has TLS 1.3 is not asked: one before 1.1.1 has not, and refuses the word. Before 2.4.42 the protocols of the first host at an address and port count for all hosts there. What a program that is no browser offers is not known either.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#sslverifyclient',
  },
  messages: {
    later:
      "With TLS 1.3, which 2.2 did not have, a browser can't be asked for its certificate after the handshake: 2.4 answers 403 here, with a certificate or without (AH10158). Add -TLSv1.3 to SSLProtocol, or give what asks for certificates a virtual host of its own and write SSLVerifyClient outside of sections there.",
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4' || !isSince(target, '2.4.36')) return;
    const reported = new Set<Scope>();
    const inForce = linesInForce(model);
    for (const group of groupByNode(findDirectives(model, 'SSLVerifyClient'))) {
      const hosts = group
        .flatMap((line) => hostsAskingLater(line, model, inForce))
        .filter((host) => !reported.has(host));
      if (hosts.length === 0) continue;
      for (const host of hosts) reported.add(host);
      const edits = withoutTls13(hosts, inForce);
      report(placeOf(group[0]), 'later', {
        level: 'error',
        ...(edits && { fix: { title: 'Take TLSv1.3 out of SSLProtocol', applicability: 'review', edits } }),
      });
    }
  },
});

type Name = 'SSLVerifyClient' | 'SSLEngine' | 'SSLProtocol';

/** The line that counts for a host, outside of sections. */
type LinesInForce = (name: Name, host: Scope) => Occurrence | undefined;

function linesInForce(model: ServerModel): LinesInForce {
  const lastLines = (name: Name) => new Map(findDirectives(model, name).map((line) => [line.scope, line]));
  const lines: Readonly<Record<Name, ReadonlyMap<Scope, Occurrence>>> = {
    SSLVerifyClient: lastLines('SSLVerifyClient'),
    SSLEngine: lastLines('SSLEngine'),
    SSLProtocol: lastLines('SSLProtocol'),
  };
  return (name, host) => lines[name].get(host) ?? lines[name].get(model.main);
}

/** The hosts that speak TLS 1.3 and ask for a certificate at this line, but not before. */
function hostsAskingLater(line: Occurrence, model: ServerModel, inForce: LinesInForce): Scope[] {
  const { scope } = line;
  if (scope === scope.server || modeOf(line) === 'none') return [];
  const reached = scope.server === model.main ? [model.main, ...model.virtualHosts] : [scope.server];
  const isPart = model.kind !== 'server' && findDirectives(model, 'SSLEngine').length === 0;
  return reached.filter((host) => {
    const before = modeOf(inForce('SSLVerifyClient', host));
    return before !== 'require' && before !== modeOf(line) && speaksTls13(host, isPart, inForce);
  });
}

/** `optional_no_ca` asks as `optional` does. */
function modeOf(line: Occurrence | undefined): string {
  return (line?.args[0] ?? 'none').toLowerCase().replace(/_no_ca$/, '');
}

/** @param isPart whether the files may be of a host whose SSLEngine is not among them */
function speaksTls13(host: Scope, isPart: boolean, inForce: LinesInForce): boolean {
  const engine = inForce('SSLEngine', host)?.args[0] ?? (isPart ? 'on' : 'off');
  if (!/^on$/i.test(engine)) return false;
  const protocol = inForce('SSLProtocol', host);
  return protocol === undefined || protocolsOf(protocol.args).includes('tlsv1.3');
}

/** Null where a host has neither line beside which it could be said. */
function withoutTls13(hosts: readonly Scope[], inForce: LinesInForce): FileEdit[] | null {
  const lines = hosts.map((host) => inForce('SSLProtocol', host) ?? inForce('SSLEngine', host) ?? null);
  const known = lines.filter((line) => line !== null);
  if (known.length < lines.length) return null;
  return groupByNode(known).flatMap(([line]) =>
    line.name === 'sslprotocol'
      ? appendArgument(line, '-TLSv1.3')
      : insertAfter(line, ['SSLProtocol all -SSLv3 -TLSv1.3']),
  );
}
