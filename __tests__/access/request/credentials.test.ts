import { describe, expect, test } from '@jest/globals';
import type { Version } from '../../../src/access/index.ts';
import type { Permissions } from '../../../src/model/index.ts';
import { ask, memoryTree, MODULES_22, MODULES_24 } from './memory-tree.ts';
import { statusOf } from './status-of.ts';

// Whose credentials are good: what the files say that hold users and groups, and where they are looked for.

/** As the bytes of a configuration are read. */
const LATIN = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

const FILES = {
  'conf/bénévoles': 'ann:x\n',
  'conf/users': '# ann:x\r\n\r\nbob:x:more\r\ncarol:x\n',
  'conf/more': 'dan:x\n',
  'conf/all': ['ann', 'bob', 'carol', 'dan', 'eve', ''].map((name) => `${name}:x\n`).join(''),
  'conf/groups':
    '# staff: eve\nstaff: bob  "dan"\nempty:\nno colon bob\n staff2 : carol\nstaff: carol\n:bob\n',
  'conf/dbm': '',
  'htdocs/x': '',
};

function area(lines: string, requires = 'Require valid-user', outside = '') {
  const text = `${MODULES_22}${outside}<Location />\nAuthType Basic\nAuthName x\n${lines}\n${requires}\n</Location>\n`;
  const tree = memoryTree({ ...FILES, 'conf/httpd.conf': text });
  return (user: string) => {
    const { possible, round } = ask(tree, '/x', { user, scheme: 'basic' });
    return { answer: possible.map(({ answer }) => answer).join(' or '), note: round?.credentialsNote };
  };
}

const ALIAS =
  '<AuthnProviderAlias file more>\nAuthBasicProvider x\nAuthUserFile conf/more\n</AuthnProviderAlias>\n';
const OTHER = '<AuthnProviderAlias dbm other>\nAuthDBMUserFile conf/dbm\n</AuthnProviderAlias>\n';

describe('users', () => {
  test.each([
    ['AuthUserFile conf/users', 'bob', null],
    ['AuthUserFile /srv/conf/users', 'carol', null],
    ['AuthUserFile conf/users', 'ann', 'ann is not in conf/users'],
    [`AuthUserFile ${LATIN('conf/bénévoles')}`, 'ann', null],
    [`AuthUserFile ${LATIN('conf/bénévoles')}`, 'bob', `bob is not in ${LATIN('conf/bénévoles')}`],
    ['AuthUserFile conf/users', '# ann', '# ann is not in conf/users'],
    ['AuthUserFile conf/users', 'x', 'x is not in conf/users'],
    ['AuthUserFile conf/users', '', ' is not in conf/users'],
    ['AuthUserFile conf/none\nAuthUserFile conf/users', 'ann', 'ann is not in conf/users'],
    ['AuthBasicProvider more\nAuthUserFile conf/users', 'dan', null],
    ['AuthBasicProvider more\nAuthUserFile conf/users', 'bob', 'bob is not in conf/more'],
    ['AuthBasicProvider more file\nAuthUserFile conf/users', 'bob', null],
    ['AuthBasicProvider more file\nAuthUserFile conf/users', 'eve', 'eve is not in conf/more, conf/users'],
    ['AuthBasicProvider other', 'eve', null],
    ['AuthBasicProvider dbm\nAuthDBMUserFile conf/dbm', 'eve', null],
    ['AuthBasicProvider anon\nAnonymous guest *', 'eve', null],
    ['AuthBasicProvider anon\nAnonymous guest "Some One"', 'some one', null],
    ['AuthBasicProvider anon\nAnonymous guest "Some One"', 'SOME', 'SOME is not in Anonymous'],
    ['AuthBasicProvider anon\nAnonymous guest', 'eve', 'eve is not in Anonymous'],
    ['AuthBasicProvider anon\nAnonymous guest', '', ' is not in Anonymous'],
    ['AuthBasicProvider anon\nAnonymous guest\nAnonymous_NoUserID On', '', null],
    ['AuthBasicProvider anon\nAnonymous guest\nAnonymous_NoUserID Off', '', ' is not in Anonymous'],
  ])('%j: "%s"', (lines, user, note) => {
    expect(area(lines, undefined, ALIAS + OTHER)(user)).toEqual({
      answer: note === null ? 'pass' : 'unauthorized',
      note,
    });
  });
});

