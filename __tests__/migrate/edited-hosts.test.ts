import { describe, expect, test } from '@jest/globals';
import { editedHosts } from '../../src/access/index.ts';
import { migrate } from '../../src/migrate/index.ts';
import { targetProfile } from '../../src/target/index.ts';
import { buildModel, createMemoryReader, isModelFailure } from '../../src/model/index.ts';
import type { ServerModel } from '../../src/model/index.ts';

const HEAD = 'ServerRoot /s\nListen 80\n';
const host = (lines: string, address = '*:80'): string =>
  `<VirtualHost ${address}>\n${lines}\n</VirtualHost>\n`;
const NAMED = 'NameVirtualHost *:80\n';
const TWO = host('ServerName a.example') + host('ServerName b.example\nServerAlias *.b.example www.example');

function model(text: string, head = HEAD): ServerModel {
  const built = buildModel({ path: '/s/httpd.conf' }, createMemoryReader({ '/s/httpd.conf': head + text }));
  if (isModelFailure(built)) throw new Error(built.message);
  return built;
}

const messages = (before: string, after: string): string[] =>
  editedHosts(model(before), model(after)).map(({ message }) => message);

describe('an edit by which another host answers', () => {
  test.each([
    ['ServerName', TWO.replace('ServerName b.example', 'ServerName c.example')],
    ['ServerAlias', TWO.replace('www.example', 'web.example')],
    ['ServerAlias gone', TWO.replace('ServerAlias *.b.example www.example', '')],
    [
      'ServerAlias that takes all',
      TWO.replace('ServerName a.example', 'ServerName a.example\nServerAlias *'),
    ],
    ['address', TWO.replace('*:80', '*:81')],
    ['a host gone', host('ServerName a.example')],
  ])('%s', (_, after) => {
    expect(messages(NAMED + TWO, after)).not.toEqual([]);
  });

  test('is named with both hosts', () => {
    expect(messages(NAMED + TWO, TWO.replace('www.example', 'web.example'))).toEqual([
      'www.example on port 80 was answered by <VirtualHost *:80> b.example, and would be by <VirtualHost *:80> a.example.',
      'web.example on port 80 was answered by <VirtualHost *:80> a.example, and would be by <VirtualHost *:80> b.example.',
    ]);
  });
});

test('is told at the host that answered, as it is written; of the main server at the other one', () => {
  const placesOf = (before: string, after: string) =>
    editedHosts(model(before), model(after)).map(
      ({ host: { file, node } }) => node && file.source.text.slice(0, node.span.start).split('\n').length,
    );
  expect(placesOf(NAMED + TWO, `# More.\n${TWO.replace('www.example', 'web.example')}`)).toEqual([7, 4]);
  const other = (address: string) => host('ServerName a.example', address);
  expect(placesOf(other('10.0.0.1:80'), other('*:80'))).toEqual([3]);
});

test('is told once, whatever guards around the hosts decide', () => {
  const open = '<IfDefine OTHER>\nListen 81\n</IfDefine>\n';
  expect(messages(open + NAMED + TWO, open + TWO.replace('www.example', 'web.example'))).toEqual(
    messages(NAMED + TWO, TWO.replace('www.example', 'web.example')),
  );
});

test('is found where no Listen line says the port', () => {
  const [before, after] = [NAMED + TWO, TWO.replace('www.example', 'web.example')].map((text) =>
    model(text, 'ServerRoot /s\n'),
  );
  expect(editedHosts(before!, after!)).toHaveLength(2);
});

test('what 2.4 makes of hosts that no NameVirtualHost names is another answer', () => {
  expect(messages(TWO, TWO)).toEqual([
    'b.example on port 80 was answered by <VirtualHost *:80> a.example, and would be by <VirtualHost *:80> b.example.',
  ]);
});

describe('no such edit is', () => {
  test('a line that names no virtual host', () => {
    expect(messages(NAMED + TWO, `${TWO}ServerName x\n`)).toEqual([]);
  });

  test('a line that keeps 2.2 answers', () => {
    expect(messages(TWO, TWO.replace('ServerName a.example', 'ServerName a.example\nServerAlias *'))).toEqual(
      [],
    );
    const wild = TWO.replace('b.example', '*.c.example');
    expect(messages(NAMED + wild, wild.replace('*.c.example', 'wildcard.c.example'))).toEqual([]);
  });
});

