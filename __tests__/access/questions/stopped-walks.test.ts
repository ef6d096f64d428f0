import { expect, test } from '@jest/globals';
import { MAIN, migrated } from '../../migrate/migrated.ts';

/** A wildcard of files, behind a Location that has to tell folders apart. */
const tree = (options: string, wildcard = '/srv/*/*/*'): string => `ServerRoot /srv/httpd
Listen 80
DocumentRoot /srv/www
${options}
<Directory /srv/www>
    AllowOverride None
    Order allow,deny
    Allow from all
</Directory>
<Directory ${wildcard}>
    Satisfy any
</Directory>
<Location /pub>
    AuthType Basic
    AuthName x
    AuthUserFile /srv/passwords
    Require valid-user
    Order deny,allow
    Deny from all
    Allow from 10.0.0.1
</Location>
`;

const section = (folder: string, options: string): string =>
  `<Directory ${folder}>\nOptions ${options}\nAllowOverride None\n</Directory>`;

function toldOf(
  options: string,
  pages: Readonly<Record<string, string>> = {},
): { errors: number; refusals: number } {
  const { findings, refused } = migrated({ [MAIN]: tree(options), ...pages });
  const errors = findings.filter(({ messageId }) => messageId === 'files-met');
  const refusals = refused.filter(({ message }) => message.includes('FollowSymLinks'));
  return { errors: errors.length, refusals: refusals.length };
}

test.each([
  section('/srv/www', 'SymLinksIfOwnerMatch'),
  section('/srv/www/pub', '-FollowSymLinks'),
  section('/srv/*', 'None'),
  'Options Indexes',
])('files that a walk without FollowSymLinks stops at are not asked for: %j', (options) => {
  expect(toldOf(options)).toEqual({ errors: 1, refusals: 1 });
});

test.each([
  section('/srv/www', 'FollowSymLinks'),
  section('/srv/www', 'Indexes +FollowSymLinks'),
  section('/opt/cgi', 'None'),
  section('/srv/www/pub/deep', 'None'),
  '<Location /pub>\nOptions None\n</Location>',
])('other Options say nothing of them: %j', (options) => {
  expect(toldOf(options)).toEqual({ errors: 0, refusals: 0 });
});

test.each([
  ['folders alone', { '/srv/www/pub/deep/x.html': '' }, 0],
  ['a file of that depth', { '/srv/www/pub/x.html': '' }, 1],
  ['a .htaccess file of that depth', { '/srv/www/pub/.htaccess': '' }, 1],
  ['a file elsewhere', { '/srv/www/x.html': '' }, 0],
])('nor need they be where none is there: %s', (_, pages, told) => {
  expect(toldOf(section('/srv/www', 'SymLinksIfOwnerMatch'), pages)).toEqual({
    errors: told,
    refusals: told,
  });
});

const underWww = (options: string): string => tree(options, '/srv/www/pub/*');

test.each([
  ['an outer section', section('/', 'None'), 0],
  ['an outer wildcard', section('/s*', 'None'), 0],
  ['the server', 'Options None', 0],
  ['a wildcard of the same depth', section('/srv/w*', 'None'), 1],
  ['an inner section', section('/srv/www/pub', '-FollowSymLinks'), 1],
  ['an inner wildcard', section('/srv/www/p*', 'None'), 1],
  ['a wildcard deeper than all of it', section('/srv/www/pub/*', 'None'), 0],
])('a section with FollowSymLinks counts for more than %s', (_, off, told) => {
  for (const options of [
    `${section('/srv/www', 'Indexes FollowSymLinks')}\n${off}`,
    `${off}\n${section('/srv/www', 'All')}`,
  ]) {
    const { findings, refused } = migrated({ [MAIN]: underWww(options) });
    expect(findings.filter(({ messageId }) => messageId === 'files-met')).toHaveLength(told);
    expect(refused.filter(({ message }) => message.includes('FollowSymLinks'))).toHaveLength(told);
  }
});

test.each([
  ['with relative words', section('/srv/www', '+FollowSymLinks')],
  ['with both', section('/srv/www', 'FollowSymLinks SymLinksIfOwnerMatch')],
  ['of another folder', section('/srv/ww', 'FollowSymLinks')],
  ['of a wildcard', section('/srv/*', 'FollowSymLinks')],
  ['of the folder below', section('/srv/www/pub/deep', 'FollowSymLinks')],
  ['in a guard that may not hold', `<IfDefine LINKS>\n${section('/srv/www', 'FollowSymLinks')}\n</IfDefine>`],
  ['in a virtual host', `<VirtualHost *:80>\n${section('/srv/www', 'FollowSymLinks')}\n</VirtualHost>`],
])('a section %s does not', (_, on) => {
  const { refused } = migrated({ [MAIN]: underWww(`${section('/', 'None')}\n${on}`) });
  expect(refused.filter(({ message }) => message.includes('FollowSymLinks'))).toHaveLength(1);
});
