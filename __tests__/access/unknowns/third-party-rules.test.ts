import { describe, expect, test } from '@jest/globals';
import { MAIN, mainAfter, migrated } from '../../migrate/migrated.ts';

const HEAD = 'ServerRoot /srv/httpd\nListen 80\n';

function server(loads: string, lines: string): string {
  const load = loads === '' ? '' : `LoadModule ${loads}\n`;
  return `${HEAD}${load}<Directory /srv/www>\n    Order allow,deny\n    Allow from all\n${lines}</Directory>\n`;
}

function unknownsOf(text: string): readonly string[] {
  const { findings } = migrated({ [MAIN]: text });
  return findings
    .filter(({ transform, level }) => transform === 'unknown' && level === 'error')
    .map(({ messageId, position }) => `${messageId} ${position?.line}`);
}

describe('Require lines that a third-party module answers', () => {
  const LOGIN = '    AuthType Basic\n    AuthName a\n    AuthUserFile conf/users\n';

  test.each([
    ['authz_unixgroup_module modules/mod_authz_unixgroup.so', '    AuthzUnixgroup On\n'],
    ['', '    AuthzUnixgroup On\n'],
    ['auth_pam_module modules/mod_auth_pam.so', ''],
    ['mysql_auth_module modules/mod_auth_mysql.so', '    AuthMySQLEnable On\n'],
    ['authnz_external_module modules/mod_authnz_external.so', '    GroupExternal pwauth\n'],
    ['auth_pgsql_module modules/mod_auth_pgsql.so', ''],
  ])('%s %s: the line stays, and is an error', (load, line) => {
    const text = server(load, `${LOGIN}${line}    Require group staff\n`);
    const result = migrated({ [MAIN]: text });
    expect(mainAfter(result, text)).toContain('    Require group staff\n');
    expect(mainAfter(result, text)).not.toContain('Order');
    expect(mainAfter(result, text)).not.toContain('valid-user');
    expect(result.refused).toEqual([]);
    expect(unknownsOf(text)).toHaveLength(1);
  });

  test('groups of a file are known, whatever is loaded', () => {
    const text = server(
      'auth_pam_module modules/mod_auth_pam.so',
      `${LOGIN}    AuthGroupFile conf/groups\n    Require group staff\n`,
    );
    expect(unknownsOf(text)).toEqual([]);
  });

  test('beside another kind of line, which of them counts is not known, in whatever order the modules are loaded', () => {
    const loads = ['auth_basic', 'authz_user', 'authz_groupfile'].map((name) => `${name}_module m.so`);
    const load = [...loads, 'auth_pam_module modules/mod_auth_pam.so'].join('\nLoadModule ');
    const lines = '    Require group staff\n    Require user ann\n';
    const { refused, findings } = migrated({ [MAIN]: server(load, LOGIN + lines) });
    expect(refused.length).toBeGreaterThan(0);
    expect(findings.map(({ messageId }) => messageId)).not.toContain('dropped');
    const ofFile = server(load, `${LOGIN}    AuthGroupFile conf/groups\n${lines}`);
    expect(migrated({ [MAIN]: ofFile }).refused).toEqual([]);
  });

  test('without such a module nobody is in a group of no file', () => {
    expect(unknownsOf(server('', `${LOGIN}    Require group staff\n`))).toEqual([]);
  });

  test('ShibRequireAll makes conditions of alternatives', () => {
    const lines =
      '    AuthType shibboleth\n    ShibRequireAll On\n    Require user ann\n    Require group staff\n';
    expect(unknownsOf(server('mod_shib modules/mod_shib_22.so', lines))).toEqual(['module 8']);
    expect(unknownsOf(server('', lines.replace('All On', 'All Off')))).toEqual([]);
  });

  test('Satisfy any beside what Subversion decides', () => {
    const lines = `${LOGIN}    AuthzSVNAccessFile /srv/authz\n    Require valid-user\n`;
    expect(unknownsOf(server('', lines))).toEqual([]);
    expect(unknownsOf(server('', `${lines}    Satisfy any\n`))).toEqual(['module 9']);
  });
});
