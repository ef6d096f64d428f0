import { isFilledIn } from '../src/model/index.ts';
import type { Occurrence, ServerModel } from '../src/model/index.ts';
import { isSince } from '../src/target/index.ts';
import { defineTransform, findDirectives, groupByNode, placeOf } from '../src/transform/index.ts';
import { readCertificate } from './shared/certificate.ts';
import { protocolsOf } from './shared/ssl-protocol.ts';

export const reportTlsLibrary = defineTransform({
  id: 'report-tls-library',
  title: 'Report TLS settings and certificates that the OpenSSL of today does not take',
  stage: 'findings',
  rows: [],
  directives: [
    'SSLCompression',
    'SSLRandomSeed',
    'SSLEngine',
    'SSLProtocol',
    'SSLProxyProtocol',
    'SSLVerifyClient',
    'SSLProxyVerify',
    'SSLCertificateFile',
  ],
  applicability: 'manual',
  refusedAtStart: ['compression', 'egd', 'weak-key', 'weak-signature'],
  docs: {
    does: 'Points out `SSLCompression On`, `SSLRandomSeed` with egd:, `SSLEngine optional`, and `SSLProtocol` and `SSLProxyProtocol` that leave nothing but TLS 1.0 and 1.1; and, once for each server, that old certificates of clients and of proxied servers are refused where SSLVerifyClient and SSLProxyVerify ask for them; and the server certificates that are here and too weak.',
    why: 'The first two are refused where OpenSSL was built without them, which is usual today (ssl_cmd_SSLCompression and ssl_cmd_SSLRandomSeed in ssl_engine_config.c). The last is ignored with a notice (AH10510) from 2.4.64 on: the upgrade from HTTP to TLS is gone, and the host speaks plain HTTP. OpenSSL 3 has TLS 1.0 and 1.1 at security level 0 only, and its default is 1 or higher: where a host has no other protocol, the server starts and every handshake fails. `-ALL +SSLv3 +TLSv1` was a common line. At that level OpenSSL 3 also refuses client certificates with short keys or old signatures, and it looks at the dates of a certificate whose issuer it does not know, which OpenSSL 1.0.1 did not (`optional_no_ca`). A server certificate of that kind keeps 2.4 from starting (AH02562).',
    before: 'SSLCompression On\nSSLRandomSeed startup egd:/var/run/egd',
    after: '(the lines stay, and are reported)',
    undo: 'Nothing is changed.',
    limits:
      'The OpenSSL of the target is not asked: the lines are reported whether it has these or not. Of certificates only those of SSLCertificateFile are looked into, where they are here and the target is 2.4.36 or later, as systems with an older one have an older OpenSSL.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#sslcompression',
  },
  messages: {
    compression:
      '2.4 refuses SSLCompression On with an OpenSSL that has no compression, and few have it today: compression under TLS gives secrets away (CRIME). Remove the line.',
    egd: '2.4 refuses the source {source} with an OpenSSL that does not know the Entropy Gathering Daemon, and since 1.1 none does unless it was built for it. Write builtin or file:/dev/urandom instead.',
    optional:
      '2.4 ignores SSLEngine optional and speaks plain HTTP here: clients can no longer ask for TLS on this port. Give TLS a port of its own, with SSLEngine On.',
    'old-server':
      '{name} leaves only TLS 1.0 or 1.1. OpenSSL 3 refuses both unless SSLCipherSuite says @SECLEVEL=0, and browsers gave them up in 2020: 2.4 starts, and nobody can connect. Write `{name} all -SSLv3`.',
    'old-proxy':
      '{name} leaves only TLS 1.0 or 1.1. OpenSSL 3 refuses both unless SSLProxyCipherSuite says @SECLEVEL=0: 2.4 starts, and answers 500 to what it should fetch by https. Write `{name} all -SSLv3`.',
    'weak-certificates':
      'Of the client certificates that SSLVerifyClient asks for, OpenSSL 3 refuses those with an RSA key of less than 2048 bits (1024 at security level 1), or signed with SHA-1 or MD5: their owners are kept out, whom an older OpenSSL let in. Issue new ones first, or add :@SECLEVEL=0 to SSLCipherSuite until then.',
    'weak-backends':
      'Where SSLProxyVerify asks for the certificate of a proxied server, OpenSSL 3 refuses one with an RSA key of less than 2048 bits (1024 at security level 1), or signed with SHA-1 or MD5: 2.4 answers 500 to what it should fetch there. Issue a new one first, or add :@SECLEVEL=0 to SSLProxyCipherSuite until then.',
    'weak-key':
      'The RSA key of {file} has {bits} bits. OpenSSL refuses less than 2048 bits at security level 2, its default from 3.2 on, and before that of Debian, Ubuntu and Red Hat: 2.4 does not start ("ee key too small"). Get a new certificate, or add :@SECLEVEL=0 to SSLCipherSuite until then.',
    'weak-signature':
      '{file} is signed with {digest}, which OpenSSL 3 refuses: 2.4 does not start ("ca md too weak"). Get a new certificate, or add :@SECLEVEL=0 to SSLCipherSuite until then.',
    'old-certificates':
      'Of the client certificates that SSLVerifyClient optional_no_ca asks for, OpenSSL 3 refuses those that have expired, which OpenSSL 1.0.1 did not notice where it did not know the issuer, and those with an RSA key of less than 2048 bits (1024 at security level 1): their owners are kept out. Issue new ones first.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor !== '2.4') {
      for (const line of firstAsking(model, 'SSLVerifyClient')) {
        const isForUnknown = /^optional_no_ca$/i.test(line.args[0] ?? '');
        report(placeOf(line), isForUnknown ? 'old-certificates' : 'weak-certificates', { level: 'warning' });
      }
      for (const line of firstAsking(model, 'SSLProxyVerify')) {
        report(placeOf(line), 'weak-backends', { level: 'warning' });
      }
      const certificates = isSince(target, '2.4.36') ? findDirectives(model, 'SSLCertificateFile') : [];
      for (const [line] of groupByNode(certificates)) {
        const weakness = weaknessOf(line, model);
        if (weakness === null) continue;
        const { messageId, data } = weakness;
        report(placeOf(line), messageId, { level: 'error', data: { ...data, file: line.args[0] ?? '' } });
      }
    }

    for (const [directive] of groupByNode(
      findDirectives(
        model,
        'SSLCompression',
        'SSLRandomSeed',
        'SSLEngine',
        'SSLProtocol',
        'SSLProxyProtocol',
      ),
    )) {
      const messageId = problemOf(directive);
      if (messageId === null || (messageId === 'optional' && !isSince(target, '2.4.64'))) continue;
      const data = { name: directive.node.name.value, source: directive.args[1] ?? '' };
      report(placeOf(directive), messageId, { level: LEVELS[messageId], data });
    }
  },
});

