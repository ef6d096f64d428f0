import { describe, expect, test } from '@jest/globals';
import { computeNeeds } from '../../src/needs/index.ts';
import { targetProfile } from '../../src/target/index.ts';
import { loading, needsOf, needsOfBuild, serverOf, SHARED, unsureOf } from './needs-of.ts';

// Every case needs authz_core and unixd besides; they are left out of the lists.
type Case = readonly [title: string, main: string, needed: readonly string[]];

const nothing: readonly Case[] = [
  ['a tree without anything', '', []],
  ['what is loaded', loading('rewrite') + 'RewriteEngine On', []],
  [
    'a guard for a module that 2.2 did not have',
    '<IfModule mod_rewrite.c>\nRewriteEngine On\n</IfModule>',
    [],
  ],
  ['a name that names nothing', '<IfModule mod_authz_host>\nRewriteEngine On\n</IfModule>', []],
  [
    "a line for another version's server",
    loading('version') + '<IfVersion < 2.4>\nRewriteEngine On\n</IfVersion>',
    [],
  ],
  ['a handler of a module that 2.2 did not have', 'SetHandler server-status', []],
  ['a filter of a module that 2.2 did not have', 'SetOutputFilter DEFLATE', []],
  ['AuthType of a module that 2.2 did not have', loading('authn_core') + 'AuthType Digest', []],
  ['CacheEnable disk without mod_disk_cache', loading('cache') + 'CacheEnable disk /', []],
  ['directives of a third party', loading('php5') + 'php_value a b', []],
  ['<Proxy> of all balancers', loading('proxy') + '<Proxy balancer://*>\n</Proxy>', []],
  ['ExtendedStatus, which the core has in 2.4', 'ExtendedStatus On', []],
  [
    'what a guard holds that asks for a module above its LoadModule line',
    `<IfModule mod_dav.c>\n<Location />\nSatisfy any\n</Location>\n</IfModule>\n${loading('dav')}`,
    [],
  ],
  [
    'what a guard holds that asks for the absence of a module below its LoadModule line',
    `${loading('dav')}<IfModule !mod_dav.c>\n<Location />\nSatisfy any\n</Location>\n</IfModule>\n`,
    [],
  ],
];

const whatIsNew: readonly Case[] = [
  ['User', 'User daemon', ['unixd']],
  ['AuthType', loading('auth_basic') + 'AuthType Basic', ['authn_core']],
  ['a module for AuthType, which whoever comes to write it needs', loading('auth_digest'), ['authn_core']],
  ['AuthName in a section', '<Location />\nAuthName "a b"\n</Location>', ['authn_core']],
  [
    'AuthnProviderAlias',
    loading('authn_file') + '<AuthnProviderAlias file a>\n</AuthnProviderAlias>',
    ['authn_core'],
  ],
  ['the old access directives', '<Location />\nOrder allow,deny\n</Location>', ['access_compat']],
  ['Satisfy', '<Location />\nSatisfy any\n</Location>', ['access_compat']],
  ['AddOutputFilterByType', loading('deflate') + 'AddOutputFilterByType DEFLATE text/html', ['filter']],
  ['the filter that it names', loading('filter') + 'AddOutputFilterByType DEFLATE text/html', ['deflate']],
  ['a shared memory cache', loading('ssl') + 'SSLSessionCache shmcb:/run/x(512000)', ['socache_shmcb']],
  ['a DBM cache', loading('ssl') + 'SSLSessionCache dbm:/run/x', ['socache_dbm']],
  ['a guard that tells the versions apart', '<IfModule unixd_module>\nUser a\n</IfModule>', ['unixd']],
  [
    'a guard for the absence of what 2.4 has',
    '<IfModule !mod_authn_core.c>\nUser a\n</IfModule>',
    ['authn_core'],
  ],
  [
    'what stands beside the LoadModule line of a module that is loaded only where it is missing',
    `${loading('deflate')}<IfModule !mod_dav.c>\n${loading('dav')}AddOutputFilterByType DEFLATE text/html\n</IfModule>`,
    ['filter'],
  ],
  ['a module that another took over', loading('authn_alias'), ['authn_core']],
  [
    'a module of 2.0 that fell into several',
    loading('auth'),
    ['auth_basic', 'authn_core', 'authn_file', 'authz_groupfile', 'authz_user'],
  ],
];

