import { describe, expect, test } from '@jest/globals';
import { memoryTree, MODULES_22, MODULES_24 } from '../request/memory-tree.ts';
import { both, compare, found } from './two-trees.ts';

// Whose credentials are good, where a user is asked for.

const section = (lines: string, required = 'Require valid-user') =>
  `<Location /x>\nAuthType Basic\n${lines}\n${required}\n</Location>\n`;
const users = (file: string, required?: string) => section(`AuthName x\nAuthUserFile ${file}`, required);
const load = (...names: string[]) =>
  names.map((name) => `LoadModule ${name}_module modules/mod_${name}.so\n`).join('');

/** Where they were looked up and are, for each difference. */
function places(before: string, after: string): string[] {
  const { differences } = compare(memoryTree(MODULES_22 + before), memoryTree(MODULES_24 + after));
  return differences.map(({ difference: { login } }) => `${login?.before} -> ${login?.after}`);
}

const OTHERS = 'other pass -> unauthorized: GET /x/';

test('it is a matter of the file, by its whole name', () => {
  expect(both(users('conf/users'), users('/srv/conf/users'))).toEqual([]);
  expect(both(users('conf/users'), users('conf/others'))).toEqual([OTHERS]);
  expect(places(users('conf/users'), users('conf/others'))).toEqual(['/srv/conf/users -> /srv/conf/others']);
  expect(places(users('conf/users'), section('AuthName x'))).toEqual(['/srv/conf/users -> no AuthUserFile']);
  expect(both(users('"my users"'), users('"/srv/my users"'))).toEqual([]);
  const lines = (last: string) => section(`AuthName x\nAuthUserFile conf/first\nAuthUserFile ${last}`);
  expect(both(lines('conf/users'), users('conf/users'))).toEqual([]);
});

test('it is a matter of the providers that are asked, in their order, and of what each looks at', () => {
  const dbm = load('authn_dbm', 'authnz_ldap');
  const asked = (providers: string, ...lines: string[]) =>
    dbm + section(['AuthName x', `AuthBasicProvider ${providers}`, ...lines].join('\n'));
  const files = ['AuthUserFile conf/users', 'AuthDBMUserFile conf/dbm'];
  expect(both(asked('file dbm', ...files), asked('file dbm', ...files))).toEqual([]);
  expect(places(asked('file dbm', ...files), asked('dbm file', ...files))).toEqual([
    '/srv/conf/users, then dbm /srv/conf/dbm -> dbm /srv/conf/dbm, then /srv/conf/users',
  ]);
  // Each line adds to the list.
  expect(both(asked('file dbm', ...files), asked('file', 'AuthBasicProvider dbm', ...files))).toEqual([]);
  expect(both(asked('dbm', files[1]!), asked('dbm', 'AuthDBMUserFile /srv/conf/dbm'))).toEqual([]);
  expect(places(asked('dbm', files[1]!), asked('dbm', files[1]!, 'AuthDBMType SDBM'))).toEqual([
    'dbm /srv/conf/dbm -> dbm /srv/conf/dbm SDBM',
  ]);
  expect(places(asked('dbm', files[1]!), asked('dbm'))).toEqual(['dbm /srv/conf/dbm -> dbm']);
  const url = (host: string) => asked('ldap', `AuthLDAPURL ldap://${host}/o=x`, 'AuthLDAPBindDN "cn=a b"');
  expect(places(url('one'), url('two'))).toEqual([
    'ldap ldap://one/o=x cn=a b -> ldap ldap://two/o=x cn=a b',
  ]);
});

