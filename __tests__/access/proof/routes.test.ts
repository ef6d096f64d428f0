import { describe, expect, test } from '@jest/globals';
import { prove } from '../../../src/access/index.ts';
import { buildModel, createMemoryReader, isModelFailure } from '../../../src/model/index.ts';
import type { ServerModel } from '../../../src/model/index.ts';

// An edit that leads an address elsewhere, by whatever line, is a difference unless its answers are equal.

const BEFORE = `
ServerRoot /s
Listen 80
DocumentRoot /s/open
<Directory />
    AllowOverride All
    Order deny,allow
    Deny from all
</Directory>
<Directory /s/open>
    Order allow,deny
    Allow from all
</Directory>
<Directory /s/more>
    Order allow,deny
    Allow from all
</Directory>
<Directory /s/shut>
    Order deny,allow
    Deny from all
</Directory>
<Proxy *>
    Order deny,allow
    Deny from all
</Proxy>
<Location /staff>
    Order deny,allow
    Deny from all
</Location>
`;

const AFTER = `
ServerRoot /s
Listen 80
DocumentRoot /s/open
<Directory />
    AllowOverride All
    Require all denied
</Directory>
<Directory /s/open>
    Require all granted
</Directory>
<Directory /s/more>
    Require all granted
</Directory>
<Directory /s/shut>
    Require all denied
</Directory>
<Proxy *>
    Require all denied
</Proxy>
<Location /staff>
    Require all denied
</Location>
`;

function model(text: string, htaccess: string): ServerModel {
  const files = { '/s/httpd.conf': text, ...(htaccess === '' ? {} : { '/s/open/.htaccess': htaccess }) };
  const built = buildModel({ path: '/s/httpd.conf', defines: [] }, createMemoryReader(files));
  if (isModelFailure(built)) throw new Error(built.message);
  return built;
}

function outcome(before: string, after: string, where: 'conf' | 'htaccess' = 'conf'): string {
  const isConf = where === 'conf';
  const then = isConf ? model(BEFORE + before, '') : model(BEFORE, before);
  const now = isConf ? model(AFTER + after, '') : model(AFTER, after);
  return prove(then, now, 'exact').type;
}

const host = (line: string, rules: string): string =>
  `<VirtualHost *:80>\n${line}\n<Directory /s/open/x>\n${rules}\n</Directory>\n</VirtualHost>`;

const ENGINE = 'RewriteEngine On\n';

const NO_INDEX = 'DirectoryIndex disabled';
const HANDLER = 'SetHandler server-info';
const NO_HANDLER = 'SetHandler None';
const within = (...lines: string[]): string => ['<Directory /s/more>', ...lines, '</Directory>'].join('\n');
const location = (address: string, ...lines: string[]): string =>
  [`<Location ${address}>`, ...lines, '</Location>'].join('\n');

/** A virtual host beside a rule of the main server. */
const inheriting = (options: string, rule = '^/a - [F]'): string =>
  `${ENGINE}RewriteRule ${rule}\n<VirtualHost *:80>\nServerName v\n${options}\n</VirtualHost>`;

