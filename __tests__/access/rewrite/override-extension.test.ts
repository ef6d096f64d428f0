// Which AllowOverride lines get an AllowOverrideList beside them when .htaccess files begin to say Require, and with which names.
import { expect, test } from '@jest/globals';
import { MAIN, mainAfter, migrated } from '../../migrate/migrated.ts';

const AUTH = 'AuthType Basic\nAuthName x\nAuthUserFile u\n';
const DENY = 'Order deny,allow\nDeny from all\n';
const ALL_BUT = 'Order allow,deny\nAllow from all\nDeny from 192.0.2.7\n';
const SOME = `${DENY}Allow from 10.1\n`;

const section = (name: string, arg: string, lines: string) => `<${name} ${arg}>\n${lines}</${name}>\n`;
const folder = (path: string, lines: string) => section('Directory', path, lines);
const OPEN = 'Order allow,deny\nAllow from all\n';
const TREE = folder('/srv/www', `${OPEN}AllowOverride Limit\n`);

/** The lines of sections and overriding in the result's own file, `<Directory /srv/www>` being the first. */
function overrides(before: string, htaccess: Readonly<Record<string, string>>): string[] {
  const modules = ['authz_host', 'auth_basic', 'authz_user'].map(
    (name) => `LoadModule ${name}_module modules/mod_${name}.so\n`,
  );
  const files = Object.entries(htaccess).map(([path, text]) => [`/srv/www/${path}.htaccess`, text]);
  const main = `ServerRoot /srv/httpd\n${modules.join('')}DocumentRoot /srv/www\n${before}`;
  const tree = { ...(Object.fromEntries(files) as Record<string, string>), [MAIN]: main };
  const migration = migrated(tree, { only: ['convert-access-control'] });
  expect(migration.refused).toEqual([]);
  const after = mainAfter(migration, '');
  return after.match(/^(?:<(?:Directory|Location|Files)|AllowOverride|\tAllowOverride).*/gm) ?? [];
}

/** The same lines of a text without a change. */
const linesOf = (text: string) => text.trim().split('\n');

test('lines that govern a converted file are extended, those that permit less inside are withdrawn', () => {
  const before = [
    folder('/srv/www', OPEN),
    folder('/srv/www/a', 'AllowOverride LIMIT\n'),
    folder('/srv/www/b', 'AllowOverride Limit\n'),
    folder('/srv/www/refused', 'AllowOverride Limit\n'),
    folder('/srv/www/none', 'AllowOverride None\n'),
    folder('/srv/www/a/none', 'AllowOverride None\n'),
    folder('/srv/www/a/auth', 'AllowOverride AuthConfig\n'),
    folder('/srv/www/a/all', 'AllowOverride ALL\n'),
    folder('/srv/www/a/both', 'AllowOverride Limit AuthConfig\n'),
  ].join('');
  const files = { 'a/': ALL_BUT, 'a/both/': DENY, 'b/': DENY, 'refused/': 'Require valid-user\n' };
  expect(overrides(before, files)).toEqual(
    linesOf(`
<Directory /srv/www>
<Directory /srv/www/a>
AllowOverride LIMIT
AllowOverrideList Require <RequireAll
<Directory /srv/www/b>
AllowOverride Limit
AllowOverrideList Require
<Directory /srv/www/refused>
AllowOverride Limit
<Directory /srv/www/none>
AllowOverride None
<Directory /srv/www/a/none>
AllowOverride None
AllowOverrideList None
<Directory /srv/www/a/auth>
AllowOverride AuthConfig
<Directory /srv/www/a/all>
AllowOverride ALL
<Directory /srv/www/a/both>
AllowOverride Limit AuthConfig
`),
  );
});

test('wildcards may govern any file and stand inside any folder', () => {
  const wildcards = folder('/srv/w*', 'AllowOverride Limit\n') + folder('/srv/*/n', 'AllowOverride None\n');
  expect(overrides(folder('/srv/www', OPEN) + wildcards, { 'a/': DENY })).toEqual(
    linesOf(`
<Directory /srv/www>
<Directory /srv/w*>
AllowOverride Limit
AllowOverrideList Require
<Directory /srv/*/n>
AllowOverride None
AllowOverrideList None
`),
  );
});

test('an AllowOverride in a section for a pattern meets no .htaccess file', () => {
  const before =
    folder('/srv/www', `${OPEN}AllowOverride All\n`) +
    section('DirectoryMatch', '^/srv/www/a', 'AllowOverride Limit\n') +
    folder('/srv/www/n', 'AllowOverride None\n') +
    section('DirectoryMatch', '/n/', 'AllowOverride None\n');
  expect(overrides(before, { 'a/': DENY })).toEqual(
    linesOf(`
<Directory /srv/www>
AllowOverride All
<DirectoryMatch ^/srv/www/a>
AllowOverride Limit
<Directory /srv/www/n>
AllowOverride None
<DirectoryMatch /n/>
AllowOverride None
`),
  );
});

