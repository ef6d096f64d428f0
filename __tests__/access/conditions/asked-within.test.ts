import { expect, test } from '@jest/globals';
import { MAIN, migrated } from '../../migrate/migrated.ts';

/** Rules that have to tell which files the Directory section around some met. */
const tree = (around: string, line: string): string => `ServerRoot /srv/httpd
Listen 80
DocumentRoot /srv/www
<Directory /srv/www>
    Options FollowSymLinks
    AllowOverride None
    Order allow,deny
    Allow from all
</Directory>
${around}
    Satisfy any
</${around.slice(1).split(' ')[0]}>
<Files x.html>
    AuthType Basic
    AuthName x
    AuthUserFile /srv/passwords
    Require valid-user
    Order deny,allow
    Deny from all
    Allow from 10.0.0.1
</Files>
${line}
`;

const PATTERN = '<DirectoryMatch "\\.html">';
const WILDCARD = '<Directory "/srv/www/*/*.html">';

function toldOf(
  around: string,
  line: string,
  pages: Readonly<Record<string, string>> = {},
): { errors: number; refused: readonly string[] } {
  const { findings, refused } = migrated({ [MAIN]: tree(around, line), ...pages });
  const errors = findings.filter(({ messageId }) => messageId === 'asked-within').length;
  return { errors, refused: refused.map(({ position }) => `line ${position?.line}`) };
}

test.each([
  'DirectoryIndex ../x.html',
  'DirectoryIndex index.html /x.html',
  'DirectoryIndex sub/x.html',
  '<Directory /srv/www/a>\nDirectoryIndex ./../x.html\n</Directory>',
  '<VirtualHost *:80>\nDirectoryIndex /x.html\n</VirtualHost>',
  'FallbackResource /x.html',
  '<Directory /srv/www/a>\nRewriteRule ^y x.html\n</Directory>',
  'Action mine /x.html',
  '<Directory /srv/www/a>\nOptions +MultiViews\n</Directory>',
  'AddOutputFilter DEFLATE;INCLUDES .shtml',
  'AddHandler type-map .var',
  'ReadmeName /x.html',
])('what a pattern meets is not told by the file asked for where another one is asked for: %s', (line) => {
  const at = line.startsWith('<') ? 23 : 22;
  expect(toldOf(PATTERN, line)).toEqual({ errors: 1, refused: [`line ${at}`] });
  expect(toldOf(WILDCARD, line)).toEqual({ errors: 1, refused: [`line ${at}`] });
});

test.each([
  'DirectoryIndex ./x.html index.php',
  'FallbackResource disabled',
  'RewriteRule ^/y /x.html',
  '<Directory /srv/www/a>\nRewriteRule ^y - [F]\nRewriteRule ^z /x.html [R]\n</Directory>',
  'Options -MultiViews',
  'AddHandler cgi-script .cgi',
])('it is where none is: %s', (line) => {
  expect(toldOf(PATTERN, line)).toEqual({ errors: 0, refused: [] });
  expect(toldOf(WILDCARD, line)).toEqual({ errors: 0, refused: [] });
});

/** All that the server hands out is there, and each file meets the pattern as its folder does. */
const PAGES = { '/srv/www/a/index.php': '', '/srv/www/.svn/x.php': '', '/srv/www/.htaccess': '' };
const HIDDEN = '<DirectoryMatch "/\\.(?!well-known)">';
const RULE = '<Directory /srv/www/a>\nRewriteRule ^y x.php\n</Directory>';

test.each([RULE, 'SetHandler type-map', '<Directory /srv/www/a>\nOptions +MultiViews\n</Directory>'])(
  'nor need it be told where no file is there that meets another pattern than its folder: %s',
  (line) => {
    expect(toldOf(HIDDEN, line, PAGES)).toEqual({ errors: 0, refused: [] });
    expect(toldOf(HIDDEN, line, { ...PAGES, '/srv/www/a/.menu.php': '' }).errors).toBe(1);
    expect(toldOf(HIDDEN, `${line}\n<Location /dav>\nDav On\n</Location>`, PAGES).errors).toBe(1);
    expect(toldOf(HIDDEN, `${line}\nAlias /x /srv/x`, PAGES).errors).toBe(1);
  },
);

test.each([
  ['UserDir /srv/home/*/web', { '/srv/home/ann/web/x.php': '' }, 0],
  ['UserDir /srv/home/*/web', { '/srv/home/ann/web/.x.php': '' }, 1],
  ['UserDir web', {}, 1],
  ['UserDir disabled root\nUserDir /srv/home/*/web', { '/srv/home/ann/web/x.php': '' }, 0],
  ['UserDir disabled\nUserDir enabled ann', {}, 0],
  ['RewriteRule ^/y /srv/www/a/x.php', {}, 0],
  ['RewriteRule ^/y(.*) /srv/www/$1', {}, 1],
  ['Alias /x.html /srv/x.html', { '/srv/x.html': '' }, 0],
  ['Alias /x.html /srv/.x.html', { '/srv/.x.html': '' }, 1],
  ['AliasMatch ^/z/([a-z]*)$ /srv/z/$1', { '/srv/z/.x': '' }, 1],
  ['AliasMatch ^/z/([a-z]*)$ /srv/z/$1', { '/srv/z/x': '' }, 0],
])('files are looked for wherever lines lead: %s %j', (line, pages, errors) => {
  expect(toldOf(HIDDEN, `${RULE}\n${line}`, { ...PAGES, ...pages }).errors).toBe(errors);
});

