import { describe, expect, test } from '@jest/globals';
import type { Version } from '../../../src/access/index.ts';
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
  expect(area(`${lines}\n${needed}`)('bob').answer).toBe('pass');
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
