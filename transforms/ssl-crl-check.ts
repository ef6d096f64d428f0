import { isSince } from '../src/target/index.ts';
import { defineTransform, findDirectives, insertAfter, placeOf } from '../src/transform/index.ts';
import { uncovered } from './shared/covers.ts';

export const sslCrlCheck = defineTransform({
  id: 'ssl-crl-check',
  title: 'Go on checking certificate revocation lists',
  stage: 'directives',
  rows: ['ssl-crl-check'],
  directives: [
    'SSLCARevocationFile',
    'SSLCARevocationPath',
    'SSLProxyCARevocationFile',
    'SSLProxyCARevocationPath',
  ],
  applicability: 'safe',
  docs: {
    does: 'Writes `SSLCARevocationCheck chain no_crl_for_cert_ok` beside SSLCARevocationFile and SSLCARevocationPath, and SSLProxyCARevocationCheck beside their SSLProxy counterparts, in each server that has no such line.',
    why: '2.4 looks into revocation lists only where SSLCARevocationCheck says so (default none): without it a revoked certificate is let in. The upgrade guide says `chain`. 2.2 checked every certificate of the chain as soon as there were lists, and let those pass for whose issuer there was none (ssl_callback_SSLVerify_CRL, ssl_engine_kernel.c); `chain` alone refuses them, `no_crl_for_cert_ok` (2.4.21) keeps them.',
    before: 'SSLCARevocationFile conf/crl.pem',
    after: 'SSLCARevocationFile conf/crl.pem\nSSLCARevocationCheck chain no_crl_for_cert_ok',
    undo: 'Write `SSLCARevocationCheck none` to check nothing. To be stricter than 2.2, take `no_crl_for_cert_ok` off: every issuer then needs a list.',
    limits:
      'A 2.4 before 2.4.21 does not know `no_crl_for_cert_ok`. Where the target is one, `chain` stands alone: certificates are then refused whose issuer has no list.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#sslcarevocationcheck',
  },
  messages: {
    added: '2.4 does not look into {name} without {check}: revoked certificates would be let in.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const words = isSince(target, '2.4.21') ? 'chain no_crl_for_cert_ok' : 'chain';
    for (const prefix of ['SSL', 'SSLProxy']) {
      const check = `${prefix}CARevocationCheck`;
      const lists = findDirectives(model, `${prefix}CARevocationFile`, `${prefix}CARevocationPath`);
      const live = lists.filter(({ on22 }) => on22 !== 'no');
      for (const list of uncovered(live, findDirectives(model, check))) {
        report(placeOf(list), 'added', {
          data: { name: list.node.name.value, check },
          fix: {
            title: `Add ${check}`,
            applicability: 'safe',
            edits: insertAfter(list, [`${check} ${words}`]),
          },
        });
      }
    }
  },
});
