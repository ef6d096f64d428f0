import { mayMeetAnyOf } from '../src/access/index.ts';
import type { Occurrence, ServerModel } from '../src/model/index.ts';
import { coverage, uncovered } from '../src/model/index.ts';
import { isSince } from '../src/target/index.ts';
import {
  defineTransform,
  findDirectives,
  groupByNode,
  insertAfter,
  placeOf,
} from '../src/transform/index.ts';

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
    does: 'Writes `SSLCARevocationCheck chain no_crl_for_cert_ok` beside SSLCARevocationFile and SSLCARevocationPath, and SSLProxyCARevocationCheck beside their SSLProxy counterparts, in each server that has no such line. Names the lists that are in force with `SSLVerifyClient optional_no_ca`.',
    why: "2.4 looks into revocation lists only where SSLCARevocationCheck says so (default none): without it a revoked certificate is let in. The upgrade guide says `chain`. 2.2 checked every certificate of the chain as soon as there were lists, and let those pass for whose issuer there was none (ssl_callback_SSLVerify_CRL, ssl_engine_kernel.c); `chain` alone refuses them, `no_crl_for_cert_ok` (2.4.21) keeps them. With `optional_no_ca` 2.2 let in a certificate whose issuer it did not know, unless the list of that issuer named it. 2.4 has OpenSSL check the list, which takes the issuer's certificate: where that is not among the CAs, all certificates of the issuer are refused.",
    before: 'SSLCARevocationFile conf/crl.pem',
    after: 'SSLCARevocationFile conf/crl.pem\nSSLCARevocationCheck chain no_crl_for_cert_ok',
    undo: 'Write `SSLCARevocationCheck none` to check nothing. To be stricter than 2.2, take `no_crl_for_cert_ok` off: every issuer then needs a list.',
    limits:
      'A 2.4 before 2.4.21 does not know `no_crl_for_cert_ok`. Where the target is one, `chain` stands alone: certificates are then refused whose issuer has no list.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#sslcarevocationcheck',
  },
  messages: {
    added: '2.4 does not look into {name} without {check}: revoked certificates would be let in.',
    'unknown-issuers':
      'With SSLVerifyClient optional_no_ca 2.2 let in certificates of an issuer that has a list here and whose own certificate is not among those of SSLCACertificateFile, but for revoked ones. 2.4 lets in none of them. {what} the certificate of each issuer with a list, or write SSLCARevocationCheck none: revoked certificates are then let in, too.',
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
    const known = coverage(findDirectives(model, 'SSLCACertificateFile', 'SSLCACertificatePath'));
    for (const [list] of groupByNode(listsOfUnknownIssuers(model))) {
      const isKnown = known.covers(list);
      const what = isKnown ? 'See that SSLCACertificateFile has' : 'Give SSLCACertificateFile';
      report(placeOf(list), 'unknown-issuers', { level: isKnown ? 'warning' : 'error', data: { what } });
    }
  },
});

/** Lists that may be looked into where certificates of unknown issuers are let in. */
function listsOfUnknownIssuers(model: ServerModel): Occurrence[] {
  const isRead = ({ on22 }: Occurrence): boolean => on22 !== 'no';
  const trusting = findDirectives(model, 'SSLVerifyClient').filter(
    (line) => isRead(line) && /^optional_no_ca$/i.test(line.args[0] ?? ''),
  );
  const isInForce = mayMeetAnyOf(trusting.map(({ scope }) => scope));
  const lists = findDirectives(model, 'SSLCARevocationFile', 'SSLCARevocationPath');
  const checked = coverage(findDirectives(model, 'SSLCARevocationCheck'));
  return lists.filter((line) => isRead(line) && isInForce(line.scope) && !checked.covers(line));
}
