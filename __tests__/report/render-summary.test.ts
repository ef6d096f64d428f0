import { describe, expect, test } from '@jest/globals';
import { migrationAsJson, provenText } from '../../src/report/index.ts';
import { targetProfile } from '../../src/target/index.ts';
import { MAIN, migrated } from '../migrate/migrated.ts';

const PROVEN = 'Proven: 2.4 lets in the same people as 2.2';

describe('provenText', () => {
  test('says that 2.4 does not start where a line keeps it from that', () => {
    const one = migrated({ [MAIN]: 'Listen 80\nMaxRequestsPerThread 4\n' });
    expect(provenText(one, true)).toBe(`${PROVEN}. It does not start until 1 error below is corrected`);
    const two = migrated({ [MAIN]: 'Listen 80\nMaxRequestsPerThread 4\nProxyPass /a http://\n' });
    expect(provenText(two, true)).toBe(`${PROVEN}. It does not start until 2 errors below are corrected`);
  });

  test.each([
    ['a filter that nobody provides', 'AddOutputFilterByType NOWHERE text/html\n', {}],
    ['SSLv2 alone', 'SSLEngine on\nSSLProtocol SSLv2\n', {}],
    [
      'a suexec that is not there',
      'SuexecUserGroup www www\n',
      { target: { ...targetProfile('debian12')!, suexec: { program: '/usr/sbin/suexec', isUsable: false } } },
    ],
    ['a server built without the hook', 'EnableExceptionHook On\n', {}],
    ['seconds that overflow', 'KeepAliveTimeout 99999999999999999999\n', {}],
    ['ciphers that are gone', 'SSLEngine on\nSSLCipherSuite RC4-SHA\n', {}],
    ['a module that the target lacks', 'MMapFile /srv/a\n', { target: targetProfile('rhel9')! }],
    [
      'ports of a module that would let CONNECT in',
      'LoadModule proxy_module modules/mod_proxy.so\nProxyRequests On\nAllowCONNECT 443\n',
      {},
    ],
  ])('says so of %s', (_what, lines, options) => {
    expect(provenText(migrated({ [MAIN]: `Listen 80\n${lines}` }, options), true)).toBe(
      `${PROVEN}. It does not start until 1 error below is corrected`,
    );
  });

  test('does not where 2.4 answers 500 below a .htaccess file', () => {
    const main = 'DocumentRoot /w\n<Directory /w>\nAllowOverride All\n</Directory>\n';
    const files = { [MAIN]: main, '/w/.htaccess': 'AuthzDefaultAuthoritative maybe\n' };
    expect(provenText(migrated(files), true)).toBe(PROVEN);
  });

  test('excepts what a rewrite rule leads elsewhere since 2.4.60', () => {
    const rules = 'RewriteEngine On\nRewriteRule ^/(.*) $1\nRewriteRule ^admin - [F]\n';
    const text = provenText(
      migrated({ [MAIN]: `LoadModule rewrite_module modules/mod_rewrite.so\n${rules}` }),
      true,
    );
    expect(text).toBe(
      `${PROVEN}, but for requests that a RewriteRule leads whose result has no slash before it`,
    );
  });

  test.each([
    [
      'users whom a certificate names',
      'SSLEngine on\nSSLUserName SSL_CLIENT_S_DN_CN\n<Location /a>\nAuthType Basic\nAuthName x\nAuthUserFile /u\nRequire valid-user\n</Location>\n',
    ],
    [
      'requests that mod_ssl refuses beside Satisfy any',
      '<Location /a>\nSSLRequireSSL\nAuthType Basic\nAuthName x\nAuthUserFile /u\nRequire valid-user\nSatisfy any\n</Location>\n',
    ],
    [
      'clients with TLS 1.3 that a section asks for a certificate',
      'Listen 443\n<VirtualHost *:443>\nSSLEngine on\n<Location /a>\nSSLVerifyClient require\n</Location>\n</VirtualHost>\n',
    ],
    [
      'certificates compared by SSL_CLIENT_V_REMAIN',
      '<Location /a>\nSSLRequire %{SSL_CLIENT_V_REMAIN} > 10\n</Location>\n',
    ],
    [
      'hosts that ProxyBlock names',
      'ProxyRequests On\nProxyRemote * http://192.0.2.1:80\nProxyBlock bad.example\n',
    ],
  ])('excepts %s', (exception, lines) => {
    expect(provenText(migrated({ [MAIN]: `DocumentRoot /w\n${lines}` }), true)).toBe(
      `${PROVEN}, but for ${exception}`,
    );
  });

  test('does not except what a fix that was made took away', () => {
    const lines =
      'Listen 443\n<VirtualHost *:443>\nSSLEngine on\nSSLProtocol all -SSLv3\n<Location /a>\nSSLVerifyClient require\n</Location>\n</VirtualHost>\n';
    const files = { [MAIN]: `DocumentRoot /w\n${lines}` };
    expect(provenText(migrated(files), true)).not.toBe(PROVEN);
    expect(provenText(migrated(files, { apply: 'review' }), true)).toBe(PROVEN);
  });

  test('excepts doubled slashes where they decide what a section inherits', () => {
    const main =
      '<Directory /w/a>\nDeny from all\nAuthType Basic\nAuthName x\n</Directory>\n' +
      '<LocationMatch "^/a/b">\nAllow from all\n</LocationMatch>\n<Files x>\nSatisfy any\n</Files>\n';
    const inheriting = `DocumentRoot /w\n${main}<Location /a/b>\nRequire valid-user\n</Location>\n`;
    expect(provenText(migrated({ [MAIN]: inheriting }), true)).toBe(
      `${PROVEN}, but for addresses with doubled slashes`,
    );
    const whole = inheriting.replace('Require', 'Allow from all\nRequire');
    expect(provenText(migrated({ [MAIN]: whole }), true)).toBe(PROVEN);
  });

  test('JSON marks the findings', () => {
    const target = { name: 'stock', version: '2.4.71', why: '' };
    const { findings } = migrationAsJson('x', migrated({ [MAIN]: 'MaxRequestsPerThread 4\n' }), target);
    const marked = findings.filter(({ refusedAtStart }) => refusedAtStart === true);
    expect(marked.map(({ messageId }) => messageId)).toEqual(['gone']);
  });
});
