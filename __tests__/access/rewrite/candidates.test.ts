// Which of several texts that would be right is written: the one that is easiest to read.
import { expect, test } from '@jest/globals';
import { MAIN, mainAfter, migrated } from '../../migrate/migrated.ts';

const MODULES = ['auth_basic', 'authn_file', 'authz_groupfile', 'authz_host', 'authz_user']
  .map((name) => `LoadModule ${name}_module modules/mod_${name}.so\n`)
  .join('');
const AUTH = 'AuthType Basic\nAuthName x\nAuthUserFile u\nAuthGroupFile g\n';

const folder = (path: string, lines: string) => `<Directory ${path}>\n${lines}</Directory>\n`;
const limit = (methods: string, lines: string) => `<Limit ${methods}>\n${lines}</Limit>\n`;

/** What stands behind the lines about authentication, or behind the opening, in the last section: one text for all cases. */
function written(lines: string, before = '', section = folder): string[] {
  const text = `ServerRoot /srv/httpd\n${MODULES}DocumentRoot /srv/www\n${before}${section('/srv/www/a', lines)}`;
  const migration = migrated({ [MAIN]: text }, { semantics: 'exact' });
  expect(migration.refused).toEqual([]);
  expect(migration.findings.map(({ messageId }) => messageId)).not.toContain('cases');
  const after = mainAfter(migration, text);
  const last = after.slice(after.lastIndexOf(section('/srv/www/a', '').split('\n')[0] ?? ''));
  return last.replace(AUTH, '').trimEnd().split('\n').slice(1, -1);
}

const LENIENT = `${AUTH}AuthzGroupFileAuthoritative Off\n`;

test('alternatives are said to be alternatives where AuthzGroupFileAuthoritative Off made them so', () => {
  const lines = ['<RequireAny>', 'Require user tom', 'Require group staff', '</RequireAny>'];
  expect(written(`${LENIENT}Require user tom\nRequire group staff\n`)).toEqual(lines);
  const post = `Require user tom\n${limit('POST', 'Require group staff\n')}`;
  expect(written(LENIENT + post)).toEqual([
    '<Limit POST>',
    ...lines,
    '</Limit>',
    '<LimitExcept POST>',
    'Require user tom',
    '</LimitExcept>',
  ]);
});

test('they need not be said to be where the lines are of one kind, or tell clients apart', () => {
  const users = ['Require user tom', 'Require user ann'];
  expect(written(`${LENIENT}Require user tom\n`)).toEqual(['Require user tom']);
  expect(written(`${LENIENT}${users.join('\n')}\n`)).toEqual(users);
  const home = 'Order allow,deny\nAllow from 10\nAllow from example.org\nAllow from env=ok\nSatisfy any\n';
  expect(written(`${LENIENT}${users.join('\n')}\n${home}`)).toEqual([
    ...users,
    'Require ip 10',
    'Require host example.org',
    'Require env ok',
  ]);
});

const NETS = ['10.0', '10.1', '10.2', '10.3'];

test('more than four inherited lines are written again where AuthMerging would let in too many', () => {
  const nets = NETS.map((net) => `Allow from ${net}\n`).join('');
  const outer = `${AUTH}Order allow,deny\n${nets}Require user tom\nSatisfy any\n`;
  expect(written('Require user ann\n', folder('/srv/www', outer))).toEqual([
    ...NETS.map((net) => `Require ip ${net}`),
    'Require user ann',
  ]);
});

const files = (_folder: string, lines: string) => `<FilesMatch "\\.x$">\n${lines}</FilesMatch>\n`;

test('what is said again is joined to what each folder inherits', () => {
  const users = `${AUTH}Require valid-user\n`;
  const deny = (net: string) => `${users}Order deny,allow\nDeny from ${net}\n`;
  const folders =
    folder('/srv/www', users) + folder('/srv/www/a', deny('10')) + folder('/srv/www/b', deny('11'));
  expect(written(users, folders, files)).toEqual(['AuthMerging And', 'Require valid-user']);
});

test('methods for which nothing is added to what is inherited get no lines', () => {
  const user = (name: string) => `${AUTH}Require user ${name}\n`;
  const folders = folder('/srv/www', user('tom')) + folder('/srv/www/b', user('ann'));
  const home = `Satisfy any\nOrder deny,allow\nDeny from all\n${limit('POST', 'Allow from 10\n')}`;
  expect(written(home, folders, files)).toEqual([
    'AuthMerging Or',
    '<Limit POST>',
    'Require ip 10',
    '</Limit>',
  ]);
});