test.each([
  ['dbd', 'AuthDBDUserPWQuery', '"select a"', '"select b"'],
  ['dbd', 'AuthDBDUserRealmQuery', '"select a"', '"select b"'],
  ['anon', 'Anonymous', 'guest', 'anybody'],
  ['anon', 'Anonymous_NoUserID', 'On', 'Off'],
  ['anon', 'Anonymous_MustGiveEmail', 'On', 'Off'],
  ['anon', 'Anonymous_VerifyEmail', 'On', 'Off'],
  ['ldap', 'AuthLDAPBindDN', 'cn=a', 'cn=b'],
])('it is a matter of what the module of the provider is told: %s, %s', (provider, name, then, now) => {
  const said = (value: string) =>
    load('authn_dbd', 'authn_anon', 'authnz_ldap') +
    section(`AuthName x\nAuthBasicProvider ${provider}\n${name} ${value}`);
  expect(both(said(then), said(then))).toEqual([]);
  expect(places(said(then), said(now))).toHaveLength(1);
  // Another provider is asked.
  const other = (value: string) => said(value).replace(`Provider ${provider}`, 'Provider file');
  expect(both(other(then), other(now))).toEqual([]);
});

test('it is a matter of the realm of a digest, and of no other AuthName', () => {
  const named = (type: string, realm: string) =>
    `${load('auth_digest')}<Location /x>\nAuthType ${type}\nAuthName ${realm}\nAuthUserFile u\nRequire valid-user\n</Location>\n`;
  expect(both(named('Basic', 'a'), named('Basic', 'b'))).toEqual([]);
  expect(both(named('Digest', 'a'), named('digest', 'a'))).toEqual([]);
  expect(places(named('Digest', 'a'), named('Digest', 'b'))).toEqual([
    '/srv/u for the realm a -> /srv/u for the realm b',
  ]);
  expect(places(named('Digest', 'a'), named('Basic', 'a'))).toEqual(['/srv/u for the realm a -> /srv/u']);
});

test('a digest is looked up where the sections around say, unless the section says more', () => {
  const digest = (outer: string, inner: string) =>
    `${load('auth_digest', 'authn_dbm')}<Location /x>\nAuthType Digest\nAuthName a\nAuthUserFile u\nAuthDBMUserFile d\n${outer}\nRequire valid-user\n</Location>\n<Location /x/y>\n${inner}\n</Location>\n`;
  const dbm = 'AuthDigestProvider dbm';
  expect(both(digest(dbm, dbm), digest(dbm, 'Require valid-user'))).toEqual([]);
  expect(places(digest(dbm, dbm), digest(dbm, 'AuthDigestDomain /x'))).toEqual([
    'dbm /srv/d for the realm a -> /srv/u for the realm a',
  ]);
  // What is said of AuthType Basic is no matter.
  expect(both(digest(dbm, ''), digest(`${dbm}\nAuthBasicProvider file`, ''))).toEqual([]);
});

test('lines in guards count on the server that reads them', () => {
  const guarded = section(
    'AuthName x\n<IfModule mod_authz_core.c>\nAuthUserFile new\n</IfModule>\n<IfModule !mod_authz_core.c>\nAuthUserFile old\n</IfModule>',
  );
  expect(places(guarded, guarded)).toEqual(['/srv/old -> /srv/new']);
});

test('of an AuthType of another module that type is all that is known', () => {
  const other = (type: string, file: string) =>
    `${load('auth_kerb')}<Location /x>\nAuthType ${type}\nAuthUserFile ${file}\nRequire valid-user\n</Location>\n`;
  for (const type of ['Kerberos', 'PreBasic', 'DigestPlus']) {
    expect(both(other(type, 'a'), other(type, 'b\nAuthName x'))).toEqual([]);
  }
  expect(places(other('Kerberos', 'a'), other('Basic', 'a\nAuthName x'))).toEqual([
    'AuthType kerberos -> /srv/a',
  ]);
});