test.each([
  ['AuthBasicProvider dbm', 'AuthDBMUserFile conf/dbm'],
  ['AuthBasicProvider dbd', 'AuthDBDUserPWQuery "select x"'],
  ['AuthBasicProvider ldap', 'AuthLDAPURL ldap://a/o=x'],
  ['AuthBasicProvider ldap file\nAuthUserFile conf/users', 'AuthLDAPURL ldap://a/o=x'],
])('%j fails without %j', (lines, needed) => {
  expect(area(lines)('bob').answer).toBe('serverError');
  expect(area(`${lines}\n${needed}`, undefined, 'DBDriver sqlite3\n')('bob').answer).toBe('pass');
});

test('any line of mod_authnz_ldap starts its settings anew, of those that the version knows', () => {
  const answer = (version: Version, line: string) => {
    const inner = `<Location /x>\n${line}\n</Location>\n`;
    const outer =
      'AuthType Basic\nAuthName x\nAuthBasicProvider ldap\nAuthLDAPURL ldap://a/o=x\nRequire valid-user\n';
    const text = `${version === '2.2' ? MODULES_22 : MODULES_24}<Location />\n${outer}</Location>\n${inner}`;
    const tree = memoryTree({ ...FILES, 'conf/httpd.conf': text });
    return ask(tree, '/x', { user: 'bob' }, version).possible.map((each) => each.answer);
  };
  for (const version of ['2.2', '2.4'] as const) {
    expect(answer(version, 'AuthLDAPBindAuthoritative on')).toEqual(['serverError']);
    expect(answer(version, 'AuthName y')).toEqual(['pass']);
  }
  expect(answer('2.2', 'AuthzLDAPAuthoritative off')).toEqual(['serverError']);
});

describe('groups', () => {
  const members = (group: string) => {
    const answer = area('AuthUserFile conf/all\nAuthGroupFile conf/groups', `Require group ${group}`);
    return ['bob', 'carol', 'dan', 'eve'].filter((user) => answer(user).answer === 'pass');
  };

  test.each([
    ['staff', ['bob', 'carol', 'dan']],
    ['STAFF', ['bob', 'carol', 'dan']],
    ['Staff2', ['carol']],
    ['empty', []],
    ['none', []],
    ['"no colon"', []],
    ['"# staff"', []],
  ])('%s', (group, users) => {
    expect(members(group)).toEqual(users);
  });
});

test('credentials of another kind are none', () => {
  const tree = memoryTree({
    ...FILES,
    'conf/httpd.conf': `${MODULES_22}<Location />\nAuthType Basic\nAuthName x\nAuthUserFile conf/users\nRequire valid-user\n</Location>\n`,
  });
  const { round, possible } = ask(tree, '/x', { user: 'bob', scheme: 'digest' });
  expect(possible.map(({ answer }) => answer)).toEqual(['unauthorized']);
  expect(round?.credentialsNote).toBe('the area asks for basic credentials, not for digest ones');
});

