import { describe, expect, test } from '@jest/globals';
import { migrate } from '../../src/migrate/index.ts';
import type { MigrateOptions } from '../../src/migrate/index.ts';
import { createMemoryReader } from '../../src/model/index.ts';
import { targetProfile } from '../../src/target/index.ts';

// Access rules in guards that the two versions do not pass alike.

const MAIN =
  'ServerRoot /srv/httpd\nListen 80\nLoadModule authz_host_module modules/mod_authz_host.so\nDocumentRoot /srv/www\n';
const RULES = '<Directory /srv/www>\n  Order allow,deny\n  Deny from all\n</Directory>\n';

function migrated(
  rest: string,
  semantics: MigrateOptions['semantics'] = 'exact',
  others: Record<string, string> = {},
  targetName = 'stock',
) {
  const path = '/srv/httpd/conf/httpd.conf';
  const target = targetProfile(targetName);
  if (target === null) throw new Error('no such target');
  const options: MigrateOptions = {
    access: 'require',
    semantics,
    apply: 'safe',
    target: { ...target, mpm: 'mpm_prefork_module' },
    defines: [],
    only: null,
    skip: [],
  };
  const migration = migrate(
    { path, options },
    createMemoryReader({ [path]: MAIN + rest, '/srv/www/': '', ...others }),
  );
  if ('code' in migration) throw new Error(migration.message);
  return { ...migration, text: migration.patchSet.files[0]?.after ?? '' };
}

describe('conditions that only 2.4 reads', () => {
  test.each(['<IfVersion >= 2.4>', '<IfModule mod_authz_core.c>'])(
    'in %s are not compared: refused',
    (guard) => {
      const close = guard.startsWith('<IfV') ? '</IfVersion>' : '</IfModule>';
      const condition = `${guard}\n<If "%{REMOTE_ADDR} == '192.0.2.1'">\nRequire all granted\n</If>\n${close}\n`;
      const { refused } = migrated(RULES + condition, 'contract');
      expect(migrated(RULES + condition)).toMatchObject({
        refused: [],
        text: expect.not.stringContaining('<If '),
      });
      expect(refused.map(({ message }) => message)).toEqual([
        expect.stringMatching(/^This <If> holds access rules/),
      ]);
      expect(migrated(RULES + condition.replace('Require all granted', 'Header set A b')).refused).toEqual(
        [],
      );
    },
  );
});

test.each(['exact', 'contract'] as const)(
  'a condition in a .htaccess file goes with its guard, where that asks for a module that the migration takes away (%s)',
  (semantics) => {
    const main =
      'LoadModule authz_default_module m.so\n<Directory /srv/www>\nAllowOverride All\n</Directory>\n';
    const rules = 'Order deny,allow\nDeny from all\n';
    const condition =
      '<IfModule !mod_authz_default.c>\n<If "true">\nRequire all granted\n</If>\n</IfModule>\n';
    const others = { '/srv/www/.htaccess': rules + condition };
    const { refused, patchSet } = migrated(main, semantics, others);
    expect(refused).toEqual([]);
    const file = patchSet.files.find(({ path }) => path.endsWith('.htaccess'));
    expect(file?.after).toBe('Require all denied\n');
  },
);

describe('a guard that only 2.2 passes is taken away around a line that refuses requests', () => {
  const main =
    'LoadModule authz_default_module m.so\nLoadModule rewrite_module m.so\nLoadModule alias_module m.so\n';
  const guards = ['IfVersion < 2.4', 'IfModule mod_authz_default.c'];
  const lines = [
    'RewriteRule ^/a - [F]',
    'RewriteRule ^/a - [R=410]',
    'Redirect 403 /a',
    'RedirectMatch gone ^/a',
  ];

  test.each(guards.flatMap((guard) => lines.map((line) => [guard, line] as const)))(
    '<%s> %s',
    (guard, line) => {
      const { refused, text } = migrated(`${main}<${guard}>\n${line}\n</${guard.split(' ')[0]}>\n`);
      expect(refused).toEqual([]);
      expect(text).toContain(line);
      expect(text).not.toContain(guard);
    },
  );

  test('not beside one for 2.4 with lines of its own', () => {
    const branch = (release: string, line: string) => `<IfVersion ${release}>\n${line}\n</IfVersion>\n`;
    const both = branch('< 2.4', 'Redirect 403 /a') + branch('>= 2.4', 'Redirect 410 /a');
    expect(migrated(main + both).text).toContain(both);
  });

  test.each(['RewriteRule ^/a /b [L]', 'Redirect /a http://b/'])('not around %s', (line) => {
    expect(migrated(`${main}<IfVersion < 2.4>\n${line}\n</IfVersion>\n`).text).toContain('<IfVersion < 2.4>');
  });
});

