import { expect, test } from '@jest/globals';
import { MAIN, migrated } from '../../migrate/migrated.ts';

// A real 2.2.34 answers 500 to every user of whom it asks a group, where the file is not there; a 2.4 lets those in who meet another line:
// an error where 2.2 had asked that line, too, else a warning.

const loads = (...names: string[]) =>
  names.map((name) => `LoadModule ${name}_module modules/mod_${name}.so\n`).join('');
const GROUPS_FIRST = loads('authz_groupfile', 'authz_user');
const USERS_FIRST = loads('authz_user', 'authz_groupfile');

function unknownsOf(modules: string, requires: string, files: Readonly<Record<string, string>> = {}) {
  const text = `ServerRoot /srv/httpd\nListen 80\n${loads('authz_host', 'auth_basic', 'authn_file')}${modules}<Directory /srv/www>\nAllowOverride None\nAuthType Basic\nAuthName x\nAuthUserFile conf/users\nAuthGroupFile conf/groups\n${requires}\n</Directory>\n`;
  const { findings } = migrated({ [MAIN]: text, '/srv/www/index.html': '', ...files });
  return findings
    .filter(({ message }) => message.includes('conf/groups is not here'))
    .map((each) => each.level);
}

const BOTH = 'Require group staff\nRequire user bob';
const LEFT = `${BOTH}\nAuthzGroupFileAuthoritative Off`;

test.each([
  ['whose module leaves users to others', GROUPS_FIRST, LEFT, ['error']],
  ['whose module ends the matter', GROUPS_FIRST, BOTH, ['warning']],
  ['asked after the others', USERS_FIRST, LEFT, ['warning']],
  ['alone', GROUPS_FIRST, 'Require group staff', ['warning']],
  ['not asked', GROUPS_FIRST, 'Require user bob', []],
])('a group file that is not there, %s', (_, modules, requires, levels) => {
  expect(unknownsOf(modules, requires)).toEqual(levels);
});

test('one that is there', () => {
  expect(unknownsOf(GROUPS_FIRST, LEFT, { '/srv/httpd/conf/groups': 'staff: ann\n' })).toEqual([]);
});

test('the empty file that both servers open (ap_pcfg_openfile, server/util.c)', () => {
  const rules = LEFT.replace('Require', 'AuthGroupFile /dev/null\nRequire');
  const text = `ServerRoot /srv/httpd\nListen 80\n${loads('authz_host', 'auth_basic', 'authn_file')}${GROUPS_FIRST}<Directory /srv/www>\nAllowOverride None\nAuthType Basic\nAuthName x\nAuthUserFile /dev/null\nAuthBasicAuthoritative Off\n${rules}\n</Directory>\n`;
  const { findings } = migrated({ [MAIN]: text, '/srv/www/index.html': '' });
  expect(findings.filter(({ message }) => message.includes('/dev/null is not here'))).toEqual([]);
});

test.each([
  ['not there', {}, 1],
  ['there', { '/srv/httpd/conf/users.pag': '' }, 0],
])('a DBM file of passwords that is %s', (_, files, count) => {
  const rules =
    'AuthBasicProvider dbm\nAuthDBMUserFile conf/users\nAuthBasicAuthoritative Off\nRequire valid-user';
  const text = `ServerRoot /srv/httpd\nListen 80\n${loads('auth_basic', 'authn_dbm', 'authn_default', 'authz_user')}<Location />\nAuthType Basic\nAuthName x\n${rules}\n</Location>\n`;
  const { findings } = migrated({ [MAIN]: text, ...files });
  expect(findings.filter(({ message }) => message.includes('conf/users is not here')).length).toBe(count);
});
