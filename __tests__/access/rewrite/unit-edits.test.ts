// Where the new lines of a section are written where no old one makes room for them, or where old ones come from another file.
import { expect, test } from '@jest/globals';
import { MAIN, migrated } from '../../migrate/migrated.ts';

const AUTH = 'AuthType Basic\nAuthName x\nAuthUserFile u\n';
const DENY = 'Order deny,allow\nDeny from 10\n';
const ALL_BUT = '<RequireAll>\nRequire all granted\nRequire not ip 10\n</RequireAll>\n';

const within = (name: string, arg: string, lines: string) => `<${name} ${arg}>\n${lines}</${name}>\n`;
const folder = (path: string, lines: string) => within('Directory', path, lines);
const for22 = (lines: string) => within('IfVersion', '< 2.4', lines);

type Files = Readonly<Record<string, string>>;

/** What becomes of each file, proven: sections in the main file, and what they include from beside it. */
function converted(sections: string, others: Files = {}): Files {
  const files = {
    [MAIN]: `ServerRoot /srv/httpd\nDocumentRoot /srv/www\n${folder('/srv/www', 'AllowOverride All\n')}${sections}`,
    ...others,
  };
  const { patchSet, refused } = migrated(files, { semantics: 'exact' });
  expect(refused).toEqual([]);
  return { ...files, ...Object.fromEntries(patchSet.files.map(({ path, after }) => [path, after])) };
}

/** What the lines of a folder become. */
function inFolder(lines: string, others: Files = {}, before = ''): string {
  const text = converted(before + folder('/srv/www/a', lines), others)[MAIN] ?? '';
  return text.slice(text.indexOf('<Directory /srv/www/a>\n') + '<Directory /srv/www/a>\n'.length, -13);
}

test.each([
  ['at the start', 'Options None\nAuthGroupFile g\n', '', 'Options None\nAuthGroupFile g\n'],
  [
    'behind AuthType, before a guard',
    `AuthType Basic\n${within('IfDefine', 'Z', 'AuthName x\n')}AuthUserFile u\n`,
    'AuthType Basic\n',
    `${within('IfDefine', 'Z', 'AuthName x\n')}AuthUserFile u\n`,
  ],
  ['behind AuthType and what follows it', `${AUTH}Options None\n`, AUTH, 'Options None\n'],
  ['behind AuthType alone, where another section follows', 'AuthType Basic\n', 'AuthType Basic\n', ''],
])('what only 2.2 was told is written for 2.4 %s', (_, lines, before, behind) => {
  const rest = within('Files', 'x', 'Options None\n') + for22(DENY);
  expect(inFolder(lines + rest)).toBe(before + ALL_BUT + behind + rest);
});

test('it is written outside of guards, even if AuthType stands in one', () => {
  const guarded = within('IfDefine', 'X', 'AuthType Basic\nAuthName x\n') + for22(DENY);
  expect(inFolder(guarded)).toBe(ALL_BUT + guarded);
});

test('in a .htaccess file it is written behind its first line, before its first guard, never inside', () => {
  const path = '/srv/www/a/.htaccess';
  expect(converted('', { [path]: for22(DENY) })[path]).toBe(ALL_BUT + for22(DENY));
  const groups = `AuthGroupFile g\nOptions None\n${for22(DENY)}`;
  expect(converted('', { [path]: groups })[path]).toBe(groups.replace('Options', `${ALL_BUT}Options`));
  const users = `${AUTH}Options None\n${for22('Require valid-user\n')}`;
  expect(converted('', { [path]: users })[path]).toBe(
    users.replace('Options', 'Require valid-user\nOptions'),
  );
});

test('lines beside those that stay are written before them, or behind the Limit that they stay in', () => {
  const users = `Options None\nRequire user ann\n`;
  const home = `${AUTH}Order allow,deny\nAllow from 10\nRequire user tom\nSatisfy any\n`;
  expect(inFolder(users, {}, folder('/srv/www', home))).toBe(
    users.replace('Require', 'Require ip 10\nRequire'),
  );
  const post = `Options None\n${within('Limit', 'POST', 'Require user ann\n')}`;
  const get = folder('/srv/www', AUTH + within('Limit', 'GET', DENY));
  expect(inFolder(post, {}, get)).toBe(post + within('Limit', 'GET', ALL_BUT));
});

test('a container of 2.4 goes where nothing is to be said, and the guard around it if it holds nothing else', () => {
  const for24 = (lines: string) => within('IfVersion', '>= 2.4', lines);
  const container = within('RequireAny', '', 'Require all denied\n').replace(' >', '>');
  expect(inFolder(for24(container))).toBe('');
  expect(inFolder(for24(`${container}AuthName x\n`))).toBe(for24('AuthName x\n'));
});

test('a .htaccess file below one that is refused stays as it is', () => {
  const files = { '/srv/www/a/.htaccess': 'Order deny, allow\n', '/srv/www/a/b/.htaccess': DENY };
  expect(converted('', files)).toMatchObject({
    // No version knows the order `deny,` with a word behind it.
    '/srv/www/a/.htaccess': 'Order deny, allow\n',
    '/srv/www/a/b/.htaccess': DENY,
  });
});

const RULES = '/srv/httpd/conf/rules.conf';
const OTHERS = '/srv/httpd/conf/others.conf';
const INNER = '/srv/httpd/conf/inner.conf';
const include = (path: string) => `Include ${path}\n`;

test('lines that two sections include are written once, in their place, where both need the same', () => {
  const sections = folder('/srv/www/a', include(RULES)) + folder('/srv/www/b', include(RULES));
  const after = converted(sections, { [RULES]: include(INNER), [INNER]: DENY });
  expect(after[MAIN]).toContain(sections);
  expect(after[INNER]?.replaceAll(/^ +/gm, '')).toBe(ALL_BUT);
});

test('where they need different ones each has its own, behind the Include through which they came', () => {
  const around = (rules: string) => include(OTHERS) + include(RULES) + rules + include(OTHERS);
  const users = `${AUTH}Require valid-user\n`;
  const sections = folder('/srv/www/a', around('')) + folder('/srv/www/b', users + around(''));
  const others = { [OTHERS]: 'Options None\n', [RULES]: include(INNER), [INNER]: DENY };
  const after = converted(sections, others);
  const both = '<RequireAll>\nRequire not ip 10\nRequire valid-user\n</RequireAll>\n';
  expect(after[MAIN]).toContain(
    folder('/srv/www/a', around(ALL_BUT)) + folder('/srv/www/b', AUTH + around(both)),
  );
  expect(after[INNER]).toBe('');
});

test('where a Limit stands around the Include, the new Limit does not stand in it', () => {
  const limit = within('Limit', 'GET', include(RULES));
  expect(inFolder(limit, { [RULES]: DENY })).toBe(within('Limit', 'GET', ALL_BUT) + limit);
});