test('a variable that 2.4 alone sets is refused where the migration takes the module away that the guard asks for', () => {
  const main = 'LoadModule authz_default_module m.so\nLoadModule setenvif_module m.so\n';
  const setter = (module: string) => `<IfModule ${module}>\nSetEnvIf Remote_Addr . let\n</IfModule>\n`;
  const rules = '<Directory /srv/www>\nOrder deny,allow\nDeny from all\nAllow from env=let\n</Directory>\n';
  const only24 = main + setter('!mod_authz_default.c') + rules;
  expect(migrated(only24)).toMatchObject({ refused: [], text: expect.not.stringContaining('SetEnvIf') });
  expect(migrated(only24, 'contract').refused.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^2\.2 does not read `SetEnvIf Remote_Addr \. let`, which 2\.4 reads/),
  ]);
  expect(migrated(main + setter('mod_authz_default.c') + rules).refused).toEqual([]);
  expect(migrated(main + setter('!mod_nothere.c') + rules).refused).toEqual([]);
});

describe('guards for the MPM', () => {
  const guarded = `<IfModule prefork.c>\n${RULES}</IfModule>\n<IfModule worker.c>\n${RULES.replace('Deny', 'Allow')}</IfModule>\n`;

  test("are taken as a server with prefork reads them, which is 2.2's default", () => {
    const { refused, text, unknowns } = migrated(guarded);
    expect(refused).toEqual([]);
    expect(text).toContain('Require all denied');
    expect(unknowns.map(({ kind, bearing, subject }) => [kind, bearing, subject])).toEqual([
      ['module', 'access', '<IfModule prefork.c>'],
      ['module', 'access', '<IfModule worker.c>'],
    ]);
  });

  test('ask for the server where nothing shows the MPM of 2.4, and are not taken for proven', () => {
    const { refused, unknowns } = migrated(guarded, 'exact', {}, '2.4.57');
    expect(refused).not.toEqual([]);
    expect(unknowns).toHaveLength(2);
    for (const { message } of unknowns) {
      expect(message).toMatch(
        /^Access rules depend on the MPM here, and nothing shows which one the 2\.4 server has: .* --target .* --httpd\.$/,
      );
    }
    expect(
      migrated('<IfModule prefork.c>\nStartServers 2\n</IfModule>\n', 'exact', {}, '2.4.57').unknowns,
    ).toEqual([]);
  });

  test('say nothing where no access rules are in them', () => {
    expect(migrated('<IfModule prefork.c>\nStartServers 2\n</IfModule>\n').unknowns).toEqual([]);
  });
});

describe('guards for mod_version, which no line loads', () => {
  const closed = `<IfModule mod_version.c>\n${RULES}</IfModule>\n`;
  const open = `<IfModule !mod_version.c>\n${RULES.replace('Deny', 'Allow')}</IfModule>\n`;

  const onDebian = (text: string) => migrated(text, 'exact', {}, 'debian12');

  test('are taken as a server with mod_version reads them, and an unknown says so', () => {
    const { refused, text, unknowns } = onDebian(closed + open);
    expect(refused).toEqual([]);
    expect(text).toContain('Require all denied');
    expect(unknowns.map(({ kind, bearing, subject }) => [kind, bearing, subject])).toEqual([
      ['module', 'access', '<IfModule mod_version.c>'],
      ['module', 'access', '<IfModule !mod_version.c>'],
    ]);
  });

  test('are written alike for a 2.4 that has to load it', () => {
    const { refused, text } = migrated(closed + open);
    expect(refused).toEqual([]);
    expect(text).toMatch(/LoadModule version_module[^]*<IfModule mod_version\.c>[^!]*Require all denied/);
  });

  test.each([
    ['<IfVersion < 3>\nServerSignature Off\n</IfVersion>\n', 0],
    ['<IfModule mod_version.c>\n<IfVersion < 3>\nServerSignature Off\n</IfVersion>\n</IfModule>\n', 1],
    ['<IfModule mod_ssl.c>\n<IfVersion < 3>\nServerSignature Off\n</IfVersion>\n</IfModule>\n', 1],
  ])('an IfVersion that 2.2 reads shows that it is there: %j', (other, unknowns) => {
    const found = onDebian(closed + other).unknowns.filter(({ bearing }) => bearing === 'access');
    expect(found).toHaveLength(unknowns);
  });

  const told = (text: string) =>
    onDebian(text).unknowns.map(({ bearing, subject, message }) => [
      bearing,
      subject,
      /\((.*?)\) depend.*2\.2 (read|skipped) them/.exec(message)?.slice(1).join(' '),
    ]);

  test('are told around other lines, too, where these depend on it', () => {
    const header = 'Header set X-A b\n';
    expect(told(`<IfModule mod_version.c>\n${header}</IfModule>\n`)).toEqual([
      ['none', '<IfModule mod_version.c>', 'Header skipped'],
    ]);
    const redirect = 'Redirect /a /b\nErrorDocument 404 /x\n';
    expect(told(`<IfModule !mod_version.c>\n${redirect}</IfModule>\n`)).toEqual([
      ['access', '<IfModule !mod_version.c>', 'Redirect, ErrorDocument read'],
    ]);
    const versions = `<IfVersion < 2.4>\n${header}</IfVersion>\n<IfVersion >= 2.4>\n${redirect}</IfVersion>\n`;
    expect(told(`<IfModule mod_version.c>\n${versions}</IfModule>\n`)).toEqual([
      ['none', '<IfModule mod_version.c>', 'Header skipped'],
    ]);
    // Said alike whether it is there or not.
    const both = `<IfModule mod_version.c>\n${header}</IfModule>\n<IfModule !mod_version.c>\n${header}</IfModule>\n`;
    expect(told(both)).toEqual([]);
    expect(
      told(`<IfVersion < 3>\n${header}</IfVersion>\n<IfModule mod_version.c>\n${redirect}</IfModule>\n`),
    ).toEqual([]);
    expect(
      told(`LoadModule version_module m.so\n<IfModule mod_version.c>\n${redirect}</IfModule>\n`),
    ).toEqual([]);
  });
});