const providers: readonly Case[] = [
  ['Require ip', '<Location />\nRequire ip 10\n</Location>', []],
  ['Require not host', '<Location />\n<RequireAll>\nRequire not host a\n</RequireAll>\n</Location>', []],
  ['Require valid-user', '<Location />\nRequire valid-user\n</Location>', ['authz_user']],
  ['Require group', '<Location />\nRequire group a\n</Location>', ['authz_groupfile']],
  ['Require dbm-group', '<Location />\nRequire dbm-group a\n</Location>', ['authz_dbm']],
  ['Require file-owner', '<Location />\nRequire file-owner\n</Location>', ['authz_owner']],
  [
    'AuthBasicProvider',
    loading('auth_basic') + 'AuthBasicProvider file dbm',
    ['authn_core', 'authn_dbm', 'authn_file'],
  ],
  ['AuthDigestProvider', loading('auth_digest') + 'AuthDigestProvider dbd', ['authn_core', 'authn_dbd']],
  ['Dav', loading('dav') + '<Location />\nDav On\n</Location>', ['dav_fs']],
  ['Dav of a third party', loading('dav') + '<Location />\nDav svn\n</Location>', []],
  ['a format with a byte count', 'LogFormat "%h %>s %O" a', ['logio']],
  ['a format without', 'LogFormat "%h %>s %b %{Origin}i" a', []],
];

const balancers: readonly Case[] = [
  ['mod_proxy_balancer, used or not', loading('proxy', 'proxy_balancer'), ['slotmem_shm']],
  [
    'a balancer without a method',
    loading('proxy', 'proxy_balancer') + 'ProxyPass / balancer://a/',
    ['lbmethod_byrequests', 'slotmem_shm'],
  ],
  [
    'a method of ProxyPass',
    loading('proxy', 'proxy_balancer') + 'ProxyPass / BALANCER://a/x lbmethod=bytraffic',
    ['lbmethod_bytraffic', 'slotmem_shm'],
  ],
  [
    'a method that another line names',
    loading('proxy', 'proxy_balancer') +
      '<Proxy balancer://a>\nBalancerMember http://b\nProxySet lbmethod=bybusyness\n</Proxy>\nProxyPass / balancer://A/',
    ['lbmethod_bybusyness', 'slotmem_shm'],
  ],
  [
    'a balancer that BalancerMember makes of another address',
    loading('proxy', 'proxy_balancer') + '<Proxy http://a/>\nBalancerMember http://b\n</Proxy>',
    ['lbmethod_byrequests', 'slotmem_shm'],
  ],
  [
    'settings of a server that is no balancer',
    loading('proxy', 'proxy_balancer') +
      '<Proxy http://a/ retry=5>\nProxySet timeout=5\n</Proxy>\nProxyPass /b http://b/',
    ['slotmem_shm'],
  ],
  [
    'a balancer of the same name in another server',
    loading('proxy', 'proxy_balancer') +
      'ProxyPass / balancer://a/ lbmethod=bytraffic\n<VirtualHost *>\nProxyPass / balancer://a/\n</VirtualHost>',
    ['lbmethod_byrequests', 'lbmethod_bytraffic', 'slotmem_shm'],
  ],
];

describe.each([
  ['nothing is needed for', nothing],
  ['new modules are needed for', whatIsNew],
  ['modules behind a name are needed for', providers],
  ['modules are needed for', balancers],
])('%s', (_, cases) => {
  test.each(cases)('%s', (_title, main, needed) => {
    const isTold = (name: string) => name !== 'authz_core' && (name !== 'unixd' || needed.includes(name));
    expect(needsOf(SHARED + main).filter(isTold)).toEqual(needed);
  });
});

