// Which lines of a section go, which stay as they are, and in whose place the new ones stand.
import { expect, test } from '@jest/globals';
import { MAIN, mainAfter, migrated } from '../../migrate/migrated.ts';

const AUTH = 'AuthType Basic\nAuthName x\nAuthUserFile u\n';
const HOME = 'Order deny,allow\nDeny from all\nAllow from 10.1\n';
const OTHER_MAKER = 'LoadModule odd_module modules/mod_odd.so\n';

const within = (name: string, arg: string, lines: string) => `<${name} ${arg}>\n${lines}</${name}>\n`;
const ifHost = (lines: string) => within('IfModule', 'mod_authz_host.c', lines);
const ifUser = (lines: string) => within('IfModule', 'mod_authz_user.c', lines);

/** What the lines of a folder become. */
function converted(lines: string, before = ''): string {
  const modules = ['authz_host', 'auth_basic', 'authz_user', 'authz_dbm'].map(
    (name) => `LoadModule ${name}_module modules/mod_${name}.so\n`,
  );
  const section = within('Directory', '/srv/www', lines);
  const text = `ServerRoot /srv/httpd\n${modules.join('')}${before}${section}`;
  const migration = migrated({ [MAIN]: text }, { only: ['convert-access-control'] });
  expect(migration.refused).toEqual([]);
  const after = mainAfter(migration, text);
  return after.slice(after.indexOf('<Directory /srv/www>\n') + '<Directory /srv/www>\n'.length, -13);
}

const USERS = 'Require valid-user\nRequire user tom\nRequire user tom\n';

test('nothing is touched where 2.4 reads all lines as 2.2 does', () => {
  const sameName = `${AUTH}AuthDBMGroupFile group\n${USERS}`;
  for (const lines of [AUTH + USERS, sameName]) expect(converted(lines)).toBe(lines);
});

test('nor where lines for 2.4 say what is inherited anyway', () => {
  const lines = within('IfVersion', '>= 2.4', 'Require all granted\n');
  expect(converted(lines)).toBe(lines);
});

test('a Limit stays if all of its lines do, else it is written anew', () => {
  const tom = 'Require user tom\n';
  const post = (lines: string) => within('Limit', 'POST', lines);
  expect(converted(`${AUTH}${post(tom)}Order deny,allow\n`)).toBe(AUTH + post(tom));
  expect(converted(AUTH + post(`${tom}Satisfy any\n${HOME}`))).toBe(
    AUTH + post('Require ip 10.1\nRequire user tom\n'),
  );
  const all = `${post(tom)}${within('LimitExcept', 'POST', tom)}`;
  expect(converted(`${AUTH}${all}Satisfy any\n${HOME}`)).toBe(`${AUTH}Require ip 10.1\n${tom}`);
});

test('lines for 2.2 alone stay, what they say is written for 2.4 besides', () => {
  const old = within('IfVersion', '< 2.4', HOME);
  expect(converted(`${AUTH}Require user tom\n${old}`)).toBe(
    `${AUTH}<RequireAll>\nRequire ip 10.1\nRequire user tom\n</RequireAll>\n${old}`,
  );
});

test('a word of Require that 2.4 does not start with is no reason to keep the others', () => {
  const kept = 'Require user tom\nRequire valid-user\n';
  expect(converted(`${AUTH}${kept}Require spider x\n`)).toBe(AUTH + kept);
  expect(converted(`${AUTH}${kept}Require\n`)).toBe(AUTH + kept);
  expect(converted(`${AUTH}${kept}Require\n`, OTHER_MAKER)).toBe(AUTH + kept);
  const others = 'Require User tom\nRequire valid-user\n';
  expect(converted(AUTH + others, OTHER_MAKER)).toBe(AUTH + kept);
  for (const word of ['Require User ann', 'Require USER ann'])
    for (const before of ['', OTHER_MAKER])
      expect(converted(`${AUTH}${word}\n`, before)).toBe(`${AUTH}Require user ann\n`);
  for (const word of ['spider x', 'Spider x'])
    expect(converted(`${AUTH}Require ${word}\n`, OTHER_MAKER)).toBe(`${AUTH}Require ${word}\n`);
});

test('a name that 2.4 would take for an expression is escaped, even where no AuthType asks for it', () => {
  for (const auth of ['', AUTH])
    for (const [name, escaped] of [
      ['%{x}', '\\%{x}'],
      ['$1', '\\$1'],
    ])
      expect(converted(`${auth}Require user ${name}\n`)).toBe(`${auth}Require user ${escaped}\n`);
});

