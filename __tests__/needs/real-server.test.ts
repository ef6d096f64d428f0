import { rmSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { relative } from 'node:path';
import { migrate } from '../../src/migrate/index.ts';
import { createDiskReader } from '../../src/model/index.ts';
import { isProbeFailure, probeTarget, targetProfile, type TargetProfile } from '../../src/target/index.ts';
import { loading } from './needs-of.ts';
import {
  BINARY,
  configtest,
  hasServer,
  layOut,
  remove,
  statusOfStart,
  writeFiles,
  type LaidOutTree,
  type Tree,
} from './real-server.ts';
import { someOf } from '../effort.ts';

// Trees as 2.2 takes them, migrated with all transforms: the real 2.4 must take the result, start, and answer /.

const HEAD = 'ServerRoot ROOT\nListen 127.0.0.1:PORT\nServerName a\nPidFile logs/pid\nErrorLog logs/error\n';
const BASE = loading('alias', 'dir', 'mime', 'auth_basic', 'authn_file', 'authz_host', 'authz_user');
const SITE =
  'DocumentRoot ROOT/htdocs\n<Directory ROOT/htdocs>\nOptions None\nAllowOverride None\nOrder allow,deny\nAllow from all\n</Directory>\n';
const TYPES = 'TypesConfig conf/mime.types\n';
const MPM_GUARD =
  '<IfModule prefork.c>\nStartServers 1\nMinSpareServers 1\nMaxSpareServers 2\nMaxClients 5\n</IfModule>\n';

const trees: Readonly<Record<string, string>> = {
  'a block of LoadModule lines': HEAD + BASE + TYPES + 'User www-data\nGroup www-data\n' + SITE,
  'settings of the MPM above the block': HEAD + MPM_GUARD + BASE + TYPES + SITE,
  'everything compiled in':
    HEAD +
    MPM_GUARD +
    '<IfModule mime_module>\nTypesConfig conf/mime.types\n</IfModule>\n<IfModule dir_module>\nDirectoryIndex index.html\n</IfModule>\n' +
    'Alias /i ROOT/htdocs\nScriptAlias /cgi-bin/ ROOT/cgi-bin/\nBrowserMatch x y\nSetEnv a b\nUserDir disabled\n' +
    'LogFormat "%h %>s %O" a\nCustomLog logs/access a\n<Location /s>\nSetHandler server-status\n</Location>\n' +
    SITE.replace('Options None', 'Options Indexes MultiViews'),
  'lines that 2.4 refuses':
    HEAD +
    BASE +
    loading('authn_default', 'authz_default', 'authn_alias', 'cache', 'disk_cache', 'mem_cache') +
    loading('log_config', 'logio', 'version') +
    TYPES +
    '<IfModule mod_disk_cache.c>\nCacheRoot ROOT/logs\n</IfModule>\n' +
    '<AuthnProviderAlias file one>\nAuthUserFile conf/users\n</AuthnProviderAlias>\n' +
    SITE,
  balancers: [
    HEAD + BASE + loading('proxy', 'proxy_http', 'proxy_balancer') + TYPES,
    '<Proxy balancer://a>\nBalancerMember http://127.0.0.1:9\n</Proxy>\nProxyPass /a balancer://a/\n',
    'ProxyPass /b balancer://b/ lbmethod=bytraffic\n<Proxy balancer://b>\nBalancerMember http://127.0.0.1:9\n</Proxy>\n',
    SITE,
  ].join(''),
  'mod_proxy_balancer without a balancer': HEAD + BASE + loading('proxy', 'proxy_balancer') + TYPES + SITE,
  'a cache of sessions':
    HEAD + BASE + loading('ssl') + TYPES + 'SSLSessionCache shmcb:ROOT/logs/s(51200)\n' + SITE,
  'filters by type':
    HEAD +
    BASE +
    '#LoadModule filter_module modules/mod_filter.so\n' +
    loading('deflate', 'include') +
    TYPES +
    'AddOutputFilterByType DEFLATE text/html\n' +
    SITE,
  authentication:
    HEAD +
    BASE +
    loading('authn_dbm', 'auth_digest', 'authz_groupfile') +
    TYPES +
    SITE +
    '<Location /b>\nAuthType Basic\nAuthName a\nAuthBasicProvider file dbm\nAuthUserFile conf/u\nAuthGroupFile conf/g\nRequire group a\n</Location>\n' +
    '<Location /d>\nAuthType Digest\nAuthName a\nAuthUserFile conf/u\nRequire valid-user\n</Location>\n',
  'guards for both versions':
    HEAD +
    '<IfModule !mod_authz_core.c>\nTimeout 30\n</IfModule>\n<IfModule mod_authz_core.c>\nTimeout 40\n</IfModule>\n' +
    '<IfVersion >= 2.2>\nKeepAlive Off\n</IfVersion>\n' +
    BASE +
    TYPES +
    SITE,
  'LoadModule lines for modules that are not compiled in':
    HEAD +
    ['alias', 'dir', 'mime', 'authz_host', 'authz_default']
      .map((name) => `<IfModule !mod_${name}.c>\n  ${loading(name)}</IfModule>\n`)
      .join('') +
    TYPES +
    SITE,
  'LoadModule lines in a guard for mod_so':
    HEAD + `<IfModule mod_so.c>\n${BASE}${loading('log_config')}</IfModule>\n` + TYPES + SITE,
  'a line that CRLF ends, and none the last': (HEAD + TYPES + SITE + BASE.trimEnd()).replaceAll('\n', '\r\n'),
};

const BALANCER = '<Proxy balancer://a>\nBalancerMember http://127.0.0.1:9\n</Proxy>\n';

/** Red Hat's: one block, and modules of packages in conf.d; or a folder for LoadModule lines, as its 2.4 has it. */
const redHat: Readonly<Record<string, Tree>> = {
  'conf.d': {
    files: {
      'conf/httpd.conf': HEAD + BASE + loading('authz_default') + 'Include conf.d/*.conf\n' + TYPES + SITE,
      'conf.d/ssl.conf': loading('ssl') + 'SSLSessionCache shmcb:ROOT/logs/s(51200)\n',
      'conf.d/proxy.conf': loading('proxy', 'proxy_http', 'proxy_balancer') + BALANCER,
    },
  },
  'conf.modules.d': {
    files: {
      'conf/httpd.conf': HEAD + 'Include conf.modules.d/*.conf\n' + TYPES + SITE + BALANCER,
      'conf.modules.d/00-base.conf': BASE + loading('authz_default'),
      'conf.modules.d/00-proxy.conf': loading('proxy', 'proxy_http', 'proxy_balancer'),
    },
  },
  'conf.modules.d with a file for each module': {
    files: {
      'conf/httpd.conf': HEAD + 'Include conf.modules.d/*.conf\n' + TYPES + SITE,
      ...Object.fromEntries(
        ['alias', 'authz_default', 'authz_host', 'dir', 'log_config', 'mime'].map((name, at) => [
          `conf.modules.d/0${at}-${name}.conf`,
          loading(name),
        ]),
      ),
    },
  },
};

const debian: Tree = {
  entry: 'apache2.conf',
  files: {
    'apache2.conf': `${HEAD}${MPM_GUARD}Include mods-enabled/*.load\nInclude mods-enabled/*.conf\n${SITE}`,
    'mods-available/alias.load': loading('alias'),
    'mods-available/authz_core.load': loading('authz_core'),
    'mods-available/authz_default.load': loading('authz_default'),
    'mods-available/authz_host.load': loading('authz_host'),
    'mods-available/dir.load': loading('dir'),
    'mods-available/dir.conf': '<IfModule mod_dir.c>\nDirectoryIndex index.html\n</IfModule>\n',
  },
  links: Object.fromEntries(
    ['alias.load', 'authz_default.load', 'authz_host.load', 'dir.load', 'dir.conf'].map((name) => [
      `mods-enabled/${name}`,
      `../mods-available/${name}`,
    ]),
  ),
};

/** Changes the tree on disk as the migration says. */
function migrateInPlace({ root, entry }: LaidOutTree, target: TargetProfile): void {
  const options = { access: 'require', semantics: 'exact', apply: 'safe', target } as const;
  const request = { path: entry, options: { ...options, defines: [], only: null, skip: [] } };
  const migration = migrate(request, createDiskReader());
  if ('code' in migration) throw new Error(migration.message);
  const { files, links } = migration.patchSet;
  writeFiles(root, Object.fromEntries(files.map(({ path, after }) => [relative(root, path), after])));
  for (const link of links) {
    if (link.type === 'link') symlinkSync(link.target, link.path);
    else rmSync(link.path);
  }
}

(hasServer() ? describe : describe.skip)('the real 2.4', () => {
  const probed = probeTarget(BINARY);
  const target = isProbeFailure(probed) ? targetProfile('debian') : probed;

  test.each(someOf(Object.entries(trees), 3))('takes, starts and serves %s', async (_, main) => {
    await expectServed({ files: { 'conf/httpd.conf': main } }, target);
  });

  test.each(someOf(Object.entries(redHat), 3))(
    "takes, starts and serves Red Hat's layout with %s",
    async (_, tree) => {
      await expectServed(tree, target);
    },
  );

  test.each([
    ['by lines', { ...target, moduleStyle: 'load-module' as const }],
    ['by links', target],
  ])("takes, starts and serves Debian's layout, modules switched on %s", async (_, profile) => {
    await expectServed(debian, profile);
  });
});

async function expectServed(tree: Tree, target: TargetProfile): Promise<void> {
  const laidOut = await layOut(tree);
  try {
    migrateInPlace(laidOut, target);
    expect(configtest(laidOut)).toBe('Syntax OK');
    expect(await statusOfStart(laidOut)).toBe(200);
  } finally {
    remove(laidOut);
  }
}