describe('sites that come in another order by their new names', () => {
  const LINES = 'Listen 80\nListen 443\nNameVirtualHost *:80\nNameVirtualHost *:443\n';
  const site = (address: string, name: string) =>
    host(
      `ServerName ${name}\nDocumentRoot /srv/${name}\n<Directory /srv/${name}>\nAllowOverride None\nOrder deny,allow\nDeny from all\nAllow from 10\n</Directory>`,
      address,
    );

  function refusalsOf(sites: Readonly<Record<string, string>>): string[] {
    const root = '/etc/apache2';
    const available = Object.entries(sites).map(([name, text]) => [`${root}/sites-available/${name}`, text]);
    const links = Object.keys(sites).map((name) => [
      `${root}/sites-enabled/${name}`,
      `../sites-available/${name}`,
    ]);
    const main = `ServerRoot ${root}\n${LINES}Include mods-enabled/*.load\nInclude sites-enabled/\n`;
    const load = 'LoadModule authz_host_module /usr/lib/apache2/modules/mod_authz_host.so\n';
    const reader = createMemoryReader(
      {
        [`${root}/apache2.conf`]: main,
        [`${root}/mods-enabled/authz_host.load`]: load,
        ...Object.fromEntries(available),
      },
      Object.fromEntries(links),
    );
    const options = {
      access: 'require',
      semantics: 'contract',
      apply: 'review',
      target: targetProfile('debian12')!,
      defines: [],
      only: null,
      skip: [],
    } as const;
    const migration = migrate({ path: `${root}/apache2.conf`, options }, reader);
    if ('code' in migration) throw new Error(migration.message);
    const moved = migration.patchSet.files.filter(({ path, newPath }) => path !== newPath);
    expect(moved).toHaveLength(available.length);
    return migration.refused.map(({ message }) => message);
  }

  test('are the hosts that they were', () => {
    expect(refusalsOf({ shop: site('*:80', 'a.example'), 'shop-tls': site('*:443', 'a.example') })).toEqual(
      [],
    );
  });

  test('are told where another host becomes the first of an address', () => {
    expect(refusalsOf({ shop: site('*:80', 'a.example'), 'shop-old': site('*:80', 'b.example') })).toEqual([
      'A name that no host has on port 80 was answered by <VirtualHost *:80> a.example, and would be by <VirtualHost *:80> b.example.',
    ]);
  });
});

describe('hosts that are written twice, once for each version', () => {
  const NONE = ['Order deny,allow\nDeny from all', 'Require all denied'] as const;
  const ALL = ['Order allow,deny\nAllow from all', 'Require all granted'] as const;
  const site = (name: string, rules: string, more = '') =>
    host(`ServerName ${name}\nDocumentRoot /w\n${more}<Directory /w>\n${rules}\n</Directory>`);
  const OLD = NAMED + site('a', ALL[0]) + site('b', NONE[0]);
  const MADE = site('a', ALL[1]) + site('b', NONE[1]);

  function migrated(old: string, made: string, semantics: 'exact' | 'contract' = 'contract') {
    const modules = ['authz_host', 'version', 'alias', 'dir'].map(
      (name) => `LoadModule ${name}_module modules/mod_${name}.so\n`,
    );
    const text = `<IfVersion < 2.4>\n${old}</IfVersion>\n<IfVersion >= 2.4>\n${made}</IfVersion>\n`;
    const reader = createMemoryReader({ '/s/httpd.conf': HEAD + modules.join('') + text, '/w/x': '' });
    const options = {
      access: 'require',
      semantics,
      apply: 'safe',
      target: { ...targetProfile('stock')!, mpm: 'mpm_prefork_module' },
      defines: [],
      only: null,
      skip: [],
    } as const;
    const migration = migrate({ path: '/s/httpd.conf', options }, reader);
    if ('code' in migration) throw new Error(migration.message);
    const errors = migration.findings.filter(({ level }) => level === 'error');
    return [...migration.refused, ...errors].map(({ message }) => message);
  }

  test.each(['contract', 'exact'] as const)('answer in place of each other: %s', (semantics) => {
    expect(migrated(OLD, MADE, semantics)).toEqual([]);
    // None but the first of an address answers names that no host has.
    const [first = '', second = ''] = [site('a', ALL[1]), site('b', NONE[1])];
    expect(migrated(OLD, second + first, semantics)).toContainEqual(
      expect.stringMatching(/^A name that no host has .* by <VirtualHost .*> a, and would be by <.*> b\.$/),
    );
  });

  test('are compared by their access rules', () => {
    expect(migrated(OLD, site('a', ALL[1]) + site('b', ALL[1]))).toEqual([
      expect.stringMatching(/^A GET request on b .* 2\.2 answers 403, 2\.4 would let it through/),
    ]);
    expect(migrated(OLD, site('a', NONE[1]) + site('b', NONE[1]))).toEqual([
      expect.stringMatching(/^A GET request on a .* 2\.2 lets it through, 2\.4 would answer 403/),
    ]);
  });

  test.each([
    ['leads elsewhere', 'Alias /x /w/x\n'],
    ['serves another folder', 'DocumentRoot /v\n'],
    ['has other sections', '<Directory /w/x>\nOptions None\n</Directory>\n'],
  ])('are two hosts, told apart by their places, where one %s', (_, more) => {
    expect(migrated(OLD, site('a', ALL[1]) + site('b', NONE[1], more))).toContainEqual(
      expect.stringMatching(
        /^b on port 80 was answered by <VirtualHost \*:80> b \(\/s\/httpd\.conf:\d+\), and would be by <VirtualHost \*:80> b \(\/s\/httpd\.conf:\d+\)\.$/,
      ),
    );
  });
});
