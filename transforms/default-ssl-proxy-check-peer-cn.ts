import { defineTransform, insertAfter, placeOf } from '../src/transform/index.ts';
import { uncheckedProxies } from './shared/ssl-proxy.ts';

const LINES = ['SSLProxyCheckPeerCN off', 'SSLProxyCheckPeerName off'];

export const defaultSslProxyCheckPeerCn = defineTransform({
  id: 'default-ssl-proxy-check-peer-cn',
  title: "Offer to switch the check of a backend's name off",
  stage: 'defaults',
  rows: ['default-ssl-proxy-check-peer-cn', 'sym-502-https-proxy'],
  directives: ['SSLProxyCheckPeerCN'],
  isIndependent: true,
  applicability: 'review',
  docs: {
    does: 'Points out where SSLProxyEngine is on and SSLProxyCheckPeerCN is not set, and offers to switch the check off.',
    why: 'In 2.4 a backend whose certificate is not for the name that is asked answers 502. Since 2.4.5 SSLProxyCheckPeerName does the check, so both must be off for the old behaviour (ssl_engine_io.c).',
    before: 'SSLProxyEngine on',
    after: 'SSLProxyEngine on\nSSLProxyCheckPeerCN off\nSSLProxyCheckPeerName off',
    undo: 'Take the new lines away.',
    limits:
      'The certificates of the backends are not looked at. The fix weakens security, so it is never made unasked.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#sslproxycheckpeercn',
  },
  messages: {
    offered:
      '2.4 checks that the certificate of an https backend is for the name that is asked, and answers 502 if not. Give the backends certificates for the names that are asked. Switching the check off is the second choice: any certificate is then as good as the right one.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const engine of uncheckedProxies(model, ['sslproxycheckpeercn', 'sslproxycheckpeername'])) {
      const edits = insertAfter(engine, LINES);
      report(placeOf(engine), 'offered', {
        level: 'warning',
        fix: { title: `Write ${LINES.join(' and ')}`, applicability: 'review', edits },
      });
    }
  },
});