test('it is not changed by lines that the server does not read', () => {
  const folder = (override: string) =>
    `<Directory /srv/htdocs>\nAllowOverride ${override}\nAuthType Basic\nAuthName x\nAuthUserFile conf/users\nRequire valid-user\n</Directory>\n`;
  const others = 'AuthUserFile conf/others\n';
  // One host reads the .htaccess file, and tells of it.
  const hosts = (override: string) =>
    `<Directory />\nAllowOverride None\n</Directory>\nNameVirtualHost *:80\n${['All', override]
      .map((each, i) => `<VirtualHost *:80>\nServerName h${i}\n${folder(each)}</VirtualHost>\n`)
      .join('')}`;
  const withFile = (override: string) =>
    found(
      compare(
        memoryTree({ 'conf/httpd.conf': MODULES_22 + hosts(override), 'htdocs/.htaccess': '' }),
        memoryTree({ 'conf/httpd.conf': MODULES_24 + hosts(override), 'htdocs/.htaccess': others }),
      ),
    );
  expect(withFile('None')).toEqual(['other pass -> unauthorized: GET /']);
  expect(withFile('AuthConfig')).toEqual(Array(2).fill('other pass -> unauthorized: GET /'));
  const guarded = (guard: string) =>
    `${folder('None')}<IfModule ${guard}>\n<Directory /srv/htdocs>\n${others}</Directory>\n</IfModule>\n`;
  expect(both(folder('None'), guarded('!mod_authz_core.c'))).toEqual([]);
  expect(both(folder('None'), guarded('mod_authz_core.c'))).toEqual(['other pass -> unauthorized: GET /']);
  expect(both(guarded('mod_authz_core.c'), folder('None'))).toEqual([]);
  expect(both(guarded('!mod_authz_core.c'), folder('None'))).toEqual(['other pass -> unauthorized: GET /']);
});

test('it is a matter of what a provider of its own stands for', () => {
  const alias = (file: string, name = 'staff') =>
    `<AuthnProviderAlias file ${name}>\nAuthUserFile ${file}\n</AuthnProviderAlias>\n`;
  const asked = section('AuthName x\nAuthBasicProvider staff');
  const told = (before: string, after: string) => both(load('authn_alias') + before + asked, after + asked);
  expect(told(alias('conf/users'), alias('conf/users'))).toEqual([]);
  expect(told(alias('conf/users'), alias('conf/others'))).toEqual([OTHERS]);
  expect(told(alias('a', 'other') + alias('b'), alias('b') + alias('c', 'other'))).toEqual([]);
});

test.each([
  ['nobody is asked for any', 'Deny from all', 'Require all denied'],
  ['nobody is let in with any', 'Require group staff', 'Require group staff'],
])('it does not matter where %s', (_, before, after) => {
  expect(both(users('conf/users', before), users('conf/others', after))).toEqual([]);
});

test('it matters where one method lets users in, and another nobody', () => {
  const post =
    '<Limit POST>\nRequire valid-user\n</Limit>\n<LimitExcept POST>\nRequire group staff\n</LimitExcept>';
  const tree = (modules: string, file: string) =>
    memoryTree({ [file]: 'ann:x\n', 'conf/httpd.conf': modules + users(file, post) });
  const modules24 = `${MODULES_24}LoadModule allowmethods_module modules/mod_allowmethods.so\n`;
  const [before, after] = [tree(MODULES_22, 'conf/users'), tree(modules24, 'conf/others')];
  expect(found(compare(before, after))).toEqual(['other pass -> unauthorized: POST /x/']);
});

test('the example is somebody who comes from where users are asked for', () => {
  const before = 'Order deny,allow\nDeny from all\nAllow from 192.0.2\nSatisfy any\nRequire valid-user';
  const after = 'Require ip 192.0.2\nRequire valid-user';
  const { differences } = compare(
    memoryTree(MODULES_22 + users('conf/users', before)),
    memoryTree(MODULES_24 + users('conf/others', after)),
  );
  expect(differences.map(({ difference }) => difference.witness)).toEqual([
    expect.objectContaining({ address: expect.not.stringMatching(/^192\.0\.2\./), user: 'another user' }),
  ]);
});

test('without an AuthName it is a 500', () => {
  const nameless = (file: string) => section(`AuthUserFile ${file}`);
  expect(both(users('conf/users'), nameless('conf/users'))).toEqual([
    'other unauthorized -> serverError: GET /x/',
  ]);
  expect(both(nameless('conf/users'), users('conf/users'))).toEqual([
    'other serverError -> unauthorized: GET /x/',
  ]);
  expect(both(nameless('conf/users'), nameless('conf/others'))).toEqual([]);
});