// What a running 2.2.34 and a 2.4 answered to alice, who is in the file, and to zed, who is not.
describe('AuthBasicAuthoritative Off', () => {
  const DEFAULT = 'LoadModule authn_default_module modules/mod_authn_default.so\n';
  const OFF = 'AuthBasicAuthoritative Off';
  const answers = (lines: string, modules: string, version: Version) => {
    const text = `${modules}<Location />\nAuthType Basic\nAuthName x\n${lines}\nRequire valid-user\n</Location>\n`;
    const tree = memoryTree({ ...FILES, 'conf/httpd.conf': text });
    return ['bob', 'zed'].map((user) => {
      const { possible } = ask(tree, '/x', { user, scheme: 'basic' }, version);
      return possible.map(({ answer }) => answer).join(' or ');
    });
  };

  test.each<[lines: string, withDefault: string, without: string]>([
    ['', 'serverError serverError', 'serverError serverError'],
    [OFF, 'unauthorized unauthorized', 'serverError serverError'],
    [`${OFF}\nAuthUserFile conf/none`, 'unauthorized unauthorized', 'serverError serverError'],
    ['AuthUserFile conf/users', 'pass unauthorized', 'pass unauthorized'],
    [`${OFF}\nAuthUserFile conf/users`, 'pass unauthorized', 'pass serverError'],
    [`${OFF}\nAuthUserFile conf/users\nAuthBasicAuthoritative On`, 'pass unauthorized', 'pass unauthorized'],
    [`${OFF}\nAuthUserFile conf/users\nAuthDefaultAuthoritative Off`, 'pass serverError', 'pass serverError'],
  ])('%j', (lines, withDefault, without) => {
    const lines24 = lines.replace(/\nAuthDefault.*/, '');
    expect(answers(lines, MODULES_22 + DEFAULT, '2.2').join(' ')).toBe(withDefault);
    expect(answers(lines, MODULES_22, '2.2').join(' ')).toBe(without);
    expect(answers(lines24, MODULES_24, '2.4').join(' ')).toBe(without);
  });

  test('an inner section that names its provider starts anew in 2.2', () => {
    const text = (modules: string) =>
      `${modules}<Location />\n${OFF}\n</Location>\n<Location /x>\nAuthType Basic\nAuthName x\nAuthBasicProvider file\nRequire valid-user\n</Location>\n`;
    const reason = (modules: string, version: Version) =>
      ask(memoryTree({ ...FILES, 'conf/httpd.conf': text(modules) }), '/x', { user: 'bob' }, version).decision
        ?.reason;
    expect(reason(MODULES_22 + DEFAULT, '2.2')).toBe('Require asks for a user, but there is no AuthUserFile');
    expect(reason(MODULES_24, '2.4')).toBe('Require asks for a user, but there is no AuthUserFile');
  });

  test('says which user nobody looks up', () => {
    const text = `${MODULES_24}<Location />\nAuthType Basic\nAuthName x\n${OFF}\nAuthUserFile conf/users\nRequire valid-user\n</Location>\n`;
    const tree = memoryTree({ ...FILES, 'conf/httpd.conf': text });
    expect(ask(tree, '/x', { user: 'zed' }, '2.4').decision?.reason).toBe(
      'Require asks for a user, but zed is not in conf/users, and AuthBasicAuthoritative is off: no other module looks the user up',
    );
  });
});

