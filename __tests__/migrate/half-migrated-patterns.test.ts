import { expect, test } from '@jest/globals';
import { MAIN, mainAfter, migrated } from './migrated.ts';

// The server of a half-migrated tree is a 2.4, where a `$` in DirectoryMatch matches.

const LOADED = ['authz_core', 'authz_host', 'access_compat', 'unixd', 'authn_core', 'mpm_event']
  .map((name) => `LoadModule ${name}_module modules/mod_${name}.so\n`)
  .join('');

test.each([
  'Require all denied\n</DirectoryMatch>\n<Directory /srv/www/b>\nOrder allow,deny\n</Directory>',
  'Order allow,deny\n</DirectoryMatch>\n<Directory /srv/www/b>\nRequire ip 192.0.2.1\n</Directory>',
])('a DirectoryMatch with a $ stays as it is: %j', (rules) => {
  const text = `ServerRoot /srv/httpd\nListen 80\n${LOADED}<Directory /srv/www>\nAllowOverride None\nRequire all granted\n</Directory>\n<DirectoryMatch "/store/(p|q$)">\n${rules}\n`;
  const result = migrated({ [MAIN]: text, '/srv/www/index.html': '' }, { semantics: 'exact' });
  expect(result.refused).toEqual([]);
  const after = mainAfter(result, text);
  expect(after).not.toContain('Order');
  expect(after).toContain('<DirectoryMatch "/store/(p|q$)">\nRequire all denied\n');
});