test('it is inherited: in 2.2 a section with any line of mod_auth_basic starts anew', () => {
  const inner = (line: string) => `${users('conf/users')}<Location /x/y>\n${line}\n</Location>\n`;
  const dbm = (text: string) =>
    load('authn_dbm') + text.replace('AuthName', 'AuthBasicProvider dbm\nAuthDBMUserFile conf/dbm\nAuthName');
  const alone = dbm(inner('AuthBasicAuthoritative Off'));
  expect(both(alone, alone)).toEqual(['other pass -> unauthorized: GET /x/y/', 'login-file', 'login-file']);
  expect(places(alone, alone)).toEqual(['/srv/conf/users -> dbm /srv/conf/dbm']);
  const files = dbm(inner('AuthUserFile conf/others\nAuthName y'));
  expect(both(files, files)).toEqual([]);
  const whole = dbm(inner('AuthBasicAuthoritative Off\nAuthBasicProvider dbm'));
  // None of the files is there, and others are asked then.
  expect(both(whole, whole)).toEqual(['login-file', 'login-file']);
});

test('it is a matter of the lines with which a section drops the AuthLDAPURL around it', () => {
  const outer = section('AuthName x\nAuthBasicProvider ldap\nAuthLDAPURL ldap://a/o=x');
  const inner = (line: string) => `${load('authnz_ldap')}${outer}<Location /x/y>\n${line}\n</Location>\n`;
  const switched = inner('AuthzLDAPAuthoritative off');
  expect(both(switched, inner('AuthLDAPBindAuthoritative on'))).toEqual([]);
  expect(places(switched, inner(''))).toEqual(['ldap -> ldap ldap://a/o=x']);
});

test('a list of words ends at an empty one', () => {
  const anon = (line: string) => load('authn_anon') + section(`AuthName x\nAuthBasicProvider anon\n${line}`);
  expect(both(anon('Anonymous guest "" bob'), anon('Anonymous guest'))).toEqual([]);
  expect(both(anon('Anonymous "" guest\nAnonymous_NoUserID on'), anon('Anonymous_NoUserID on'))).toEqual([]);
  expect(places(anon('Anonymous guest bob'), anon('Anonymous guest'))).toHaveLength(1);
  const asked = (words: string) => section(`AuthName x\nAuthUserFile conf/users\nAuthBasicProvider ${words}`);
  expect(both(asked('file "" dbm'), asked('file'))).toEqual([]);
});

const FLAT = 'AuthLDAPMaxSubGroupDepth 0\n';
const directory = (lines: string, required: string) =>
  load('authnz_ldap') +
  section(`AuthName x\nAuthBasicProvider ldap\nAuthLDAPURL ldap://a/o=x\n${lines}`, required);

test('it is a matter of groups within groups, which 2.4 alone asks', () => {
  const asked = (lines: string) => directory(lines, 'Require ldap-group cn=g,o=x');
  expect(both(asked(''), asked(FLAT))).toEqual([]);
  expect(places(asked(''), asked(''))).toEqual([
    'ldap ldap://a/o=x; groups by member or uniquemember -> ldap ldap://a/o=x; groups by member or uniquemember, in groups within the group, too',
  ]);
  // Where no group is asked for, it does not matter.
  expect(both(directory('', 'Require user ann'), directory('', 'Require user ann'))).toEqual([]);
});

test.each([
  ['AuthLDAPGroupAttribute', 'memberUid', 'ldap-group cn=g,o=x'],
  ['AuthLDAPGroupAttributeIsDN', 'off', 'ldap-group cn=g,o=x'],
  ['AuthLDAPCompareDNOnServer', 'on', 'ldap-dn cn=g,o=x'],
  ['AuthLDAPBindAuthoritative', 'off', 'valid-user'],
  ['AuthLDAPRemoteUserIsDN', 'on', 'user ann'],
  ['AuthLDAPRemoteUserAttribute', 'cn', 'user ann'],
  ['AuthLDAPDereferenceAliases', 'never', 'valid-user'],
])('it is a matter of how the directory is asked: %s', (name, value, required) => {
  const [without, asked] = ['', `${name} ${value}\n`].map((line) => directory(line, `Require ${required}`));
  const migrated = directory(`${FLAT}${name} ${value.toUpperCase()}`, `Require ${required}`);
  const changed = directory(FLAT, `Require ${required}`);
  expect(both(asked!, name === 'AuthLDAPRemoteUserAttribute' ? asked! : migrated)).toEqual([]);
  expect(places(asked!, changed)).toHaveLength(1);
  expect(both(without!, changed)).toEqual([]);
});

