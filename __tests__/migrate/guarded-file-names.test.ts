import { describe, expect, test } from '@jest/globals';
import { MAIN, migrated } from './migrated.ts';

const FOR_22 = '<IfVersion < 2.4>\nAccessFileName .acl .htaccess\n</IfVersion>';
const RULES = 'Order deny,allow\nDeny from all\n';

function refusalsOf(lines: string, files: Readonly<Record<string, string>>, skip: string[] = []): string[] {
  const modules = ['version', 'authz_host'].map((name) => `LoadModule ${name}_module modules/mod_${name}.so`);
  const served = 'DocumentRoot /srv/www\n<Directory /srv/www>\nAllowOverride All\n</Directory>';
  const text = ['ServerRoot /srv/httpd', 'Listen 80', ...modules, served, lines, ''].join('\n');
  const result = migrated({ [MAIN]: text, ...files }, { skip });
  return result.refused.map(({ position, message }) => `${position?.line}: ${message}`);
}

describe('AccessFileName that only 2.2 reads', () => {
  test('is refused where 2.4 would open other files than 2.2', () => {
    const files = { '/srv/www/b/.acl': RULES };
    const made = `${FOR_22}\n<IfVersion >= 2.4>\nAccessFileName .new\n</IfVersion>`;
    const message = '2.2 looked for the rules of folders in .acl, .htaccess, and 2.4 looks for them in .new.';
    expect(refusalsOf(made, files)).toEqual([expect.stringContaining(message)]);
    expect(refusalsOf(FOR_22, files, ['clear-old-guards'])).toEqual([
      expect.stringMatching(/^10: Because of `AccessFileName .acl .htaccess` 2.2 looked .* in .htaccess\. /),
    ]);
  });

  test('is none where 2.4 is told the same, or no such file is there', () => {
    const twin = FOR_22.replace('< 2.4', '>= 2.4');
    expect(refusalsOf(`${FOR_22}\n${twin}`, { '/srv/www/b/.acl': RULES })).toEqual([]);
    expect(refusalsOf(FOR_22, { '/srv/www/b/index.html': '' }, ['clear-old-guards'])).toEqual([]);
  });
});