describe('an edit that leads addresses elsewhere is told', () => {
  test.each([
    ['Alias to an open folder', 'Alias /a /s/shut', 'Alias /a /s/more'],
    ['Alias to a shut folder', 'Alias /a /s/more', 'Alias /a /s/shut'],
    ['Alias gone', 'Alias /a /s/shut', ''],
    ['Alias new', '', 'Alias /a /s/shut'],
    ['Alias of another address', 'Alias /a /s/shut', 'Alias /b /s/shut'],
    ['ScriptAlias gone', 'ScriptAlias /a /s/shut', ''],
    ['order of Alias', 'Alias /a/b /s/shut\nAlias /a /s/more', 'Alias /a /s/more\nAlias /a/b /s/shut'],
    ['AliasMatch to an open folder', 'AliasMatch ^/a/(.*) /s/shut/$1', 'AliasMatch ^/a/(.*) /s/more/$1'],
    ['AliasMatch for less', 'AliasMatch ^/a/(.*) /s/shut/$1', 'AliasMatch ^/a/b/(.*) /s/shut/$1'],
    ['DocumentRoot', '', 'DocumentRoot /s/shut'],
    ['DocumentRoot gone', 'DocumentRoot /s/shut', ''],
    ['RewriteRule new', '', `${ENGINE}RewriteRule ^/a/(.*)$ /s/shut/$1 [L]`],
    ['RewriteRule gone', `${ENGINE}RewriteRule ^/a/(.*)$ /s/shut/$1 [L]`, ENGINE],
    [
      'RewriteRule for less',
      `${ENGINE}RewriteRule ^/a/(.*)$ /s/shut/$1 [L]`,
      `${ENGINE}RewriteRule ^/a/b(.*)$ /s/shut/$1 [L]`,
    ],
    [
      'RewriteRule with a condition',
      `${ENGINE}RewriteRule ^/a/(.*)$ /s/shut/$1 [L]`,
      `${ENGINE}RewriteCond %{QUERY_STRING} x\nRewriteRule ^/a/(.*)$ /s/shut/$1 [L]`,
    ],
    [
      'RewriteRule in another order',
      `${ENGINE}RewriteRule ^/a - [L]\nRewriteRule ^/a/(.*)$ /s/shut/$1 [L]`,
      `${ENGINE}RewriteRule ^/a/(.*)$ /s/shut/$1 [L]\nRewriteRule ^/a - [L]`,
    ],
    [
      'RewriteEngine',
      `${ENGINE}RewriteRule ^/a/(.*)$ /s/shut/$1 [L]`,
      'RewriteRule ^/a/(.*)$ /s/shut/$1 [L]',
    ],
    // The host's own lines are the same in both trees.
    [
      'RewriteEngine that a virtual host has from the main server',
      `${ENGINE}<VirtualHost *:80>\nServerName v\nRewriteRule ^/a - [F]\n</VirtualHost>`,
      '<VirtualHost *:80>\nServerName v\nRewriteRule ^/a - [F]\n</VirtualHost>',
    ],
    [
      'RewriteMap',
      `${ENGINE}RewriteMap m txt:/s/one\nRewriteRule ^/a/(.*)$ /s/\${m:$1} [L]`,
      `${ENGINE}RewriteMap m txt:/s/two\nRewriteRule ^/a/(.*)$ /s/\${m:$1} [L]`,
    ],
    ['ProxyPass new', '', 'ProxyPass /a http://127.0.0.1:8080/'],
    ['ProxyPass gone', 'ProxyPass /a http://127.0.0.1:8080/', ''],
    ['ProxyPass for more', 'ProxyPass /a http://127.0.0.1:8080/', 'ProxyPass / http://127.0.0.1:8080/'],
    ['ProxyPassMatch gone', 'ProxyPassMatch ^/a http://127.0.0.1:8080/', ''],
    ['UserDir new', '', 'UserDir /s/shut/*'],
    ['VirtualDocumentRoot', '', 'VirtualDocumentRoot /s/shut/%0'],
    ['Redirect new', '', 'Redirect /a http://example.com/'],
    ['Redirect gone', 'Redirect /a http://example.com/', ''],
    ['Redirect elsewhere', 'Redirect /a http://example.com/', 'Redirect /a http://example.org/'],
    ['Redirect 403 gone', 'Redirect 403 /a', ''],
    ['Redirect 410 gone', 'Redirect gone /a', ''],
    ['rule that refuses', `${ENGINE}RewriteRule ^/a - [F]`, ENGINE],
    ['rule that refuses less', `${ENGINE}RewriteRule ^/a - [F]`, `${ENGINE}RewriteRule ^/a/b - [F]`],
    [
      'ServerPath',
      host('ServerPath /a', 'Order deny,allow\nDeny from all'),
      host('ServerPath /b', 'Require all denied'),
    ],
    ['ProxyRequests', '', 'ProxyRequests On'],
    ['UserDir new', 'UserDir disabled', 'UserDir public_html'],
    ['UserDir of a folder', '', 'UserDir /t/*/web'],
    ['ProxyBlock', 'ProxyBlock a.test b.test', 'ProxyBlock a.test'],
    ['TraceEnable', 'TraceEnable Off', ''],
    ['TraceEnable of a host', host('TraceEnable off', ''), host('TraceEnable on', '')],
    ['Alias out of what is served', '', 'Alias /staff/x /t'],
    ['RewriteRule out of what is served', '', `${ENGINE}RewriteRule ^/staff/x(.*) /etc$1 [L]`],
    ['SSLRequireSSL', '<Location /a>\nSSLRequireSSL\n</Location>', ''],
    ['SSLVerifyClient', 'SSLVerifyClient require', 'SSLVerifyClient optional'],
    ['DirectoryIndex', 'DirectoryIndex index.html', 'DirectoryIndex other.html'],
    ['DirectoryIndex disabled left as it is', 'DirectoryIndex disabled', 'DirectoryIndex disabled'],
    ['DirectoryIndex disabled where no handler is set', '', within('DirectoryIndex disabled')],
    ['DirectoryIndex disabled where SetHandler says none', within(NO_HANDLER), within(NO_HANDLER, NO_INDEX)],
    [
      'DirectoryIndex disabled beside the ScriptAlias of another address',
      `ScriptAlias /b /s/more\n${location('/a')}`,
      `ScriptAlias /b /s/more\n${location('/a', NO_INDEX)}`,
    ],
    ['WSGIScriptAlias', 'WSGIScriptAlias /a /s/a.wsgi', ''],
    ['RewriteOptions that inherit a refusal', inheriting('RewriteOptions inherit'), inheriting('')],
    [
      'RewriteOptions of the main server',
      `RewriteOptions inherit\n${inheriting('RewriteEngine On')}`,
      inheriting('RewriteEngine On'),
    ],
    [
      'the only line of mod_rewrite of a host that inherits',
      `RewriteOptions inherit\n${inheriting('RewriteLog logs/x')}`,
      `RewriteOptions inherit\n${inheriting('')}`,
    ],
    [
      'the engine of a host that inherits',
      inheriting('RewriteOptions inherit'),
      inheriting('RewriteEngine Off\nRewriteOptions inherit'),
    ],
    [
      'a variable that 2.4 alone knows',
      `${ENGINE}RewriteCond %{REQUEST_SCHEME} =http\nRewriteRule ^/a - [F]`,
      `${ENGINE}RewriteCond %{REQUEST_SCHEME} =http\nRewriteRule ^/a - [F]`,
    ],
    [
      'such a variable in what a rule makes',
      `${ENGINE}RewriteRule ^/a/(.*)$ /s/shut%{CONTEXT_PREFIX}/$1`,
      `${ENGINE}RewriteRule ^/a/(.*)$ /s/shut%{CONTEXT_PREFIX}/$1`,
    ],
    [
      'RewriteOptions that inherit an answer',
      inheriting('', '/a /b [R]'),
      inheriting('RewriteOptions inherit', '/a /b [R]'),
    ],
  ])('%s', (_, before, after) => {
    expect(outcome(before, after)).toBe('different');
  });

  test.each([
    ['rule of a .htaccess file', `${ENGINE}RewriteRule ^a$ /staff/x`, `${ENGINE}RewriteRule ^a$ /x`],
    ['rule of a .htaccess file that refuses', `${ENGINE}RewriteRule ^a$ - [F]`, ENGINE],
    [
      'RewriteBase',
      `${ENGINE}RewriteBase /a\nRewriteRule ^a$ b`,
      `${ENGINE}RewriteBase /staff\nRewriteRule ^a$ b`,
    ],
  ])('%s', (_, before, after) => {
    expect(outcome(before, after, 'htaccess')).toBe('different');
  });
});

