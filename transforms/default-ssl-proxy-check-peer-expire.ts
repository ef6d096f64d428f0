import { defineTransform, insertAfter, placeOf } from '../src/transform/index.ts';
import { uncheckedProxies } from './shared/ssl-proxy.ts';

const LINES = ['SSLProxyCheckPeerExpire off'];

export const defaultSslProxyCheckPeerExpire = defineTransform({
  id: 'default-ssl-proxy-check-peer-expire',
  title: "Offer to switch the check of a backend's expiry off",
  stage: 'defaults',
  rows: ['default-ssl-proxy-check-peer-expire', 'sym-502-https-proxy'],
  directives: ['SSLProxyCheckPeerExpire'],
  isIndependent: true,
  applicability: 'review',
  docs: {
    does: 'Points out where SSLProxyEngine is on and SSLProxyCheckPeerExpire is not set, and offers to switch the check off.',
    why: 'In 2.4 a backend whose certificate has expired, or is not valid yet, answers 502 (ssl_engine_io.c).',
    before: 'SSLProxyEngine on',
    after: 'SSLProxyEngine on\nSSLProxyCheckPeerExpire off',
    undo: 'Take the new lines away.',
    limits:
      'The certificates of the backends are not looked at. The fix weakens security, so it is never made unasked.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#sslproxycheckpeerexpire',
  },
  messages: {
    offered:
      '2.4 checks that the certificate of an https backend has not expired, and answers 502 if it has. Renew the certificates; switching the check off is the second choice.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const engine of uncheckedProxies(model, ['sslproxycheckpeerexpire'])) {
      const edits = insertAfter(engine, LINES);
      report(placeOf(engine), 'offered', {
        level: 'warning',
        fix: { title: `Write ${LINES.join(' and ')}`, applicability: 'review', edits },
      });
    }
  },
});
