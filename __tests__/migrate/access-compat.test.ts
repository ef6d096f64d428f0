import { describe, expect, test } from '@jest/globals';
import { migrate } from '../../src/migrate/index.ts';
import type { Migration, MigrateOptions } from '../../src/migrate/index.ts';
import { createMemoryReader } from '../../src/model/index.ts';
import { targetProfile } from '../../src/target/index.ts';

const MODULES = `ServerRoot /srv/httpd
Listen 80
LoadModule authz_host_module modules/mod_authz_host.so
LoadModule auth_basic_module modules/mod_auth_basic.so
LoadModule authn_file_module modules/mod_authn_file.so
LoadModule authz_user_module modules/mod_authz_user.so
DocumentRoot /srv/www
`;

const AUTH = `AuthType Basic
AuthName Staff
AuthUserFile /etc/passwd
Require valid-user
`;

function compat(conf: string, options: Partial<MigrateOptions> = {}): Migration {
  const request = {
    path: '/srv/httpd/conf/httpd.conf',
    options: {
      access: 'compat',
      semantics: 'contract',
      apply: 'safe',
      target: targetProfile('stock')!,
      defines: [],
      only: null,
      skip: [],
      ...options,
    },
  } as const;
  const migration = migrate(request, createMemoryReader({ [request.path]: MODULES + conf }));
  if ('code' in migration) throw new Error(migration.message);
  return migration;
}

function proofFindings({ findings }: Migration): string[] {
  return findings
    .filter(({ transform }) => transform === 'access-proof')
    .map(({ level, messageId, message }) => `${level} ${messageId}: ${message}`);
}

describe('--access compat', () => {
  test('keeps the access directives, loads their module, and is proven', () => {
    const conf =
      '<Directory /srv/www>\nAllowOverride None\nOrder deny,allow\nDeny from all\nAllow from 10\n</Directory>\n';
    const migration = compat(conf);
    const [file] = migration.patchSet.files;
    expect(file?.after).toContain(conf);
    expect(file?.after).toContain('LoadModule access_compat_module');
    expect(file?.after).toContain('LoadModule authz_core_module');
    expect(proofFindings(migration)).toEqual([]);
  });

  test('takes the three forms of the contract as 2.2 answered them, whatever --semantics says', () => {
    const migration = compat(`<Directory /srv/www>\nOrder deny,allow\nDeny from all\n${AUTH}</Directory>\n`);
    expect(proofFindings(migration)).toEqual([]);
  });

  test('repairs what a section would not inherit', () => {
    const migration = compat(
      `<Directory /srv/www>\nOrder deny,allow\nDeny from all\n</Directory>\n` +
        `<Directory /srv/www/staff>\n${AUTH}Satisfy any\n</Directory>\n`,
    );
    expect(migration.patchSet.files[0]?.after).toContain('Order deny,allow\nDeny from all\nSatisfy any\n');
    expect(proofFindings(migration)).toEqual([]);
  });

  const twoFolders =
    `<Directory /srv/www/a>\nOrder deny,allow\nDeny from all\n${AUTH}Satisfy any\n</Directory>\n` +
    `<Directory /srv/www/b>\n${AUTH}</Directory>\n`;

  test('lists what is left as errors and refuses nothing', () => {
    const migration = compat(`${twoFolders}<Files secret.txt>\nOrder allow,deny\nDeny from all\n</Files>\n`);
    expect(migration.refused).toEqual([]);
    expect(proofFindings(migration)).toEqual([
      expect.stringMatching(/^error different: A GET request .* a file named secret\.txt .*403/),
    ]);
  });

  test('names a request that would be let in', () => {
    const migration = compat(
      '<Directory /srv/www/a>\nOrder deny,allow\nDeny from all\n</Directory>\n' +
        '<Directory /srv/www/b>\nOrder deny,allow\nDeny from 10\n</Directory>\n' +
        `<Location />\n${AUTH}Satisfy any\n</Location>\n`,
      { skip: ['keep-doubled-slashes'] },
    );
    const found = proofFindings(migration);
    // Whatever is written in the Location, nobody is let in without being named.
    for (const line of found) expect(line).toMatch(/^error (opened|different): A GET request /);
    expect(found.length).toBeGreaterThan(0);
  });

  test('has nothing to prove where only a part is migrated', () => {
    const conf = `${twoFolders}<Files secret.txt>\nOrder allow,deny\nDeny from all\n</Files>\n`;
    expect(proofFindings(compat(conf, { only: ['load-needed-modules'] }))).toEqual([]);
    expect(proofFindings(compat(conf, { skip: ['repair-access-compat'] }))).toEqual([]);
  });
});