test('a group that mod_authz_dbm serves in 2.2 gets a word that it serves in 2.4, in any case', () => {
  const groups = `${AUTH}AuthDBMGroupFile g\n`;
  for (const word of ['group', 'GROUP'])
    expect(converted(`${groups}Require ${word} staff\n`)).toBe(`${groups}Require dbm-group staff\n`);
});

test('beside groups of mod_authz_dbm only the words for groups of a file go', () => {
  const groups = `${AUTH}AuthDBMGroupFile g\n`;
  for (const line of ['Require group a\n', 'Require file-group\n'])
    expect(converted(`${groups}Require valid-user\n${line}`)).toBe(`${groups}Require valid-user\n`);
  const open = 'Order allow,deny\nAllow from all\n';
  const others = 'Require valid-user\nRequire dbm-group a\n';
  for (const before of [groups, groups.replace('File g', 'File group')])
    expect(converted(before + others + open)).toBe(before + others);
  const without = `${AUTH}Require group a\n${USERS}`;
  expect(converted(without)).toBe(without);
});

test('lines of 2.2 that say nothing more go, the Require lines stay as they are', () => {
  expect(converted(`${AUTH}AuthzUserAuthoritative On\n${USERS}`)).toBe(AUTH + USERS);
  const dead = within('IfDefine', 'Q', 'Order deny,allow\nAllow from all\n');
  expect(converted(`${AUTH}${USERS}${dead}`)).toBe(`${AUTH}${USERS}<IfDefine Q>\n</IfDefine>\n`);
});

test('new lines stand where the host rules stood', () => {
  const both = '<RequireAll>\nRequire ip 10.1\nRequire user tom\n</RequireAll>\n';
  const lines = `# how\nSatisfy all\nAuthzUserAuthoritative On\n# who\nRequire user tom\n# where\n${HOME}`;
  expect(converted(AUTH + lines)).toBe(`${AUTH}# how\n# who\n# where\n${both}`);
  expect(converted(`${AUTH}# who\nRequire user tom\n# where\n${ifHost(HOME)}`)).toBe(
    `${AUTH}# who\n# where\n${ifHost(both)}`,
  );
});

test('a line in other guards than the new ones does not stay for one of them', () => {
  const either = ifHost('Require ip 10.1\nRequire user tom\n');
  expect(converted(`${AUTH}Require user tom\nSatisfy any\n${ifHost(HOME)}`)).toBe(AUTH + either);
  expect(converted(`${AUTH}Satisfy any\n${ifHost(HOME)}${ifUser('Require user tom\n')}`)).toBe(
    `${AUTH}${either}${ifUser('')}`,
  );
});

test('a comment in other guards than the new lines stays there', () => {
  const rules = `Order deny,allow\nDeny from all\n# home\nAllow from 10.1\n`;
  expect(converted(ifHost(rules) + ifUser('# work\nAllow from 10.2\n'))).toBe(
    ifHost('Require ip 10.2\n# home\nRequire ip 10.1\n') + ifUser('# work\n'),
  );
});

test('what is written above an Allow or Deny line goes with it into a container', () => {
  const rules = '# all\nOrder allow,deny\nAllow from all\n# bad\nDeny from 10.1\n# worse\nDeny from 10.2\n';
  const lines = ['Require all granted', '# bad', 'Require not ip 10.1', '# worse', 'Require not ip 10.2'];
  const container = `<RequireAll>\n${lines.join('\n')}\n</RequireAll>\n`;
  expect(converted(rules)).toBe(`# all\n${container}`);
  expect(converted(`${AUTH}Require user tom\nSatisfy any\n${rules}`)).toBe(
    `${AUTH}Require user tom\n# all\n${container}`,
  );
});

test('it keeps its bytes, indentation included, in a guard too; one that goes on in the next line stays behind', () => {
  const indented = (indent: string, lines: readonly string[]) =>
    lines.map((line) => `${indent}${line}\n`).join('');
  const allows = ['Order allow,deny', 'Allow from all', '# bad', 'Deny from 10.1'];
  const long = ['# worse', '# much \\', '  more'];
  const rules = [...allows, ...long, 'Deny from 10.2', '# both', 'Deny from 10.3 a.example'];
  const nots = ['ip 10.1', 'ip 10.2', 'ip 10.3', 'host a.example'].map((what) => `    Require not ${what}`);
  const container = ['<RequireAll>', '    Require all granted', '# bad', ...nots, '</RequireAll>'];
  const lines = [...container, ...long, '# both'];
  expect(converted(indented('    ', rules))).toBe(indented('    ', lines));
  const guarded = (text: string) => `    <IfModule mod_authz_host.c>\n${text}    </IfModule>\n`;
  expect(converted(guarded(indented('        ', rules)))).toBe(guarded(indented('        ', lines)));
});