test('a list is withdrawn where a file was refused, not once more further in', () => {
  const files = { 'a/': DENY, 'refused/': 'Require valid-user\n', 'refused/b/': 'Require valid-user\n' };
  expect(overrides(TREE, files)).toEqual(
    linesOf(`
<Directory /srv/www>
AllowOverride Limit
AllowOverrideList Require
<Directory "/srv/www/refused">
AllowOverrideList None
`),
  );
});

test('what a Location or Files say of overriding is left alone: no server heeds it', () => {
  const before =
    TREE +
    section('Location', '/a', 'AllowOverride Limit\n') +
    section('Location', '/n', 'AllowOverride None\n') +
    section('Files', 'x', 'AllowOverride None\n');
  expect(overrides(before, { 'a/': DENY })).toEqual(
    linesOf(`
<Directory /srv/www>
AllowOverride Limit
AllowOverrideList Require
<Location /a>
AllowOverride Limit
<Location /n>
AllowOverride None
<Files x>
AllowOverride None
`),
  );
});

const users = (...names: readonly string[]) =>
  folder('/srv/www', `${AUTH}${names.map((name) => `Require ${name}\n`).join('')}AllowOverride Limit\n`);
const host = (name: string, user: string) =>
  section('VirtualHost', '*:80', `ServerName ${name}\n${folder('/srv/www', `Require user ${user}\n`)}`);

test.each<readonly [names: string, before: string, file: string]>([
  ['Require', TREE, DENY],
  ['Require', TREE, section('Files', 'x', DENY)],
  ['Require', TREE, section('Limit', 'POST', DENY)],
  ['Require', TREE, section('IfDefine', 'A', DENY)],
  ['Require', folder('/srv/www', `${ALL_BUT}AllowOverride Limit Options=Indexes\n`), DENY],
  ['<Limit', folder('/srv/www', `${OPEN}AllowOverride Options=Indexes\n`), section('Limit', 'GET', '')],
  ['Require <RequireAll', users('user tom'), SOME],
  ['Require <RequireAll <RequireAny', users('user tom'), `${SOME}Allow from env=x\n`],
  ['Require AuthMerging', `NameVirtualHost *:80\n${users()}${host('a', 'tom')}${host('b', 'ann')}`, SOME],
])('the list names what the files say: %s', (names, before, file) => {
  expect(overrides(before, { 'a/': file }).filter((line) => line.includes('List'))).toEqual([
    `AllowOverrideList ${names}`,
  ]);
});

test('no list where the lines of the files only go', () => {
  const before =
    folder('/srv/www', `${DENY}AllowOverride Limit\n`) + folder('/srv/www/n', 'AllowOverride None\n');
  expect(overrides(before, { 'a/': section('IfDefine', '!A', DENY) }).join('\n')).not.toContain('List');
});

test('only files that the list would let in are refused by a line of their own', () => {
  const refused = (file: string) =>
    overrides(TREE, { '': DENY, 'b/': file }).filter((line) => line.includes('/srv/www/b'));
  expect(refused('Require valid-user\n')).toEqual(['<Directory "/srv/www/b">']);
  expect(refused('Require valid-user\nDeny from 10\n')).toEqual(['<Directory "/srv/www/b">']);
  expect(refused('Require valid-user\nAuthName x\n')).toEqual([]);
  // Only 2.4 reads the Options, which nothing permits: it refuses the file by itself.
  expect(refused(`Require valid-user\n${section('IfModule', 'mod_authz_core.c', 'Options None\n')}`)).toEqual(
    [],
  );
});

test('a file that was refused is told where a line that is extended governs it', () => {
  const before =
    folder('/srv/www', OPEN) +
    folder('/srv/www/a', 'AllowOverride Limit\n') +
    folder('/srv/www/b', 'AllowOverride Limit\n');
  const files = { 'a/': DENY, 'a/r/': 'Require valid-user\n', 'b/': 'Require valid-user\n' };
  expect(overrides(before, files).filter((line) => line.startsWith('<Directory "'))).toEqual([
    '<Directory "/srv/www/a/r">',
  ]);
});

test('so are lines above a file that says Require to 2.4 and Order to 2.2', () => {
  const both = (lines: string) =>
    `<IfModule mod_authz_core.c>\n${lines}</IfModule>\n<IfModule !mod_authz_core.c>\n${DENY}</IfModule>\n`;
  const denied = both('Require all denied\n');
  const list = (names: string) => [
    '<Directory /srv/www>',
    'AllowOverride Limit',
    `AllowOverrideList ${names}`,
  ];
  expect(overrides(TREE, { 'a/': denied })).toEqual(list('Require'));
  const nobody = both('<RequireAny>\n<RequireAll>\nRequire all denied\n</RequireAll>\n</RequireAny>\n');
  expect(overrides(TREE, { 'a/': nobody })).toEqual(list('Require <RequireAll <RequireAny'));
  const files = both('').replace('c>\n', `c>\n${section('Files', 'x', 'Require all denied\n')}`);
  expect(overrides(TREE, { 'a/': files.replace(DENY, section('Files', 'x', DENY)) })).toEqual(
    list('Require'),
  );
});