describe('a line that both versions refuse without its module', () => {
  test('IfVersion needs its module, though what it holds is for 2.2 alone', () => {
    expect(needsOf('<IfVersion < 2.4>\nKeepAlive Off\n</IfVersion>')).toContain('version');
    expect(
      needsOf('<IfModule !mod_so.c>\n<IfVersion < 2.4>\nKeepAlive Off\n</IfVersion>\n</IfModule>'),
    ).not.toContain('version');
  });

  test('proves that 2.2 had it', () => {
    expect(needsOf(SHARED + 'RewriteEngine On')).toEqual(['authz_core', 'rewrite', 'unixd']);
    expect(needsOf(SHARED + '<VirtualHost *>\nRewriteEngine On\n</VirtualHost>')).toEqual([
      'authz_core',
      'rewrite',
      'unixd',
    ]);
    expect(
      needsOf(SHARED + '<IfVersion > 2.0>\n</IfVersion>\n<IfVersion >= 2>\nListen 1\n</IfVersion>'),
    ).toEqual(['authz_core', 'unixd', 'version']);
  });
  test('proves nothing where it may not be read', () => {
    expect(needsOf(SHARED + '<IfDefine X>\nRewriteEngine On\n</IfDefine>')).toEqual(['authz_core', 'unixd']);
  });
});

describe('a module that gives up privileges', () => {
  test('is needed without User, too', () => {
    expect(needsOf(SHARED + 'Listen 80')).toContain('unixd');
  });
  test('is not on Windows', () => {
    expect(needsOf(SHARED + 'Listen 80', 'windows')).not.toContain('unixd');
  });
});

describe('a server without LoadModule lines', () => {
  test('has the default modules compiled in', () => {
    const main =
      'DocumentRoot /www\n<Directory /www>\nOptions Indexes MultiViews\n</Directory>\nAddHandler cgi-script .pl\n';
    expect(needsOf(main)).toEqual(['authz_core', 'autoindex', 'cgi', 'dir', 'mime', 'negotiation', 'unixd']);
    expect(needsOf('<IfModule mod_userdir.c>\nUserDir public_html\n</IfModule>')).toEqual([
      'authz_core',
      'unixd',
      'userdir',
    ]);
  });
  test('has the modules that guards ask for, and those whose absence they ask for', () => {
    expect(needsOf('<IfModule mod_actions.c>\nServerAdmin a\n</IfModule>')).toContain('actions');
    // 2.2 skips the line, and 2.4 would not know it without its module.
    expect(needsOf('<IfModule !mod_userdir.c>\nUserDir public_html\n</IfModule>')).toContain('userdir');
    expect(needsOf('<IfModule !mod_dav.c>\nServerAdmin a\n</IfModule>')).not.toContain('dav');
    expect(
      needsOf('<IfModule mod_dav.c>\n<IfModule !mod_actions.c>\nServerAdmin a\n</IfModule>\n</IfModule>'),
    ).not.toContain('actions');
  });
  test('may have others', () => {
    expect(unsureOf('<IfModule mod_rewrite.c>\nRewriteEngine On\n</IfModule>')).toEqual(['rewrite']);
    expect(unsureOf('<IfModule !mod_rewrite.c>\nRedirect / /a\n</IfModule>')).toEqual([]);
    expect(unsureOf(SHARED + '<IfModule mod_rewrite.c>\nRewriteEngine On\n</IfModule>')).toEqual([]);
  });
});

describe('what speaks the protocols of other servers', () => {
  const PROXIES = ['proxy_module', 'proxy_http_module', 'proxy_ajp_module', 'proxy_balancer_module'];
  const proxying = (main: string) =>
    needsOfBuild(main, 'rewrite_module', ...PROXIES).filter((name) => name.startsWith('proxy'));

  test.each([
    ['ProxyPass /a http://10.0.0.1/', ['proxy', 'proxy_http']],
    ['ProxyPass /a !', ['proxy']],
    ['ProxyPassMatch ^/a(.*) AJP://10.0.0.1$1', ['proxy', 'proxy_ajp']],
    ['<Location /a>\nProxyPass https://10.0.0.1/ retry=0\n</Location>', ['proxy', 'proxy_http']],
    ['<Proxy balancer://b>\nBalancerMember ajp://10.0.0.1\n</Proxy>', ['proxy', 'proxy_ajp']],
    ['ProxyPass /a balancer://b/', ['proxy', 'proxy_balancer']],
    ['ProxyRequests On', ['proxy', 'proxy_http']],
    ['ProxyRequests Off', ['proxy']],
    ['RewriteRule ^/a http://10.0.0.1/ [P,L]', ['proxy', 'proxy_http']],
    ['RewriteRule ^/a http://%{HTTP_HOST}/ [proxy]', ['proxy', 'proxy_http']],
    ['RewriteRule ^/a $1 [P]', ['proxy']],
    ['RewriteRule ^/a http://10.0.0.1/ [R]', []],
  ])('%j, where 2.2 had it compiled in: %j', (main, expected) => {
    const needed = proxying(main);
    expect(needed.filter((name) => PROXIES.includes(`${name}_module`))).toEqual(expected);
  });

  test('is asked for where only the 2.2 server knows', () => {
    expect(unsureOf('ProxyPass /a http://10.0.0.1/')).toEqual(['proxy_http']);
    expect(unsureOf('RewriteRule ^/a ajp://10.0.0.1/ [P]')).toEqual(['proxy', 'proxy_ajp']);
    expect(unsureOf(SHARED + loading('proxy', 'rewrite') + 'RewriteRule ^/a ajp://10.0.0.1/ [P]')).toEqual(
      [],
    );
  });

  test('is not loaded where 2.2 had files, and not that one', () => {
    expect(needsOf(SHARED + loading('proxy') + 'ProxyPass /a http://10.0.0.1/')).not.toContain('proxy_http');
  });
});