test('a file that only 2.2 reads is written for 2.4 once its guard is taken away, whatever other files say', () => {
  const include = '<IfVersion < 2.4>\nInclude conf/a.conf\n</IfVersion>\n';
  const limited = '<Location />\n<Limit GET>\nInclude conf/b.conf\n</Limit>\n</Location>\n';
  const files = { '/srv/httpd/conf/a.conf': RULES, '/srv/httpd/conf/b.conf': 'Deny from 192.0.2.7\n' };
  const index = 'LoadModule dir_module modules/mod_dir.so\n';
  const { refused, patchSet } = migrated(index + include + limited, 'exact', files);
  expect(refused).toEqual([]);
  expect(patchSet.files.find(({ path }) => path.endsWith('a.conf'))?.after).toContain('Require all denied');
});

test('a section for 2.2 beside one for 2.4 that says otherwise is refused, or what counts with --semantics exact', () => {
  const text = `<IfVersion < 2.4>\n${RULES}</IfVersion>\n<IfVersion >= 2.4>\n<Directory /srv/www>\nRequire all granted\n</Directory>\n</IfVersion>\n`;
  expect(migrated(text, 'contract').refused.length).toBeGreaterThan(0);
  expect(migrated(text)).toMatchObject({
    refused: [],
    text: expect.stringMatching(/<Directory .*>\n +Require all denied\n<.Directory>\n$/),
  });
});

describe('AllowOverride None in a guard for 2.2', () => {
  const versions = 'LoadModule version_module modules/mod_version.so\n';
  const modules = `${versions}LoadModule rewrite_module modules/mod_rewrite.so\n`;
  const none = '<Directory />\nAllowOverride None\n</Directory>\n';
  const others = { '/srv/www/a/.htaccess': 'RewriteEngine on\nRewriteRule \\.h$ - [F]\n' };

  test.each([
    ['<IfVersion < 2.4>', '</IfVersion>'],
    ['<IfModule !mod_authz_core.c>', '</IfModule>'],
  ])('keeps .htaccess files unread in both versions: %s', (open, close) => {
    const { refused, text } = migrated(`${modules}${open}\n${none}${RULES}${close}\n`, 'exact', others);
    expect(refused).toEqual([]);
    expect(text).toContain('AllowOverride None');
    expect(text).not.toContain(open);
  });

  test('is refused where lines for 2.4 let it read them', () => {
    const all = '<IfVersion >= 2.4>\n<Directory /srv/www>\nAllowOverride All\n</Directory>\n</IfVersion>\n';
    const old = `<IfVersion < 2.4>\n${none}${RULES}</IfVersion>\n`;
    expect(
      migrated(modules + old + all, 'contract', others).refused.map(({ message }) => message),
    ).toContainEqual(expect.stringMatching(/^RewriteRule .* AllowOverride now lets the server read/));
  });
});
