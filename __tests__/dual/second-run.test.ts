import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { diffLines } from 'diff';
import { migrate } from '../../src/migrate/index.ts';
import type { Migration, MigrateOptions } from '../../src/migrate/index.ts';
import type { LayoutName } from '../../src/model/index.ts';
import { createMemoryReader } from '../../src/model/index.ts';
import { targetProfile } from '../../src/target/index.ts';
import {
  entryPath,
  fixtureOptions,
  fixtureReader,
  FIXTURE_ROOT,
  readFixtures,
} from '../../src/testing/index.ts';
import type { Fixture } from '../../src/testing/index.ts';
import { someOf } from '../effort.ts';

// What --dual wrote once is right for both versions: a second run finds nothing to do.

const ROOT = join(import.meta.dirname, '../../__fixtures__/transforms');

type Tree = Readonly<Record<string, string>>;

const OPTIONS: MigrateOptions = {
  access: 'require',
  semantics: 'exact',
  dual: true,
  apply: 'safe',
  target: targetProfile('stock')!,
  defines: [],
  only: null,
  skip: [],
};

function dualOf(fixture: Fixture, files: Tree): Migration | null {
  const options: MigrateOptions = {
    ...fixtureOptions(fixture),
    access: 'require',
    dual: true,
    only: null,
  };
  const migration = migrate({ path: entryPath(fixture), options }, fixtureReader(fixture, files));
  return 'code' in migration ? null : migration;
}

function after(files: Tree, { patchSet }: Migration): Tree {
  const changed = patchSet.files.map(({ path, after: text }) => [path.slice(FIXTURE_ROOT.length + 1), text]);
  return { ...files, ...(Object.fromEntries(changed) as Tree) };
}

/** The lines that a second run adds or takes away. */
function changedAgain(fixture: Fixture): readonly string[] {
  const first = dualOf(fixture, fixture.input);
  if (first === null || first.refused.length > 0) return [];
  const second = dualOf(fixture, after(fixture.input, first));
  if (second === null) return ['what the first run wrote is not read'];
  return second.patchSet.files.flatMap(({ path, before, after: text }) =>
    diffLines(before, text)
      .filter(({ added, removed }) => added || removed)
      .map(({ added, value }) => `${path} ${added ? '+' : '-'} ${value}`),
  );
}

/** What a second run still writes, or refuses, and why. */
const AGAIN: Readonly<Record<string, string>> = {
  'convert-access-control/host-flags':
    'the variable that tells the hosts apart is set for 2.4 alone: refused',
  'convert-access-control/host-flags-first-is-odd': 'as above',
  'keep-new-words-refused/open-guard': 'the words that refuse stand in a guard that may not be passed',
  'remove-default-authoritative/both': 'what goes for 2.4 leaves nothing that stands for it',
};

describe('a second run with --dual changes nothing in', () => {
  const fixtures = readFixtures(ROOT).map(
    (fixture) => [`${fixture.transform}/${fixture.name}`, fixture] as const,
  );
  const alike = fixtures.filter(([name]) => AGAIN[name] === undefined);
  test.each(someOf(alike, 7))('%s', (_, fixture) => expect(changedAgain(fixture)).toEqual([]));
  test('all but these', () => {
    const left = fixtures.filter(([name]) => AGAIN[name] !== undefined);
    expect(left.map(([name]) => name)).toEqual(Object.keys(AGAIN));
    const unchanged = left.filter(([, fixture]) => changedAgain(fixture).length === 0);
    expect(unchanged.map(([name]) => name)).toEqual([]);
  });
});

const LAYOUTS: readonly (readonly [LayoutName, path: string, root: string, target: string])[] = [
  ['debian', '/etc/apache2/apache2.conf', '/etc/apache2', 'debian'],
  ['rhel', '/etc/httpd/conf/httpd.conf', '/etc/httpd', 'rhel'],
  ['suse', '/etc/apache2/httpd.conf', '/srv/www', 'sles15'],
  ['gentoo', '/etc/apache2/httpd.conf', '/usr/lib64/apache2', '2.4.62'],
  ['freebsd', '/usr/local/etc/apache22/httpd.conf', '/usr/local', 'freebsd'],
  ['macos', '/private/etc/apache2/httpd.conf', '/usr', 'macos'],
  ['upstream', '/usr/local/apache2/conf/httpd.conf', '/usr/local/apache2', 'stock'],
];

/** By which files a layout is known, beside its lines. */
const MARKS: Readonly<Partial<Record<LayoutName, Tree>>> = {
  suse: { '/etc/apache2/uid.conf': 'User wwwrun\n', '/etc/apache2/default-server.conf': '' },
};

const LINES = `AddOutputFilterByType DEFLATE text/html
LockFile logs/accept.lock
<IfModule !mod_filter.c>
    Header set X-Served-By web1
</IfModule>
DocumentRoot /srv/site
<Directory /srv/site>
    Order allow,deny
    Allow from all
</Directory>
<Directory /srv/site/staff>
    AuthType Basic
    AuthName staff
    AuthUserFile /etc/users
    Require valid-user
    Order deny,allow
    Deny from all
    Allow from 10.0.0.0/8
    Satisfy any
</Directory>
`;

function loading(...names: readonly string[]): string {
  return names.map((name) => `LoadModule ${name}_module modules/mod_${name}.so\n`).join('');
}

describe.each(LAYOUTS)(
  'a second run with --dual changes nothing in the layout of %s',
  (layout, path, root, target) => {
    const run = (text: string): Migration => {
      const options: MigrateOptions = { ...OPTIONS, target: targetProfile(target)! };
      const migration = migrate(
        { path, options },
        createMemoryReader({ ...MARKS[layout], [path]: text, '/srv/site/': '' }),
      );
      if ('code' in migration) throw new Error(migration.message);
      return migration;
    };
    test.each([
      [
        'all modules are files',
        loading('authz_host', 'headers', 'deflate', 'mime', 'auth_basic', 'authn_file', 'authz_user'),
      ],
      [
        'a module is loaded unless it is there',
        `<IfModule !mod_version.c>\n${loading('version')}</IfModule>\n${loading('headers')}`,
      ],
      ['modules are loaded elsewhere', ''],
    ])('where %s', (_, modules) => {
      const alias = layout === 'macos' ? 'Alias /x /private/etc/apache2/x\n' : '';
      const first = run(`${alias}ServerRoot ${root}\nListen 80\n${modules}${LINES}`);
      expect(first).toMatchObject({ refused: [], model: { layout } });
      const [file] = first.patchSet.files;
      if (!modules.includes('version'))
        expect(file?.after.split('LoadModule version_module')).toHaveLength(2);
      expect(run(file!.after).patchSet.files).toEqual([]);
    });
  },
);
