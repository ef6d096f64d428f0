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

function toldOf(around: string, line: string): { errors: number; refused: readonly string[] } {
  const { findings, refused } = migrated({ [MAIN]: tree(around, line) });
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

test('where no rules tell files apart nothing is said of such lines', () => {
  expect(toldOf('<Directory "/srv/www/a">', 'DirectoryIndex ../x.html')).toEqual({ errors: 0, refused: [] });
});
