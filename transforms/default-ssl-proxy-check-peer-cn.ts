import type { Occurrence } from '../src/model/index.ts';
import { isSince, knowsDirective } from '../src/target/index.ts';
import {
  defineTransform,
  findDirectives,
  groupByNode,
  insertAfter,
  placeOf,
} from '../src/transform/index.ts';
import { linesOf } from './shared/directory-sections.ts';
import { uncheckedProxies } from './shared/ssl-proxy.ts';

const NAME = 'SSLProxyCheckPeerName';
const NAME_OFF = `${NAME} off`;

export const defaultSslProxyCheckPeerCn = defineTransform({
  id: 'default-ssl-proxy-check-peer-cn',
  title: "Keep the check of a backend's name off, or offer to switch it off",
  stage: 'defaults',
  rows: ['default-ssl-proxy-check-peer-cn', 'sym-502-https-proxy'],
  directives: ['SSLProxyCheckPeerCN'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Points out where SSLProxyEngine is on and SSLProxyCheckPeerCN is not set, and offers to switch the check off. Where SSLProxyCheckPeerCN is off already, it writes `SSLProxyCheckPeerName off` beside it for targets from 2.4.5 to 2.4.20.',
    why: 'In 2.4 a backend whose certificate is not for the name that is asked answers 502. Since 2.4.5 SSLProxyCheckPeerName does the check, so both must be off for the old behaviour; since 2.4.21 one of them is enough (ssl_engine_io.c).',
    before: 'SSLProxyEngine on',
    after: 'SSLProxyEngine on\nSSLProxyCheckPeerCN off\nSSLProxyCheckPeerName off',
    undo: 'Take the new lines away.',
    limits:
      'The certificates of the backends are not looked at. Switching the check off weakens security: where it is not off already, that is never done unasked.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#sslproxycheckpeercn',
  },
  messages: {
    offered:
      '2.4 checks that the certificate of an https backend is for the name that is asked, and answers 502 if not. Give the backends certificates for the names that are asked. Switching the check off is the second choice: any certificate is then as good as the right one.',
    kept: 'The name of an https backend is not checked here. Until 2.4.20 SSLProxyCheckPeerName, which is on by default, checks it all the same, and answers 502: it must be off, too.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const lines = ['SSLProxyCheckPeerCN off', ...(knowsDirective(target, NAME) ? [NAME_OFF] : [])];
    for (const engine of uncheckedProxies(model, ['sslproxycheckpeercn', 'sslproxycheckpeername'])) {
      const edits = insertAfter(engine, lines);
      report(placeOf(engine), 'offered', {
        level: 'warning',
        fix: { title: `Write ${lines.join(' and ')}`, applicability: 'review', edits },
      });
    }
    if (!knowsDirective(target, NAME) || isSince(target, '2.4.21')) return;
    const isOff = ({ args, scope }: Occurrence): boolean =>
      /^off$/i.test(args[0] ?? '') && linesOf(scope, NAME.toLowerCase()).length === 0;
    for (const [line] of groupByNode(findDirectives(model, 'SSLProxyCheckPeerCN').filter(isOff))) {
      report(placeOf(line), 'kept', {
        level: 'info',
        fix: { title: `Write ${NAME_OFF}`, applicability: 'safe', edits: insertAfter(line, [NAME_OFF]) },
      });
    }
  },
});