/** The first line of each server by which certificates are asked for. */
function firstAsking(model: ServerModel, name: string): Occurrence[] {
  const asking = findDirectives(model, name).filter(
    ({ on22, args }) => on22 !== 'no' && !/^none$/i.test(args[0] ?? ''),
  );
  const first = new Map(asking.toReversed().map((line) => [line.scope.server, line]));
  return groupByNode([...first.values()]).map(([line]) => line);
}

interface Weakness {
  readonly messageId: 'weak-key' | 'weak-signature';
  readonly data: Readonly<Record<string, string | number>>;
}

/** Of a certificate whose file is here. */
function weaknessOf({ args: [path = ''], file, on22 }: Occurrence, model: ServerModel): Weakness | null {
  if (on22 === 'no' || path === '' || isFilledIn(path, { file })) return null;
  const certificate = readCertificate(model.textOf(path) ?? '');
  if (certificate === null) return null;
  const { bits, weakDigest, isRoot } = certificate;
  if (bits !== null && bits < 2048) return { messageId: 'weak-key', data: { bits } };
  if (weakDigest === null || isRoot) return null;
  return { messageId: 'weak-signature', data: { digest: weakDigest } };
}

/** An error where 2.4 would not start. */
const LEVELS = {
  compression: 'error',
  egd: 'error',
  optional: 'warning',
  'old-server': 'warning',
  'old-proxy': 'warning',
} as const;

function problemOf({ name, args }: Occurrence): keyof typeof LEVELS | null {
  const [first = '', second = ''] = args;
  if (name === 'sslcompression') return /^on$/i.test(first) ? 'compression' : null;
  if (name === 'sslrandomseed') return /^egd:/i.test(second) ? 'egd' : null;
  if (name === 'sslengine') return /^optional$/i.test(first) ? 'optional' : null;
  const protocols = protocolsOf(args);
  if (protocols.length === 0 || protocols.some((version) => !OLD.has(version))) return null;
  return name === 'sslprotocol' ? 'old-server' : 'old-proxy';
}

const OLD: ReadonlySet<string> = new Set(['tlsv1', 'tlsv1.1']);
