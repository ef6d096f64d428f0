import { expect, test } from '@jest/globals';
import { statusOf } from './status-of.ts';

// <AuthzProviderAlias> of 2.4: each as a real server answers.

const ALIASES = `<AuthzProviderAlias env net X>
</AuthzProviderAlias>
<AuthzProviderAlias ip here 10.1.2.3>
</AuthzProviderAlias>
<AuthzProviderAlias ip here 192.0.2.1>
</AuthzProviderAlias>
<AuthzProviderAlias user boss "ann eve">
</AuthzProviderAlias>
<IfDefine Never>
<AuthzProviderAlias all boss granted>
</AuthzProviderAlias>
</IfDefine>
<AuthzProviderAlias group staff staff>
AuthGroupFile /srv/conf/groups
</AuthzProviderAlias>
<AuthzProviderAlias group team staff>
</AuthzProviderAlias>
`;
const BASIC = 'AuthType Basic\nAuthName x\nAuthUserFile conf/users\n';
const FILES = { 'htdocs/x': '', 'conf/users': 'ann:x\nbob:x\n', 'conf/groups': 'staff: ann\n' };

function status(requires: string, user: string | null = null, client = '192.0.2.1') {
  const lines = `${ALIASES}<Location />\n${requires}\n</Location>\n`;
  return statusOf(lines, '/x', '2.4', FILES, { user, client });
}

test('what an alias stands for asks for no user where its provider does not', () => {
  expect(status('Require net')).toBe(403);
  expect(status('AuthBasicProvider file\nRequire net')).toBe(403);
  expect(status('Require here')).toBe(200);
  expect(status('Require here', null, '10.1.2.3')).toBe(403);
  expect(status('<RequireAll>\nRequire all granted\nRequire not here\n</RequireAll>')).toBe(403);
});

test('and for one where it does', () => {
  expect(status('Require boss')).toBe(500);
  expect(status(`${BASIC}Require boss`)).toBe(401);
  expect(status(`${BASIC}Require boss`, 'ann')).toBe(200);
  expect(status(`${BASIC}Require boss`, 'bob')).toBe(401);
  expect(status(`${BASIC}<RequireAll>\nRequire net\nRequire boss\n</RequireAll>`, 'ann')).toBe(403);
});

test('settings of the place that names the alias count where it has none', () => {
  expect(status(`${BASIC}AuthGroupFile conf/groups\nRequire team`, 'ann')).toBe(200);
  expect(status(`${BASIC}AuthGroupFile conf/groups\nRequire team`, 'bob')).toBe(401);
});

test('what depends on settings of the alias is not told', () => {
  expect(status(`${BASIC}Require staff`)).toBe(401);
  expect(status(`${BASIC}Require staff`, 'ann')).toEqual([401, 200]);
});
