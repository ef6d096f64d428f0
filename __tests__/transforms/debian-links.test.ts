import { describe, expect, test } from '@jest/globals';
import { migrate } from '../../src/migrate/index.ts';
import { createMemoryReader } from '../../src/model/index.ts';
import { targetProfile } from '../../src/target/index.ts';

const ROOT = '/etc/apache2';
const MAIN = 'ServerRoot /etc/apache2\nListen 80\nMaxClients 5\nInclude mods-enabled/*.load\n';
const loading = (name: string) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so\n`;

interface Changed {
  /** `link NAME` or `unlink NAME -> TARGET`, of mods-enabled. */
  readonly links: readonly string[];
  readonly main: string;
}

/** @param files by name in mods-available; @param links by name in mods-enabled */
function migrated(files: Readonly<Record<string, string>>, links: Readonly<Record<string, string>>): Changed {
  const inFolder = (folder: string, all: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(all).map(([name, value]) => [`${ROOT}/${folder}/${name}`, value]));
  const reader = createMemoryReader(
    { [`${ROOT}/apache2.conf`]: MAIN, ...inFolder('mods-available', files) },
    inFolder('mods-enabled', links),
  );
  const options = {
    access: 'require',
    semantics: 'contract',
    apply: 'safe',
    target: targetProfile('debian12')!,
    defines: [],
    only: ['rename-modules', 'remove-gone-modules', 'load-needed-modules'],
    skip: [],
  } as const;
  const migration = migrate({ path: `${ROOT}/apache2.conf`, options }, reader);
  if ('code' in migration) throw new Error(migration.message);
  const { patchSet } = migration;
  const main = patchSet.files.find(({ path }) => path === `${ROOT}/apache2.conf`);
  const named = patchSet.links.map(({ type, path, target }) => {
    const name = path.slice(`${ROOT}/mods-enabled/`.length);
    return type === 'link' ? `link ${name}` : `unlink ${name} -> ${target}`;
  });
  return { links: named.toSorted(), main: main?.after ?? MAIN };
}

describe('links of mods-enabled to a module that is gone', () => {
  const files = {
    'authz_host.load': loading('authz_host'),
    'authz_default.load': loading('authz_default'),
    'authn_alias.load': `<IfModule !mod_authn_alias.c>\n${loading('authn_alias')}</IfModule>\n`,
  };
  const removed = (links: Readonly<Record<string, string>>) =>
    migrated(files, { 'authz_host.load': '../mods-available/authz_host.load', ...links }).links.filter(
      (link) => link.startsWith('unlink'),
    );

  test('go by the target that they have', () => {
    const target = '/etc/apache2/mods-available/authz_default.load';
    expect(removed({ 'authz_default.load': target })).toEqual([`unlink authz_default.load -> ${target}`]);
  });

  test('all go', () => {
    const target = '../mods-available/authz_default.load';
    expect(removed({ 'authz_default.load': target, '00-default.load': target })).toEqual([
      `unlink 00-default.load -> ${target}`,
      `unlink authz_default.load -> ${target}`,
    ]);
  });

  test('go with a guard for its absence', () => {
    const target = '../mods-available/authn_alias.load';
    expect(removed({ 'authn_alias.load': target })).toEqual([`unlink authn_alias.load -> ${target}`]);
  });
});

test('no link is made that would be read behind a guard that asks for the module', () => {
  const { links, main } = migrated(
    {
      'alias.load': `${loading('alias')}<IfModule mod_authz_core.c>\nAddDefaultCharset utf-8\n</IfModule>\n`,
    },
    { 'alias.load': '../mods-available/alias.load' },
  );
  expect(links).not.toContain('link authz_core.load');
  expect(main.indexOf(loading('authz_core'))).toBeGreaterThan(-1);
  expect(main.indexOf(loading('authz_core'))).toBeLessThan(main.indexOf('Include mods-enabled'));
});
