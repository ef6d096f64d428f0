import { describe, expect, test } from '@jest/globals';
import { migrate } from '../../src/migrate/index.ts';
import type { Migration, MigrateOptions } from '../../src/migrate/index.ts';
import { createMemoryReader } from '../../src/model/index.ts';
import { targetProfile } from '../../src/target/index.ts';
import type { TargetProfile } from '../../src/target/index.ts';

const MAIN = '/srv/httpd/conf/httpd.conf';
const STOCK = targetProfile('stock')!;

const TREE = {
  [MAIN]: `ServerRoot /srv/httpd
Listen 80
LoadModule authz_host_module modules/mod_authz_host.so
LoadModule authn_default_module modules/mod_authn_default.so
MaxClients 20
DefaultType text/plain
DocumentRoot /srv/www
<Directory /srv/www>
    AllowOverride All
    Order allow,deny
    Allow from all
</Directory>
`,
  '/srv/www/inside/.htaccess': 'Order deny,allow\nDeny from all\nAllow from 10\n',
};

const DUAL: MigrateOptions = {
  access: 'require',
  semantics: 'exact',
  dual: true,
  apply: 'safe',
  target: STOCK,
  defines: [],
  only: null,
  skip: [],
};

function both(
  files: Record<string, string>,
  options: Partial<MigrateOptions> = {},
  path: string = MAIN,
): Migration {
  const migration = migrate({ path, options: { ...DUAL, ...options } }, createMemoryReader(files));
  if ('code' in migration) throw new Error(migration.message);
  return migration;
}

/** The files as they are then. */
function written(files: Record<string, string>, { patchSet }: Migration): Record<string, string> {
  return { ...files, ...Object.fromEntries(patchSet.files.map(({ path, after }) => [path, after])) };
}

function about({ findings }: Migration): string[] {
  return findings
    .filter(({ transform }) => transform === 'dual')
    .map(({ level, messageId }) => `${level} ${messageId}`);
}

describe('--dual', () => {
  const migration = both(TREE);
  const result = written(TREE, migration);

  test('takes no byte of the original away', () => {
    expect(migration.refused).toEqual([]);
    for (const { pieces } of migration.patchSet.files) {
      for (const piece of pieces) {
        if (piece.type === 'made') expect(piece.replaces.start).toBe(piece.replaces.end);
      }
    }
  });

  test('guards access rules as people do, and other lines by IfVersion, made known to both', () => {
    expect(result[MAIN]).toContain(
      '    <IfModule mod_authz_core.c>\n        Require all granted\n    </IfModule>\n',
    );
    expect(result[MAIN]).toContain('<IfVersion < 2.4>\nLoadModule authn_default_module');
    expect(result[MAIN]).toMatch(
      /Listen 80\n<IfModule !mod_version\.c>\n +LoadModule version_module modules/,
    );
    expect(about(migration)).toEqual(['info version']);
  });

  test('keeps what 2.4 still takes', () => {
    expect(result[MAIN]).toContain('\nMaxClients 20\nDefaultType text/plain\n');
  });

  test('a .htaccess file needs no mod_version', () => {
    expect(result['/srv/www/inside/.htaccess']).toBe(
      '<IfModule mod_authz_core.c>\n    Require ip 10\n</IfModule>\n' +
        '<IfModule !mod_authz_core.c>\nOrder deny,allow\nDeny from all\nAllow from 10\n</IfModule>\n',
    );
  });

  test('a second run changes nothing', () => {
    expect(both(result).patchSet.files).toEqual([]);
  });

  test('without it the same tree is one for 2.4', () => {
    const plain = written(TREE, both(TREE, { dual: false }));
    expect(plain[MAIN]).not.toContain('<If');
  });
});

describe('what makes IfVersion known', () => {
  const builtIn: TargetProfile = { ...STOCK, builtin: new Set([...STOCK.builtin, 'version_module']) };

  test('is not written where both have it', () => {
    const conf = 'ServerRoot /srv/httpd\nLockFile logs/lock\nDocumentRoot /srv/www\n';
    const result = written({}, both({ [MAIN]: conf }, { target: builtIn }));
    expect(result[MAIN]).toContain('<IfVersion');
    expect(result[MAIN]).not.toContain('mod_version.c');
  });

  test('is not written where the tree loads it before', () => {
    const conf = `ServerRoot /srv/httpd
LoadModule version_module modules/mod_version.so
LoadModule authn_default_module modules/mod_authn_default.so
`;
    expect(written({}, both({ [MAIN]: conf }))[MAIN]).not.toContain('<IfModule !mod_version.c>');
  });

  test('has the name that a line further down has', () => {
    const conf = `ServerRoot /srv/httpd
LoadModule authn_default_module modules/mod_authn_default.so
LoadModule version_module extra/mod_version.so
`;
    expect(written({}, both({ [MAIN]: conf }))[MAIN]).toContain(
      '<IfModule !mod_version.c>\n    LoadModule version_module extra/mod_version.so\n</IfModule>\n<IfVersion < 2.4>\n',
    );
  });

  test('is an error where the target has no such module', () => {
    const without: TargetProfile = {
      ...STOCK,
      loadable: new Map([...STOCK.loadable].filter(([identifier]) => identifier !== 'version_module')),
    };
    expect(about(both(TREE, { target: without }))).toEqual(['error version']);
  });
});