// As real servers answered, 2.2.34 and 2.4.71.
describe('what the server can not ask', () => {
  const MORE = ['authn_dbm', 'authz_dbm', 'dbd', 'authn_dbd', 'authz_dbd', 'authnz_fcgi']
    .map((name) => `LoadModule ${name}_module modules/mod_${name}.so\n`)
    .join('');
  const asked = (
    lines: string,
    version: Version,
    user: string | null,
    closed: readonly string[] = [],
    files = {},
  ) => {
    const modules = (version === '2.2' ? MODULES_22 : MODULES_24) + MORE;
    const fcgi = 'AuthnzFcgiDefineProvider authnz program fcgi://localhost:10102/\n';
    const text = `${modules}User #33\nGroup #33\n${version === '2.2' ? '' : fcgi}<Location />\nAuthType Basic\nAuthName x\n${lines}\n</Location>\n`;
    const { model, reader } = memoryTree({ ...FILES, ...files, 'conf/httpd.conf': text });
    const permissionsOf = (path: string) =>
      ({ mode: closed.includes(path) ? 0o600 : 0o755, owner: 0, group: 0 }) as Permissions;
    return ask({ model, reader: { ...reader, permissionsOf } }, '/x', { user }, version);
  };
  const statuses = (...args: Parameters<typeof asked>) => asked(...args).possible.map(({ status }) => status);
  const USERS = 'AuthUserFile conf/all\n';
  const GROUPS = `${USERS}AuthGroupFile conf/none\n`;
  const DBM = 'AuthBasicProvider dbm\nAuthDBMUserFile conf/nodbm\nRequire valid-user';
  const DBM_GROUPS = `${USERS}AuthDBMGroupFile conf/nodbm\n`;

  test.each<[lines: string, user: string | null, of22: number, of24: number]>([
    [`${GROUPS}Require group staff`, 'bob', 500, 401],
    [`${GROUPS}Require group staff`, null, 401, 401],
    [`${GROUPS}Require group staff`, 'zed', 401, 401],
    [`${GROUPS}Require group staff\nRequire user bob`, 'bob', 200, 200],
    [`${GROUPS}Require group staff\nRequire user bob`, 'dan', 401, 401],
    [`${USERS}AuthGroupFile conf\nRequire group staff`, 'bob', 500, 401],
    [DBM, 'bob', 500, 500],
    [DBM, null, 401, 401],
    [`AuthBasicProvider file dbm\n${USERS}${DBM.slice(DBM.indexOf('\n') + 1)}`, 'bob', 200, 200],
    [`AuthBasicProvider file dbm\n${USERS}${DBM.slice(DBM.indexOf('\n') + 1)}`, 'zed', 500, 500],
    ['AuthBasicProvider dbd\nAuthDBDUserPWQuery "select x"\nRequire valid-user', 'bob', 500, 500],
  ])('%j, for %s: %d, %d', (lines, user, of22, of24) => {
    expect([statuses(lines, '2.2', user), statuses(lines, '2.4', user)]).toEqual([[of22], [of24]]);
  });

  test.each<[lines: string, expected: readonly number[]]>([
    [`${DBM_GROUPS}Require dbm-group staff`, [500]],
    [`${DBM_GROUPS}Require user bob\nRequire dbm-group staff`, [200]],
    [`${DBM_GROUPS}Require dbm-group staff\nRequire user bob`, [500]],
    [`${DBM_GROUPS}Require dbm-file-group`, [401, 200]],
    [`${DBM_GROUPS}<RequireAll>\nRequire user dan\nRequire dbm-group staff\n</RequireAll>`, [401]],
    [`${DBM_GROUPS}<RequireAll>\nRequire user bob\nRequire not dbm-group staff\n</RequireAll>`, [500]],
    [`${USERS}Require dbm-group staff`, [401]],
    [`${USERS}Require dbd-group staff`, [500]],
    [`${USERS}AuthzDBDQuery "select x"\nRequire dbd-group staff`, [500]],
    [`${USERS}Require program`, [401, 200]],
    [`${USERS}Require valid-user\nAuthnzFcgiCheckAuthnProvider program`, [500, 200, 401, 403]],
    [`${USERS}Require valid-user\nAuthnzFcgiCheckAuthnProvider None`, [200]],
  ])('%j, in 2.4: %j', (lines, expected) => {
    expect(statuses(lines, '2.4', 'bob')).toEqual(expected);
  });

  test('is a DBM file whose name has an ending', () => {
    const files = { 'conf/nodbm.pag': '', 'conf/nodbm.dir': '' };
    expect(statuses(DBM, '2.2', 'bob', [], files)).toEqual([200]);
    expect(statuses(`${DBM_GROUPS}Require group staff`, '2.2', 'bob', [], files)).toEqual([401, 200]);
    expect(statuses(`${DBM_GROUPS}Require group staff`, '2.2', 'bob')).toEqual([500]);
  });

  test('is a file that its user may not read', () => {
    const users = `${USERS}Require valid-user`;
    const groups = `${USERS}AuthGroupFile conf/groups\nRequire group staff`;
    for (const version of ['2.2', '2.4'] as const) {
      expect(statuses(users, version, 'bob', ['/srv/conf/all'])).toEqual([500]);
      expect(statuses(users, version, 'zed', ['/srv/conf/all'])).toEqual([500]);
      expect(statuses(users, version, null, ['/srv/conf/all'])).toEqual([401]);
    }
    expect(statuses(groups, '2.2', 'bob', ['/srv/conf/groups'])).toEqual([500]);
    expect(statuses(groups, '2.4', 'bob', ['/srv/conf/groups'])).toEqual([401]);
  });

  test('is named', () => {
    const reason = (...args: Parameters<typeof asked>) => asked(...args).decision?.reason;
    expect(reason(`${USERS}Require valid-user`, '2.2', 'bob', ['/srv/conf/all'])).toBe(
      "Require asks for a user, but the server's user may not read conf/all, where users are looked up",
    );
    expect(reason(`${GROUPS}Require group staff`, '2.2', 'bob')).toBe(
      'Require asks for a group, but there is no file conf/none to look groups up in: the server answers 500',
    );
    expect(reason(`${USERS}Require dbd-group staff`, '2.4', 'bob')).toBe(
      'Require asks for a group, but there is no AuthzDBDQuery: the server answers 500',
    );
  });
});

