import { describe, expect, test } from '@jest/globals';
import { MAIN, migrated } from '../../migrate/migrated.ts';

// Lines that may lead to any folder: .htaccess files there can't be looked for.

const HEAD = 'ServerRoot /srv/httpd\nListen 80\nDocumentRoot /srv/www\n';
const CLOSED = '<Directory />\nAllowOverride None\n</Directory>\n';

function unknownLines(text: string, files: Readonly<Record<string, string>> = {}): readonly string[] {
  const { unknowns } = migrated({ ...files, [MAIN]: text });
  return unknowns.filter(({ kind }) => kind === 'mapping').map(({ subject }) => subject);
}

describe('where .htaccess files count everywhere', () => {
  test.each([
    'RewriteRule ^/u/([a-z]+)/(.*) ${homes:$1}/$2',
    'RewriteRule ^/(.*) %{ENV:root}/$1',
    'RewriteRule ^/q(.*) /srv/store/$1',
    'RewriteRule ^/get /srv/store/%{QUERY_STRING}',
    'AliasMatch ^/q(.*) /srv/store/$1',
    'AliasMatch ^/q/(.*) /$1',
    'VirtualDocumentRoot /%0/www',
    'PerlTransHandler My::Trans',
    'MyOwnMount /x /y',
  ])('%s: an unknown', (line) => {
    expect(unknownLines(`${HEAD}RewriteEngine on\n${line}\n`)).toEqual([line]);
    expect(unknownLines(`${HEAD}<VirtualHost *:80>\n${line}\n</VirtualHost>\n`)).toEqual([line]);
  });

  test.each([
    'RewriteRule ^/u/([a-z]+)/(.*) /home/$1/$2',
    'RewriteRule ^/q/(.*) /srv/store/$1',
    'RewriteRule ^/q([a-z]+) /srv/store/$1',
    'RewriteRule ^/(.*) %{DOCUMENT_ROOT}/x/$1',
    'RewriteRule ^/(.*) /$1 [PT]',
    'RewriteRule ^/(.*) http://a.example/$1',
    'RewriteRule ^/(.*) /$1 [R]',
    'RewriteRule ^/(.*) - [F]',
    'RewriteRule ^/x /index.php',
    'RewriteRule ^(.*)\\.css$ $1.css.gz',
    'RewriteRule ^/(.*)\\.html$ /$1.php',
    'RewriteRule ^ %{REQUEST_URI}.php',
    'RewriteRule ^/q(.*) /none/$1',
    'AliasMatch ^/q/(.*) /srv/store/$1',
    'VirtualDocumentRoot /srv/%0/www',
    'WSGIScriptAlias / /srv/app/x.wsgi',
    'JkMount /* worker',
    'ServerAlias b.example',
    '<Directory /srv/www>\nRewriteRule ^(.*) /$1\n</Directory>',
  ])('%s: none', (line) => {
    expect(unknownLines(`${HEAD}RewriteEngine on\n${line}\n`)).toEqual([]);
  });

  test('a map whose file is there names its folders', () => {
    const text = `${HEAD}RewriteMap m txt:/srv/httpd/conf/map\nRewriteRule ^/(.*) \${m:$1}/x\n`;
    expect(unknownLines(text, { '/srv/httpd/conf/map': 'a /srv/store\n' })).toEqual([]);
    expect(unknownLines(text)).toHaveLength(1);
  });
});

test.each([CLOSED, `${CLOSED}<Directory /home/*/www>\nAllowOverride All\n</Directory>\n`])(
  'where they do not: none: %j',
  (section) => {
    expect(unknownLines(`${HEAD}${section}AliasMatch ^/q/(.*) /$1\nPerlTransHandler My::Trans\n`)).toEqual(
      [],
    );
  },
);
