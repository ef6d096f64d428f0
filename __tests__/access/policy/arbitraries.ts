import fc from 'fast-check';
import type { AuthState, Context22, HostLine, MethodSet, State22 } from '../../../src/access/policy/index.ts';
import { ALL_METHODS, authzHookOrder, methodSet, NO_AUTH } from '../../../src/access/policy/index.ts';

/** Methods that the policies of these tests are asked with: two that lines name, and one that none does. */
export const METHODS = ['GET', 'POST', '*'];

export const methods: fc.Arbitrary<MethodSet> = fc.oneof(
  { arbitrary: fc.constant(ALL_METHODS), weight: 4 },
  {
    arbitrary: fc.constantFrom(
      methodSet('only', ['GET']),
      methodSet('only', ['POST']),
      methodSet('only', ['GET', 'POST']),
      methodSet('except', ['GET']),
    ),
    weight: 1,
  },
);

const word = fc.constantFrom(
  'all',
  '10.0.0.0/8',
  '10.9',
  '192.0.2.7',
  'env=bot',
  'env=!vip',
  '#',
  'ALL',
  'a,b',
);

const hostLine: fc.Arbitrary<HostLine> = fc.record({
  words: fc.array(word, { minLength: 1, maxLength: 3 }),
  methods,
});

export const hostRecord = fc.record({
  orders: fc.array(
    fc.record({
      value: fc.constantFrom('deny,allow' as const, 'allow,deny' as const, 'mutual-failure' as const),
      methods,
    }),
    { maxLength: 2 },
  ),
  allow: fc.array(hostLine, { maxLength: 2 }),
  deny: fc.array(hostLine, { maxLength: 2 }),
});

export const satisfy = fc.array(
  fc.record({ value: fc.constantFrom('all' as const, 'any' as const), methods }),
  { maxLength: 2 },
);

const requireText = fc.constantFrom(
  ...['valid-user', 'VALID-USER', 'user alice', 'user bob carol', 'User bob', 'group staff', 'Group staff'],
  ...['file-owner', 'file-group', 'nonsense', 'user'],
);

const authority = fc.option(fc.record({ authoritative: fc.boolean() }), { nil: null, freq: 2 });

function source(file: string): fc.Arbitrary<AuthState['groupfile']> {
  return fc.option(fc.record({ file: fc.constantFrom(file, file, null), authoritative: fc.boolean() }), {
    nil: null,
    freq: 3,
  });
}

export const auth: fc.Arbitrary<AuthState> = fc.record({
  type: fc.constantFrom('Basic', 'Basic', 'Basic', 'None', 'kerberos', null),
  user: authority,
  groupfile: source('groups'),
  dbm: source('dbm'),
  owner: authority,
  ldap: fc.constant(NO_AUTH.ldap),
  authzDefault: authority,
  authnDefault: authority,
});

export const state22: fc.Arbitrary<State22> = fc.record({
  host: fc.option(hostRecord, { nil: null }),
  requires: fc.option(fc.array(fc.record({ text: requireText, methods }), { minLength: 1, maxLength: 4 }), {
    nil: null,
  }),
  satisfy,
  auth,
});

export const context22: fc.Arbitrary<Context22> = fc.record({
  authzModules: fc
    .shuffledSubarray(['user', 'groupfile', 'dbm', 'owner', 'ldap'] as const)
    .map((modules) => authzHookOrder(modules)),
  authzDefault: fc.boolean(),
  authnDefault: fc.boolean(),
  authTypes: fc.constant(new Set(['basic', 'digest'])),
});
