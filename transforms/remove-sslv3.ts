import { defineTransform } from '../src/transform/index.ts';
import { takeOut } from './shared/ssl-protocol.ts';

export const removeSslv3 = defineTransform({
  id: 'remove-sslv3',
  title: 'Take SSLv3 out of SSLProtocol',
  stage: 'directives',
  refusedAtStart: ['only'],
  rows: [],
  directives: ['SSLProtocol', 'SSLProxyProtocol'],
  applicability: 'safe',
  docs: {
    does: 'Takes SSLv3 out of SSLProtocol and SSLProxyProtocol.',
    why: 'mod_ssl refuses SSLv3 where OpenSSL is built without it (ssl_cmd_protocol_parse), as OpenSSL 1.1.0 and later are unless asked otherwise, and the server does not start. `all` leaves it out by default, and `-SSLv3` is always read.',
    before: 'SSLProtocol -all +SSLv3 +TLSv1',
    after: 'SSLProtocol -all +TLSv1',
    undo: 'Write +SSLv3 again if the OpenSSL of the new server has it. Whoever sits between server and client can then decrypt parts of what is sent (POODLE, 2014).',
    limits: 'A line that names SSLv3 alone is only reported: somebody must choose another protocol.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#sslprotocol',
  },
  messages: {
    removed:
      'OpenSSL 1.1 and later has no SSLv3 as a rule, and 2.4 then refuses {name} with it. Browsers gave it up in 2014 (POODLE); what can do no better, such as old devices, can no longer connect.',
    only: 'OpenSSL 1.1 and later has no SSLv3 as a rule, and {name} asks for nothing else here: 2.4 then refuses the line. Write the protocols that are wanted, such as `{name} all -SSLv3`.',
  },
  run(context) {
    takeOut('SSLv3', 'warning', context);
  },
});