describe('the MPM', () => {
  const mpmOf = (main: string, target: 'rhel' | 'stock' = 'rhel') =>
    needsOf(SHARED + main, target).filter((name) => name.startsWith('mpm_'));

  test('is not loaded where one is compiled in', () => {
    expect(mpmOf('<IfModule prefork.c>\nStartServers 2\n</IfModule>', 'stock')).toEqual([]);
  });
  test.each([
    ['the usual one', '', 'mpm_prefork'],
    ['the one with settings', '<IfModule worker.c>\nStartServers 2\n</IfModule>', 'mpm_worker'],
    [
      "2.2's default where several have settings",
      '<IfModule worker.c>\nStartServers 2\n</IfModule>\n<IfModule mpm_prefork_module>\nStartServers 2\n</IfModule>',
      'mpm_prefork',
    ],
    [
      'no hint by a guard for the absence',
      '<IfModule !worker.c>\nStartServers 2\n</IfModule>',
      'mpm_prefork',
    ],
    ['the one that knows an unguarded setting', 'ThreadsPerChild 25', 'mpm_worker'],
    ['the one that has spare threads', 'MaxSpareThreads 75', 'mpm_worker'],
    ['the one that limits threads', 'ThreadLimit 64', 'mpm_worker'],
    ['the one that PHP needs', loading('php5') + 'ThreadsPerChild 25', 'mpm_prefork'],
  ])('%s', (_, main, expected) => {
    expect(mpmOf(main)).toEqual([expected]);
  });
});

test('the order of loading: the MPM, then by name, but each behind what its file needs', () => {
  const main = 'CacheRoot /c\nCacheEnable disk /\nDavLockDB /x\nUser a';
  expect(needsOf(SHARED + main, 'rhel')).toEqual([
    'mpm_prefork',
    'authz_core',
    'cache',
    'cache_disk',
    'dav',
    'dav_fs',
    'unixd',
  ]);
});

test('what the target has compiled in is not needed', () => {
  expect(needsOf(loading('mime') + 'User a\nLogFormat "%O" x', 'debian')).toEqual([
    'mpm_prefork',
    'authz_core',
  ]);
});

describe('the line that a need names', () => {
  const blocks = [
    '<Location /a>\nAuthName a\n</Location>\n',
    '<IfModule mod_alias.c>\n<Location /b>\nAuthName b\n</Location>\n</IfModule>\n',
    '<Location /c>\n<IfModule mod_alias.c>\nAuthName c\n</IfModule>\n</Location>\n',
  ];

  test.each([
    [0, 1, 2],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
    [0, 2, 1],
  ])('is the first, whatever guards stand around it and the others: %j', (...order) => {
    const target = targetProfile('stock');
    const model = serverOf(SHARED + order.map((at) => blocks[at]).join(''), target);
    const { needs } = computeNeeds(model, target);
    const site = needs.find(({ identifier }) => identifier === 'authn_core_module')?.site;
    const text = site?.file.source.text.slice(site.span.start, site.span.end);
    expect(text?.trim()).toBe(`AuthName ${'abc'[order[0]!]}`);
  });
});
