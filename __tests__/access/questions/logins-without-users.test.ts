// Where a line is told a real 2.2.34 answered 401 to whoever logged in, and a 2.4 answered 500; where none is, both answered alike.
import { describe, expect, test } from '@jest/globals';
import { loginsWithoutUsers } from '../../../src/access/index.ts';
import { memoryTree } from '../request/memory-tree.ts';

const loads = (...names: string[]): string =>
  names.map((name) => `LoadModule ${name}_module modules/mod_${name}.so\n`).join('');
const BASIC = 'AuthType Basic\nAuthName x\n';
const OFF = 'AuthBasicAuthoritative off\n';
const ASKED = 'Require valid-user\n';
const location = (address: string, lines: string): string => `<Location ${address}>\n${lines}</Location>\n`;

function told(
  conf: string,
  modules = loads('auth_basic', 'authn_file', 'authn_dbm', 'authn_dbd', 'authnz_ldap', 'authn_default'),
  files: Readonly<Record<string, string>> = {},
): string[] {
  const { model } = memoryTree({
    'conf/httpd.conf': `${modules}DocumentRoot /srv/htdocs\n${conf}`,
    'conf/users': '',
    'htdocs/a/x.html': '',
    ...files,
  });
  return loginsWithoutUsers(model, 'exact').map(({ missing }) => missing);
}

describe('AuthBasicAuthoritative Off without a place to look users up in', () => {
  test.each([
    ['', ['AuthUserFile']],
    ['AuthBasicProvider file\n', ['AuthUserFile']],
    ['AuthBasicProvider dbm\n', ['AuthDBMUserFile']],
    ['AuthUserFile conf/users\n', []],
    ['AuthUserFile conf/users\nAuthBasicProvider file dbm\n', ['AuthDBMUserFile']],
    ['AuthBasicProvider anon\n', []],
    ['AuthBasicProvider dbd\n', ['AuthDBDUserPWQuery']],
    ['AuthBasicProvider dbd\nAuthDBDUserPWQuery "select x"\n', []],
    ['AuthBasicProvider ldap\n', ['AuthLDAPURL']],
    ['AuthBasicProvider ldap\nAuthLDAPURL ldap://a/o=x\n', []],
  ])('%j', (lines, missing) => {
    expect(told(location('/a', BASIC + OFF + lines + ASKED))).toEqual(missing);
  });

  test('is told where a user is asked for', () => {
    expect(told(location('/a', BASIC + OFF))).toEqual([]);
    expect(told(location('/', BASIC + OFF) + location('/a', ASKED))).toEqual(['AuthUserFile']);
    expect(told(location('/a', `${BASIC}${OFF}AuthType Digest\n${ASKED}`))).toEqual([]);
    expect(told(location('/a', `AuthType Basic\n${OFF}${ASKED}`))).toEqual([]);
  });

  test('is told by what is in force', () => {
    const file = 'AuthUserFile conf/users\n';
    expect(told(location('/', file) + location('/a', BASIC + OFF + ASKED))).toEqual([]);
    expect(told(location('/b', file) + location('/a', BASIC + OFF + ASKED))).toEqual(['AuthUserFile']);
    expect(told(location('/', BASIC + OFF) + location('/a', `AuthBasicAuthoritative On\n${ASKED}`))).toEqual(
      [],
    );
    expect(told(location('/', BASIC + OFF) + location('/a', `AuthBasicProvider file\n${ASKED}`))).toEqual([]);
    expect(told(location('/', BASIC + OFF) + location('/a', `AuthName y\n${ASKED}`))).toEqual([
      'AuthUserFile',
    ]);
    expect(told(location('/a', `${BASIC}${OFF}AuthBasicAuthoritative On\n${ASKED}`))).toEqual([]);
    expect(told(location('/a', `${BASIC}AuthBasicAuthoritative On\n${OFF}${ASKED}`))).toEqual([
      'AuthUserFile',
    ]);
  });

  test('is told where another line starts the LDAP settings anew', () => {
    const outer = location('/', `${BASIC}AuthLDAPURL ldap://a/o=x\n`);
    const inner = (line: string) =>
      told(outer + location('/a', `${OFF}AuthBasicProvider ldap\n${line}${ASKED}`));
    expect(inner('')).toEqual([]);
    expect(inner('AuthLDAPBindAuthoritative on\n')).toEqual(['AuthLDAPURL']);
    expect(inner('AuthzLDAPAuthoritative off\n')).toEqual(['AuthLDAPURL']);
  });

  test('is not told where a .htaccess file that counts names one', () => {
    const rules = BASIC + OFF + ASKED;
    const folder = (override: string): string =>
      `<Directory /srv/htdocs/a>\nAllowOverride ${override}\n${rules}</Directory>\n`;
    const users = { 'htdocs/a/.htaccess': 'AuthUserFile /srv/conf/users\n' };
    expect(told(folder('None'), undefined, users)).toEqual(['AuthUserFile']);
    expect(told(folder('All'), undefined, users)).toEqual([]);
  });

  test('is not where a third-party module may know the users', () => {
    const rules = location('/a', BASIC + OFF + ASKED);
    expect(told(rules, loads('auth_basic', 'authn_file', 'authn_default', 'radius_auth'))).toEqual([]);
  });

  test('is not where 2.2 had nobody to answer', () => {
    const rules = location('/a', BASIC + OFF + ASKED);
    expect(told(rules, loads('auth_basic', 'authn_file'))).toEqual([]);
    expect(told(location('/a', `${BASIC}${OFF}AuthDefaultAuthoritative Off\n${ASKED}`))).toEqual([]);
  });
});
