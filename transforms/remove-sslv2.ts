import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';
import { takeOut } from './shared/ssl-protocol.ts';

export const removeSslv2 = defineTransform({
  id: 'remove-sslv2',
  title: 'Take SSLv2 out of SSLProtocol',
  stage: 'directives',
  rows: ['remove-sslv2'],
  directives: ['SSLProtocol', 'SSLProxyProtocol', 'SSLCipherSuite', 'SSLProxyCipherSuite'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Takes SSLv2 out of SSLProtocol and SSLProxyProtocol, and points out cipher lists that name it.',
    why: 'mod_ssl of 2.4 has no SSLv2 and refuses to be asked for it (ssl_cmd_protocol_parse). `all` no longer contains it, and `-SSLv2` is still read.',
    before: 'SSLProtocol +SSLv2 +TLSv1',
    after: 'SSLProtocol +TLSv1',
    undo: 'Nothing to undo: 2.4 does not start with the word.',
    limits: 'A line that names SSLv2 alone is only reported: somebody must choose another protocol.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#sslprotocol',
  },
  messages: {
    removed: '2.4 has no SSLv2 and refuses {name} with it.',
    only: '2.4 has no SSLv2, and {name} asks for nothing else here. Write the protocols that are wanted, such as `{name} all -SSLv3`.',
    cipher:
      '{name} names ciphers of SSLv2, which 2.4 does not have. OpenSSL ignores them; remove them when you next change the list.',
    'cipher-only':
      '{name} names ciphers of SSLv2 only, which 2.4 does not have: no connection can be made. Write a list for TLS, such as HIGH:!aNULL.',
  },
  run(context) {
    const { model, report } = context;
    takeOut('SSLv2', 'info', context);
    for (const directive of findDirectives(model, 'SSLCipherSuite', 'SSLProxyCipherSuite')) {
      const names = (directive.args.at(-1) ?? '')
        .split(/[:, ]/)
        .filter((name) => name !== '' && !/^[!-]/.test(name));
      const isOfV2 = (name: string): boolean => /^\+?(SSLv2|SSL2|SSL_CK_\w+)$/i.test(name);
      if (!names.some(isOfV2)) continue;
      const messageId = names.every(isOfV2) ? 'cipher-only' : 'cipher';
      report(placeOf(directive), messageId, {
        data: { name: directive.node.name.value },
        level: messageId === 'cipher' ? 'info' : 'error',
      });
    }
  },
});