const TELLING = { ...PAGES, '/srv/www/a/.menu.php': '' };

test.each([
  ['AddHandler type-map .var', { '/srv/www/a/x.html.var': 'Body:----en--\nx\n----en--\n' }, 0],
  ['AddHandler type-map var', { '/srv/www/a/x.VAR': 'Content-language: en\nuri: x.html\n' }, 1],
  ['AddOutputFilter INCLUDES .shtml', { '/srv/www/a/x.shtml': '<!--#echo var="DATE_LOCAL" -->' }, 0],
  ['AddOutputFilter INCLUDES .shtml', { '/srv/www/a/x.shtml': '<!--#include virtual=".menu.php" -->' }, 1],
  ['AddHandler server-parsed .shtml', {}, 0],
  ['SetHandler type-map', {}, 1],
])('nor where no page is there that asks for another one: %s %j', (line, pages, errors) => {
  expect(toldOf(HIDDEN, line, { ...TELLING, ...pages }).errors).toBe(errors);
});

const action = (address: string): string => `AddHandler mine .mine\nAction mine ${address}`;
const rule = (to: string, around = 'Directory /srv/www/a'): string =>
  `<${around}>\nRewriteEngine On\nRewriteRule ^y ${to}\n</${around.split(' ')[0]}>`;
const PROGRAM = {
  ...TELLING,
  '/srv/www/cg/e.cgi': '',
  '/srv/www/b/cg/e.cgi': '',
  '/srv/www/b/cg/.x': '',
  '/srv/www/b/.x': '',
  '/srv/www/b/x.cgi': '',
  '/srv/www/b/e.cgi': '',
  '/srv/www/a/e.cgi': '',
  '/srv/www/a/x.cgi': '',
};

test.each([
  [action('/cg/e.cgi'), 0],
  [action('/cg/e.cgi/more'), 0],
  [action('/cg/none.cgi'), 0],
  [action('/a/x.cgi'), 1],
  [action('/b/y.cgi'), 0],
  [action('/b/x.cgi'), 1],
  [action('/b'), 1],
  ['Script PUT /cg/e.cgi', 0],
  ['Script PUT /b/e.cgi', 1],
  [rule('/cg/e.cgi [L]'), 0],
  [rule('/cg/e.cgi?x=$1%{HTTP_HOST} [L]'), 0],
  [rule('/cg/$1'), 1],
  [rule('/cg/%{HTTP_HOST}'), 1],
  [rule('e.cgi'), 1],
  [rule('/a/e.cgi'), 1],
  [rule('/srv/www/cg/e.cgi'), 1],
  [`Alias /cg/ /srv/www/b/\n${action('/cg/e.cgi')}`, 1],
  [`Alias /program /srv/www/cg/e.cgi\n${action('/program')}`, 0],
  [`RewriteEngine On\nRewriteRule ^/cg/(.*) /b/$1 [PT]\n${action('/cg/e.cgi')}`, 1],
  [`<VirtualHost *:80>\nDocumentRoot /srv/www/b\n</VirtualHost>\n${action('/x.cgi')}`, 1],
  [`<VirtualHost *:80>\nDocumentRoot /srv/www/b\n</VirtualHost>\n${action('/cg/e.cgi')}`, 1],
  [`<VirtualHost *:80>\nDocumentRoot /srv/www/b\n${action('/cg/e.cgi')}\n</VirtualHost>`, 1],
  [`<VirtualHost *:80>\nDocumentRoot /srv/www/cg\n${action('/e.cgi')}\n</VirtualHost>`, 0],
])('nor where all files are alike in the folder that a line leads on to: %s', (line, errors) => {
  expect(toldOf(HIDDEN, line, PROGRAM).errors).toBe(errors);
});

test('the section is named as it is written', () => {
  const { refused } = migrated({ [MAIN]: tree(WILDCARD, RULE) });
  expect(refused[0]?.message).toContain('meets <Directory> with `/srv/www/*/*.html`');
});

test.each(['/\\.(svn|git)(/|$)', '.*\\.(svn|git)/.*', '/\\.svn/'])(
  'a pattern that ends with a folder is for no file in it: %s',
  (pattern) => {
    expect(toldOf(`<DirectoryMatch "${pattern}">`, RULE)).toEqual({ errors: 0, refused: [] });
  },
);

test('where no rules tell files apart nothing is said of such lines', () => {
  expect(toldOf('<Directory "/srv/www/a">', 'DirectoryIndex ../x.html')).toEqual({ errors: 0, refused: [] });
});
