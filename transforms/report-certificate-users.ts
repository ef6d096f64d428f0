import { certificateUsers } from '../src/access/index.ts';
import { quotedLine } from '../src/model/index.ts';
import { defineTransform, groupByNode, placeOf } from '../src/transform/index.ts';

export const reportCertificateUsers = defineTransform({
  id: 'report-certificate-users',
  title: 'Report users that 2.4 takes from the certificate without a password',
  stage: 'access',
  rows: [],
  directives: ['SSLUserName'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Names each SSLUserName that may be in force where a Require line asks for a user, unless `SSLOptions +FakeBasicAuth` is in force there.',
    why: 'mod_ssl gives the request the name before access is checked (ssl_hook_Access in ssl_engine_kernel.c). 2.2 asked for the password all the same, and the user of the password took the place of that name. 2.4 asks for one only where there is no user yet (authorize_userless in mod_authz_core.c): a certificate, or any other value that SSLUserName names, lets in by itself, and where it is not of a user who is named, the answer is 403 in the place of 401.',
    before: 'SSLUserName SSL_CLIENT_S_DN_CN\n<Location /staff>\n    Require valid-user\n</Location>',
    after: '(the lines stay, and are reported)',
    undo: 'Nothing is changed.',
    limits: 'Sections whose addresses and folders may be the same are taken to meet.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#sslusername',
  },
  messages: {
    enough:
      '2.2 asked for a password although the certificate had named a user by {line}. 2.4 takes that user for logged in: where a Require line asks for one, the certificate alone lets in, or keeps out (403) who would log in with another name. If the password is to be asked for, take the line away, or write it only where no user is asked for.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const [line] of groupByNode(certificateUsers(model))) {
      report(placeOf(line), 'enough', {
        level: 'error',
        data: { line: quotedLine(line) },
      });
    }
  },
});
