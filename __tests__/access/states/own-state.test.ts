import { describe, expect, test } from '@jest/globals';
import type { State22, State24 } from '../../../src/access/policy/index.ts';
import {
  ALL_METHODS,
  EMPTY_STATE_22,
  EMPTY_STATE_24,
  methodSet,
  NO_AUTH,
} from '../../../src/access/policy/index.ts';
import { analysisOf } from '../../../src/access/sections/analysis.ts';
import type { AccessSection } from '../../../src/access/sections/types.ts';
import { ownState22, ownState24 } from '../../../src/access/states/own-state.ts';
import { memoryTree } from '../request/memory-tree.ts';

// What the lines of one section say by themselves to either server.

function sectionOf(lines: readonly string[]): AccessSection {
  const text = `<Location /x>\n${lines.join('\n')}\n</Location>\n`;
  const [section] = analysisOf(memoryTree(`Listen 80\n${text}`).model).sections;
  if (section === undefined) throw new Error('no section');
  return section;
}

const say22 = (...lines: string[]): State22 => ownState22(sectionOf(lines), new Map());
const say24 = (...lines: string[]): State24 => ownState24(sectionOf(lines), new Map());
const methods = ALL_METHODS;

describe('host rules and Satisfy', () => {
  test('each line in its list, with the methods that it is limited to', () => {
    const post = methodSet('only', ['POST']);
    const said = say22(
      'Order allow,deny',
      'Allow from 10.1 env=in',
      'Deny from all',
      '<Limit POST>',
      'Order Deny,Allow',
      'Allow from a.example',
      'Satisfy ANY',
      '</Limit>',
      'Satisfy all',
    );
    expect(said).toEqual({
      ...EMPTY_STATE_22,
      host: {
        orders: [
          { value: 'allow,deny', methods },
          { value: 'deny,allow', methods: post },
        ],
        allow: [
          { words: ['10.1', 'env=in'], methods },
          { words: ['a.example'], methods: post },
        ],
        deny: [{ words: ['all'], methods }],
      },
      satisfy: [
        { value: 'any', methods: post },
        { value: 'all', methods },
      ],
    });
    expect(say22('Order Mutual-Failure').host?.orders).toEqual([{ value: 'mutual-failure', methods }]);
  });

  test('2.4 has both in the record of mod_access_compat', () => {
    const host = { orders: [], allow: [], deny: [{ words: ['all'], methods }] };
    expect(say24('Deny from all')).toEqual({ ...EMPTY_STATE_24, compat: { host, satisfy: [] } });
    expect(say24('Satisfy any').compat).toEqual({
      host: { orders: [], allow: [], deny: [] },
      satisfy: [{ value: 'any', methods }],
    });
    expect(say24('AuthType Basic').compat).toBeNull();
  });
});

describe('Require', () => {
  test('2.2 has a list of texts', () => {
    expect(say22('Require user "a b" c', 'Require valid-user').requires).toEqual([
      { text: 'user "a b" c', methods },
      { text: 'valid-user', methods },
    ]);
    expect(say22('AuthType Basic').requires).toBeNull();
  });

  test('2.4 has a tree; a line that it refuses stands in it as such', () => {
    const leaf = (provider: string, args: string) => ({
      type: 'leaf',
      provider,
      args,
      negated: false,
      methods,
    });
    expect(say24('<RequireAll>', 'Require ip 10.1', 'Require ip', '</RequireAll>').tree).toEqual({
      type: 'any',
      children: [{ type: 'all', children: [leaf('ip', '10.1'), leaf('refused', '')] }],
    });
    expect(say24('AuthType Basic').tree).toBeNull();
  });

  test('other lines in a container count for the section, on the server that has containers', () => {
    const lines = ['<RequireAll>', 'AuthType Basic', 'Require valid-user', '</RequireAll>'];
    expect(say24(...lines).auth).toEqual({ ...NO_AUTH, type: 'Basic' });
    expect(say22(...lines, 'AuthName x')).toEqual(EMPTY_STATE_22);
  });

  test('what stands in guards counts where these hold', () => {
    const lines = [
      '<IfModule mod_authz_core.c>',
      '<RequireAny>',
      'Require ip 10.1',
      '<IfModule !mod_authz_core.c>',
      'Require ip 10.2',
      '</IfModule>',
      '</RequireAny>',
      '</IfModule>',
      '<IfModule !mod_authz_core.c>',
      'Deny from all',
      'Require valid-user',
      '</IfModule>',
    ];
    expect(say24(...lines)).toMatchObject({
      tree: { children: [{ type: 'any', children: [{ args: '10.1' }] }] },
      compat: null,
    });
    expect(say22(...lines)).toMatchObject({ host: { deny: [{}] }, requires: [{ text: 'valid-user' }] });
  });
});

describe('authentication', () => {
  test.each([
    [['AuthType Basic', 'AuthType Digest'], { type: 'Digest' }],
    [['AuthGroupFile /g'], { groupfile: { file: '/g', authoritative: true } }],
    [['AuthzGroupFileAuthoritative Off'], { groupfile: { file: null, authoritative: false } }],
    [
      ['AuthGroupFile /g', 'AuthzGroupFileAuthoritative on'],
      { groupfile: { file: '/g', authoritative: true } },
    ],
    [['AuthDBMGroupFile /d'], { dbm: { file: '/d', authoritative: true } }],
    [['AuthzDBMAuthoritative Off'], { dbm: { file: null, authoritative: false } }],
    [['AuthLDAPURL ldap://a/'], { ldap: { file: 'ldap://a/', authoritative: true } }],
    // Any line of the module begins its record anew.
    [['AuthLDAPBindDN cn=a'], { ldap: { file: null, authoritative: true } }],
    [['AuthzLDAPAuthoritative Off'], { ldap: { file: null, authoritative: false } }],
    [['AuthzUserAuthoritative Off'], { user: { authoritative: false } }],
    [['AuthzUserAuthoritative ON'], { user: { authoritative: true } }],
    [['AuthzOwnerAuthoritative Off'], { owner: { authoritative: false } }],
    [['AuthzDefaultAuthoritative Off'], { authzDefault: { authoritative: false } }],
    [['AuthDefaultAuthoritative Off'], { authnDefault: { authoritative: false } }],
    [['AuthName x', 'AuthUserFile /u', 'Require valid-user'], {}],
  ])('%j', (lines, auth) => {
    expect(say22(...lines).auth).toEqual({ ...NO_AUTH, ...auth });
  });
});

test('2.4 knows none of the Authoritative switches of authorization', () => {
  expect(say24('AuthzGroupFileAuthoritative Off', 'AuthzLDAPAuthoritative Off')).toEqual(EMPTY_STATE_24);
  expect(say24('AuthGroupFile /g', 'AuthzGroupFileAuthoritative Off').auth).toEqual({
    ...NO_AUTH,
    groupfile: { file: '/g', authoritative: true },
  });
});

test.each([
  [['AuthMerging And'], { merging: 'and' }],
  [['AuthMerging OR'], { merging: 'or' }],
  [['AuthMerging Or', 'AuthMerging off'], { merging: 'off' }],
  [['AuthMerging Xor'], { merging: null }],
  [['AuthzSendForbiddenOnFailure On'], { forbiddenOnFailure: true }],
  [['AuthzSendForbiddenOnFailure Off'], { forbiddenOnFailure: false }],
])('2.4 knows %j', (lines, said) => {
  expect(say24(...lines)).toEqual({ ...EMPTY_STATE_24, ...said });
});