test('links are neither made nor taken away, both versions follow them: what is behind them is guarded', () => {
  const files = {
    '/etc/apache2/apache2.conf': `Include mods-enabled/*.load\nDocumentRoot /srv/www\n`,
    '/etc/apache2/mods-enabled/authn_default.load':
      'LoadModule authn_default_module /usr/lib/apache2/modules/mod_authn_default.so\n',
    '/etc/apache2/mods-available/authz_core.load':
      'LoadModule authz_core_module /usr/lib/apache2/modules/mod_authz_core.so\n',
  };
  const migration = both(files, { target: targetProfile('debian')! }, '/etc/apache2/apache2.conf');
  expect(migration.refused).toEqual([]);
  expect(migration.patchSet.links).toEqual([]);
  expect(about(migration)).toEqual(['info version']);
  const after = written(files, migration);
  expect(after['/etc/apache2/mods-enabled/authn_default.load']).toContain('<IfVersion < 2.4>\nLoadModule');
  expect(after['/etc/apache2/apache2.conf']).toContain('LoadModule authz_core_module');
});

test('a tree that a 2.4 server reads already stays', () => {
  const conf = `ServerRoot /srv/httpd
LoadModule authz_core_module modules/mod_authz_core.so
LoadModule mpm_event_module modules/mod_mpm_event.so
<Directory />
    Require all denied
</Directory>
`;
  expect(both({ [MAIN]: conf }).patchSet.files).toEqual([]);
});

describe('virtual hosts', () => {
  const head = 'ServerRoot /srv/httpd\nLoadModule setenvif_module modules/mod_setenvif.so\nListen 80\n';
  const host = (address: string, lines: string) => `<VirtualHost ${address}>\n${lines}</VirtualHost>\n`;

  test('are told apart by a variable that 2.4 alone reads', () => {
    const shared = (name: string, rules: string) =>
      host(
        '*:80',
        `ServerName ${name}\nDocumentRoot /srv/www\n<Directory /srv/www>\nAllowOverride All\n${rules}</Directory>\n`,
      );
    const files = {
      [MAIN]: `${head}NameVirtualHost *:80
${shared('a.test', 'Order deny,allow\nDeny from all\nAllow from 10\n')}
${shared('b.test', 'Order deny,allow\nDeny from all\nAllow from 11\nAuthType Basic\nAuthName x\nAuthUserFile /srv/users\nRequire valid-user\n')}`,
      '/srv/www/files/.htaccess': 'Satisfy any\n',
    };
    const migration = both(files);
    expect(migration.refused).toEqual([]);
    expect(written(files, migration)[MAIN]).toMatch(/<If\w+ [^\n]*>\n *SetEnvIf Request_URI \^ vhost_/);
  });

  test('stand twice where their addresses are others for 2.4', () => {
    const hosts = ['a.test', 'b.test'].map((name) => host('*:80 *:81', `ServerName ${name}\n`));
    const files = { [MAIN]: `${head}Listen 81\nNameVirtualHost *:81\n${hosts.join('')}` };
    const migration = both(files);
    expect(migration.refused).toEqual([]);
    expect(written(files, migration)[MAIN]?.match(/^ *<VirtualHost/gm)?.length).toBe(3);
  });
});

describe('guards that only one version passes', () => {
  const main = (lines: string, modules = '') => ({
    [MAIN]: `ServerRoot /srv/httpd\nListen 80\nLoadModule authz_host_module modules/mod_authz_host.so\n${modules}DocumentRoot /srv/www\n${lines}`,
    '/srv/www/': '',
  });

  test('around rules of 2.2 that stand for 2.4 alone are taken for no lines of 2.2', () => {
    const rules = '  <IfModule mod_unixd.c>\n    Order allow,deny\n    Allow from all\n  </IfModule>\n';
    expect(both(main(`<Directory /srv/www>\n${rules}</Directory>\n`)).refused).toEqual([]);
  });

  test('are opened for 2.4 around what refuses requests, and stay for 2.2', () => {
    const lines = '<IfModule !mod_unixd.c>\n    RewriteEngine On\n    RewriteRule ^/a - [F]\n</IfModule>\n';
    const files = main(lines, 'LoadModule rewrite_module modules/mod_rewrite.so\n');
    const migration = both(files);
    expect(migration.refused).toEqual([]);
    expect(written(files, migration)[MAIN]).toMatch(
      /<IfModule mod_authz_core\.c>\n +RewriteEngine On\n +RewriteRule \^\/a - \[F\]\n<\/IfModule>\n<IfModule !mod_authz_core\.c>\n<IfModule !mod_unixd\.c>/,
    );
  });

  test('for mod_version are told where the text for both loads it', () => {
    const shared = 'LoadModule dir_module modules/mod_dir.so\n';
    const guard = '<IfModule mod_version.c>\n    Timeout 5\n</IfModule>\n';
    expect(about(both(main(guard, shared)))).toEqual(['info version', 'warning version-guard']);
    const load = `<IfModule !mod_version.c>\n${shared.replaceAll('dir', 'version')}</IfModule>\n`;
    expect(about(both(main('', shared + load)))).toEqual(['info version']);
  });

  test('for mod_version are refused where 2.2 did not have it, and the text for both loads it', () => {
    const files = main('<IfModule !mod_version.c>\n    Timeout 5\n</IfModule>\n');
    const path = MAIN;
    const builtIn22 = ['core_module', 'mpm_prefork_module', 'http_module', 'so_module'];
    const migration = migrate({ path, options: DUAL, builtIn22 }, createMemoryReader(files));
    expect('code' in migration ? null : migration.refused.map(({ message }) => message)).toEqual([
      expect.stringContaining('2.2 would read other directives'),
    ]);
  });
});