test('it is a matter of the type of DBM groups', () => {
  const asked = (lines: string, word: string) =>
    load('authz_dbm') + users('conf/users', `AuthDBMGroupFile conf/groups\n${lines}Require ${word} staff`);
  expect(both(asked('AuthzDBMType SDBM\n', 'group'), asked('AuthzDBMType SDBM\n', 'dbm-group'))).toEqual([]);
  expect(places(asked('AuthzDBMType SDBM\n', 'group'), asked('', 'dbm-group'))).toHaveLength(1);
});

test('no password of a directory is shown', () => {
  const alias = (word: string) =>
    `<AuthnProviderAlias ldap staff>\nAuthLDAPURL ldap://${word}/o=x\nAuthLDAPBindPassword secret\n</AuthnProviderAlias>\n`;
  const asked = section('AuthName x\nAuthBasicProvider staff');
  const modules = load('authnz_ldap', 'authn_alias');
  expect(places(modules + alias('a') + asked, load('authnz_ldap') + alias('b') + asked)).toEqual([
    'ldap ldap://a/o=x -> ldap ldap://b/o=x',
  ]);
});

describe('the files themselves', () => {
  const rule = `${users('conf/users', 'AuthGroupFile conf/groups\nRequire group staff')}`;
  const tree = (files: Readonly<Record<string, string>>, root: string, modules: string) =>
    memoryTree({ 'conf/httpd.conf': `ServerRoot /srv\n${modules}${rule}`, ...files }, { root });
  const told = (old: Readonly<Record<string, string>>, made: Readonly<Record<string, string>>) =>
    compare(tree(old, '/old', MODULES_22), tree(made, '/new', MODULES_24)).notes.flatMap(
      ({ code, message }) => (code === 'login-file' ? [message] : []),
    );
  const files = { 'conf/users': 'alice:x\nbob:y\n', 'conf/groups': 'staff: alice bob\n' };

  test('are the same in other words', () => {
    expect(told(files, files)).toEqual([]);
    const other = {
      'conf/users': '# x\nbob:y:Bob\nalice:x\nalice:z',
      'conf/groups': 'Staff: bob\nstaff: alice',
    };
    expect(told(files, other)).toEqual([]);
  });

  test('that let other people in are told', () => {
    expect(told(files, { ...files, 'conf/users': 'alice:x\nbob:z\ncarol:x\n' })).toEqual([
      '/srv/conf/users has not the same users as in BEFORE: bob, carol',
    ]);
    expect(told(files, { ...files, 'conf/groups': 'staff: alice\n' })).toEqual([
      '/srv/conf/groups has not the same groups as in BEFORE: staff',
    ]);
  });

  test('that are missing are told, as a real 2.2.34 and a real 2.4.62 answer', () => {
    const { 'conf/users': usersText, 'conf/groups': groupsText } = files;
    expect(told(files, { 'conf/groups': groupsText })).toEqual([
      '/srv/conf/users is not there in AFTER: 2.4 answers 500 to whoever logs in',
    ]);
    expect(told(files, { 'conf/users': usersText })).toEqual([
      '/srv/conf/groups is not there in AFTER: 2.4 takes everybody to be in no group',
    ]);
    expect(told({ 'conf/groups': groupsText }, files)).toEqual([
      '/srv/conf/users is not there in BEFORE: 2.2 answered 500 to whoever logged in',
    ]);
    expect(told({ 'conf/users': usersText }, { 'conf/users': usersText })).toEqual([
      expect.stringContaining('2.2 answers 500 to each user of whom it asks a group'),
    ]);
  });
});
