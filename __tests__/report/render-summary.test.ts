import { describe, expect, test } from '@jest/globals';
import { migrationAsJson, provenText } from '../../src/report/index.ts';
import { MAIN, migrated } from '../migrate/migrated.ts';

const PROVEN = 'Proven: 2.4 lets in the same people as 2.2';

describe('provenText', () => {
  test('says that 2.4 does not start where a line keeps it from that', () => {
    const one = migrated({ [MAIN]: 'Listen 80\nMaxRequestsPerThread 4\n' });
    expect(provenText(one, true)).toBe(`${PROVEN}. It does not start until 1 error below is corrected`);
    const two = migrated({ [MAIN]: 'Listen 80\nMaxRequestsPerThread 4\nProxyPass /a http://\n' });
    expect(provenText(two, true)).toBe(`${PROVEN}. It does not start until 2 errors below are corrected`);
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