// As a real server answers, whoever is not logged in by a session.
test.each<[cookie: string | null, session: string, answers: number]>([
  ['s=r-user=ann&r-pw=x', 'Session On', 4],
  ['s=r-user=ann&r-pw=x', 'Session Off', 1],
  [null, 'Session On', 1],
])('a login form with the Cookie %s and %s', (cookie, session, answers) => {
  const form = `AuthType Form\nAuthName r\nAuthFormProvider file\nAuthUserFile conf/users\n${session}\nRequire valid-user`;
  const modules =
    MODULES_24 + ['auth_form', 'session'].map((name) => `LoadModule ${name}_module x.so\n`).join('');
  const tree = memoryTree({ ...FILES, 'conf/httpd.conf': `${modules}<Location />\n${form}\n</Location>\n` });
  const headers = new Map(cookie === null ? [] : [['cookie', cookie]]);
  const { possible } = ask(tree, '/x', { headers, otherHeaders: 'absent' }, '2.4');
  expect(new Set(possible.map(({ answer }) => answer)).size).toBe(answers);
});

// As a real server answers, whoever is not logged in.
describe('AuthType Form of 2.4', () => {
  const LOGIN = 'AuthFormLoginRequiredLocation http://o.test/login\n';
  const form = (inside: string, user: string | null = null) => {
    const lines = `<Location />\nAuthType Form\nAuthName x\nAuthUserFile conf/users\n${inside}\n</Location>\n`;
    return statusOf(lines, '/x', '2.4', FILES, { user });
  };

  test('who is not logged in is sent to the login page, if there is one', () => {
    expect(form('Require valid-user')).toBe(401);
    expect(form(`${LOGIN}Require valid-user`)).toBe(302);
    expect(form(`${LOGIN}Require env X`)).toBe(403);
    expect(form(`${LOGIN}Require all granted`)).toBe(200);
    expect(form(`${LOGIN}AuthType Basic\nRequire valid-user`)).toBe(401);
  });

  test('who is logged in is asked for as elsewhere', () => {
    expect(form(`${LOGIN}Require valid-user`, 'bob')).toBe(200);
    expect(form(`${LOGIN}Require valid-user`, 'ann')).toBe(302);
    expect(form(`${LOGIN}Require user carol`, 'bob')).toBe(401);
  });

  test('nobody is without an AuthName, or a module that serves it', () => {
    const lines = `<Location />\nAuthType Form\n${LOGIN}Require valid-user\n</Location>`;
    expect(statusOf(lines, '/x', '2.4', FILES)).toBe(500);
    const text = `${MODULES_24}<Location />\nAuthType Form\nAuthName x\nRequire valid-user\n</Location>`;
    const { possible } = ask(memoryTree({ 'conf/httpd.conf': text }), '/x', {}, '2.4');
    expect(possible.map(({ answer }) => answer)).toEqual(['serverError']);
  });
});