describe('an edit with equal answers is proven', () => {
  test.each([
    ['Alias to a folder with the same rules', 'Alias /a /s/more', 'Alias /a /s/open'],
    ['Alias to what it leads to without it', 'Alias /a /s/open/a', ''],
    ['Alias where a Location refuses all', 'Alias /staff/a /s/more', 'Alias /staff/a /s/open/b'],
    [
      'order of Alias lines apart',
      'Alias /a /s/shut\nAlias /b /s/more',
      'Alias /b /s/more\nAlias /a /s/shut',
    ],
    ['a relative path', 'Alias /a shut', 'Alias /a /s/shut'],
    ['AliasMatch with &', 'AliasMatch ^/a/.* /s/shut&', 'AliasMatch ^/a/.* /s/shut$0'],
    [
      'pattern that PCRE2 reads',
      'AliasMatch ^/([\\w-.]+)$ /s/shut/$1',
      'AliasMatch ^/([\\w\\-.]+)$ /s/shut/$1',
    ],
    [
      'ProxyPass out of a Location',
      '<Location /a>\nProxyPass http://b/\n</Location>',
      'ProxyPass /a http://b/',
    ],
    [
      'ProxyPass out of a Directory',
      '<Directory /a>\nProxyPass http://b/\n</Directory>',
      'ProxyPass /a/ http://b/',
    ],
    ['parameters of ProxyPass', 'ProxyPass /a http://b/ timeout=5', 'ProxyPass /a http://b/ timeout=6'],
    [
      'flags that 2.4 asks for',
      `${ENGINE}RewriteRule ^/a/(.*)$ /s/shut/x?q=$1 [L]`,
      `${ENGINE}RewriteRule ^/a/(.*)$ /s/shut/x?q=$1 [L,BCTLS,BNP]`,
    ],
    [
      'flags by their long names',
      `${ENGINE}RewriteRule ^/a/(.*)$ - [F]`,
      `${ENGINE}RewriteRule ^/a/(.*)$ - [forbidden,last]`,
    ],
    [
      'a hyphen that 2.4 takes for a test',
      `${ENGINE}RewriteCond %{QUERY_STRING} -lt5\nRewriteRule ^/a - [F]`,
      `${ENGINE}RewriteCond %{QUERY_STRING} [-]lt5\nRewriteRule ^/a - [F]`,
    ],
    [
      'a variable that 2.2 does not know',
      `${ENGINE}RewriteCond %{REQUEST_SCHEME}: !^http:\nRewriteRule ^/a - [F]`,
      `${ENGINE}RewriteCond : !^http:\nRewriteRule ^/a - [F]`,
    ],
    [
      'nothing but such a variable',
      `${ENGINE}RewriteRule ^/a/(.*)$ /s/shut/%{CONTEXT_PREFIX}$1`,
      `${ENGINE}RewriteRule ^/a/(.*)$ /s/shut/$1`,
    ],
    ['Redirect by a word', 'RedirectPermanent /a http://b/', 'Redirect 301 /a http://b/'],
    ['DirectoryIndex disabled', 'DirectoryIndex disabled', 'DirectoryIndex ./disabled'],
    ['disabled among others', 'DirectoryIndex disabled a.html', 'DirectoryIndex disabled a.html'],
    ['disabled twice', 'DirectoryIndex disabled disabled', 'DirectoryIndex disabled disabled'],
    [
      'the name of a test of 2.4 with nothing behind it',
      `${ENGINE}RewriteCond %{QUERY_STRING} -ge\nRewriteRule ^/a - [F]`,
      `${ENGINE}RewriteCond %{QUERY_STRING} -ge\nRewriteRule ^/a - [F]`,
    ],
    [
      'a test that both versions have',
      `${ENGINE}RewriteCond %{REQUEST_FILENAME} -x\nRewriteRule ^/a - [F]`,
      `${ENGINE}RewriteCond %{REQUEST_FILENAME} -x\nRewriteRule ^/a - [F]`,
    ],
    ['DirectoryIndex disabled beside SetHandler', within(HANDLER), within(HANDLER, NO_INDEX)],
    [
      'DirectoryIndex disabled beside its ScriptAlias',
      `ScriptAlias /a /s/more\n${location('/a')}`,
      `ScriptAlias /a /s/more\n${location('/a', NO_INDEX)}`,
    ],
    [
      'RewriteOptions on a line of their own',
      inheriting('RewriteOptions inherit\nRewriteOptions AllowAnyURI'),
      inheriting('RewriteOptions AllowAnyURI inherit'),
    ],
    ['rules that nothing inherits', inheriting(''), inheriting('RewriteOptions AllowAnyURI')],
    [
      'RewriteOptions that inherit down',
      inheriting('RewriteOptions inherit'),
      `RewriteOptions InheritDown\n${inheriting('RewriteEngine On')}`,
    ],
    [
      'RewriteOptions of the main server, which a host without a line of mod_rewrite does not see',
      `RewriteOptions inherit\n${inheriting('')}`,
      inheriting(''),
    ],
    ['a group that nothing names', `${ENGINE}RewriteRule ^(.*)$ - [F]`, `${ENGINE}RewriteRule ^ - [F]`],
    ['an empty DirectoryIndex', 'DirectoryIndex "" index.html', ''],
    ['SSLVerifyClient none', 'SSLVerifyClient none', ''],
    ['ProxyRequests Off', '', 'ProxyRequests Off'],
    ['TraceEnable on', 'TraceEnable on', ''],
    ['UserDir that serves nobody', '', 'UserDir disabled'],
    ['UserDir of another host', 'UserDir http://a.test/', 'UserDir http://a.test/'],
    ['ProxyBlock in other letters', 'ProxyBlock a.test', 'ProxyBlock A.test'],
    ['ProxyBlock that names nobody', 'ProxyBlock\nProxyBlock "" a.test', ''],
  ])('%s', (_, before, after) => {
    expect(outcome(before, after)).toBe('proven');
  });
});

