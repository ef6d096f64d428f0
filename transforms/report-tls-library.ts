import type { Occurrence } from '../src/model/index.ts';
import { defineTransform, findDirectives, groupByNode, placeOf } from '../src/transform/index.ts';

export const reportTlsLibrary = defineTransform({
  id: 'report-tls-library',
  title: 'Report TLS settings that the OpenSSL of today does not have',
  stage: 'findings',
  rows: [],
  directives: ['SSLCompression', 'SSLRandomSeed', 'SSLEngine'],
  applicability: 'manual',
  refusedAtStart: ['compression', 'egd'],
  docs: {
    does: 'Points out `SSLCompression On`, `SSLRandomSeed` with egd: and `SSLEngine optional`.',
    why: 'The first two are refused where OpenSSL was built without them, which is usual today (ssl_cmd_SSLCompression and ssl_cmd_SSLRandomSeed in ssl_engine_config.c). The last is ignored with a notice (AH10510) from 2.4.64 on: the upgrade from HTTP to TLS is gone, and the host speaks plain HTTP.',
    before: 'SSLCompression On\nSSLRandomSeed startup egd:/var/run/egd',
    after: '(the lines stay, and are reported)',
    undo: 'Nothing is changed.',
    limits: 'The OpenSSL of the target is not asked: the lines are reported whether it has these or not.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#sslcompression',
  },
  messages: {
    compression:
      '2.4 refuses SSLCompression On with an OpenSSL that has no compression, and few have it today: compression under TLS gives secrets away (CRIME). Remove the line.',
    egd: '2.4 refuses the source {source} with an OpenSSL that does not know the Entropy Gathering Daemon, and since 1.1 none does unless it was built for it. Write builtin or file:/dev/urandom instead.',
    optional:
      '2.4 ignores SSLEngine optional and speaks plain HTTP here: clients can no longer ask for TLS on this port. Give TLS a port of its own, with SSLEngine On.',
  },
  run({ model, report }) {
    for (const [directive] of groupByNode(
      findDirectives(model, 'SSLCompression', 'SSLRandomSeed', 'SSLEngine'),
    )) {
      const messageId = problemOf(directive);
      if (messageId === null) continue;
      const level = messageId === 'optional' ? 'warning' : 'error';
      report(placeOf(directive), messageId, { level, data: { source: directive.args[1] ?? '' } });
    }
  },
});

function problemOf({ name, args }: Occurrence): 'compression' | 'egd' | 'optional' | null {
  const [first = '', second = ''] = args;
  if (name === 'sslcompression') return /^on$/i.test(first) ? 'compression' : null;
  if (name === 'sslrandomseed') return /^egd:/i.test(second) ? 'egd' : null;
  return /^optional$/i.test(first) ? 'optional' : null;
}