test("what the text told 2.4 alone before is nobody's edit, what it tells 2.4 now is", () => {
  const guarded = (line: string): string => `<IfVersion >= 2.4>\n${line}\n</IfVersion>`;
  expect(outcome(guarded('Redirect 403 /a'), guarded('Redirect 403 /a'))).toBe('proven');
  expect(outcome('', guarded('Redirect 403 /a'))).toBe('different');
  expect(outcome(guarded('Alias /a /s/shut'), guarded('Alias /a /s/shut'))).toBe('proven');
  expect(outcome('', guarded('Alias /a /s/shut'))).toBe('different');
});

test('a guard for a module that 2.4 does not have tells 2.4 nothing', () => {
  const load = 'LoadModule authz_default_module m.so\n';
  const guarded = (asked: string) => `<IfModule ${asked}>\nRedirect 403 /a\n</IfModule>`;
  expect(outcome(load + guarded('mod_authz_default.c'), guarded('mod_authz_default.c'))).toBe('different');
  expect(outcome(load + guarded('!mod_authz_default.c'), guarded('!mod_authz_default.c'))).toBe('different');
  expect(outcome(load + guarded('mod_authz_default.c'), 'Redirect 403 /a')).toBe('proven');
  // However a question around it is asked that no access rule depends on.
  for (const name of ['OLD', '!OLD']) {
    const text = `<IfDefine ${name}>\n${guarded('mod_authz_default.c')}\n</IfDefine>`;
    expect(outcome(load + text, text)).toBe('different');
  }
});

describe('a .htaccess file that only one of both reads', () => {
  const isProven = (htaccess: string, before: string, after: string): boolean => {
    const [then, now] = [model(BEFORE + before, htaccess), model(AFTER + after, htaccess)];
    return prove(then, now, 'exact').type === 'proven';
  };
  const inHost = (override: string): string => `<VirtualHost *:80>
ServerName x
DocumentRoot /s/open
<Directory /s/open>
    AllowOverride ${override}
</Directory>
</VirtualHost>
`;
  const LINES = [
    `${ENGINE}RewriteRule ^a$ - [F]`,
    `${ENGINE}RewriteRule ^a$ /staff/x`,
    `${ENGINE}RewriteRule ^a$ - [G]`,
    'Redirect 403 /a',
    'RedirectMatch gone a',
    'Redirect /a http://example.com/',
    'SSLRequireSSL',
    'DirectoryIndex other.html',
    `<Files a>\n${ENGINE}RewriteRule a - [F]\n</Files>`,
  ];

  test.each(LINES)('%j', (line) => {
    expect(isProven(line, inHost('All'), inHost('None'))).toBe(false);
    expect(isProven(line, inHost('None'), inHost('All'))).toBe(false);
    expect(isProven(line, inHost('All'), inHost('All'))).toBe(true);
    expect(isProven(line, inHost('None'), inHost('None'))).toBe(true);
  });

  test.each(LINES)('%j, refused by one', (line) => {
    expect(isProven(line, inHost('All'), inHost('Limit'))).toBe(false);
    expect(isProven(line, inHost('Limit'), inHost('All'))).toBe(false);
    expect(isProven(line, inHost('Limit'), inHost('Limit'))).toBe(true);
  });

  test('one that says nothing of who gets in is refused or taken', () => {
    expect(isProven('AddType text/x .x', inHost('FileInfo'), inHost('Indexes'))).toBe(false);
    expect(isProven('AddType text/x .x', inHost('All'), inHost('FileInfo'))).toBe(true);
    expect(isProven('AddType text/x .x', inHost('All'), inHost('None'))).toBe(true);
    expect(isProven('# nothing', inHost('All'), inHost('None'))).toBe(true);
  });
});
