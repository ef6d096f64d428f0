import fc from 'fast-check';
import type {
  AuthState,
  AuthzModule,
  Context22,
  HostLine,
  MethodSet,
  RequireLeaf,
  RequireTree,
  State22,
  State24,
} from '../../../src/access/policy/index.ts';
import { ALL_METHODS, authzHookOrder, methodSet } from '../../../src/access/policy/index.ts';

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

const word22 = fc.constantFrom(
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

function hostRecordOf(word: fc.Arbitrary<string>) {
  const line: fc.Arbitrary<HostLine> = fc.record({
    words: fc.array(word, { minLength: 1, maxLength: 3 }),
    methods,
  });
  const order = fc.constantFrom('deny,allow' as const, 'allow,deny' as const, 'mutual-failure' as const);
  return fc.record({
    orders: fc.array(fc.record({ value: order, methods }), { maxLength: 2 }),
    allow: fc.array(line, { maxLength: 2 }),
    deny: fc.array(line, { maxLength: 2 }),
  });
}

export const satisfy = fc.array(
  fc.record({ value: fc.constantFrom('all' as const, 'any' as const), methods }),
  { maxLength: 2 },
);

const requireText = fc.constantFrom(
  'valid-user',
  'VALID-USER',
  'user alice',
  'user bob carol',
  'User bob',
  'group staff',
  'Group staff',
  'file-owner',
  'file-group',
  'File-group',
  'nonsense',
  'not nonsense',
  'user',
  'all granted',
  'ldap-user bob',
  'ldap-group staff',
  'ldap-nonsense',
  'LDAP-user bob',
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
  ldap: source('url'),
  authzDefault: authority,
  authnDefault: authority,
});

export const state22: fc.Arbitrary<State22> = fc.record({
  host: fc.option(hostRecordOf(word22), { nil: null }),
  requires: fc.option(fc.array(fc.record({ text: requireText, methods }), { minLength: 1, maxLength: 4 }), {
    nil: null,
  }),
  satisfy,
  auth,
});

export const context22: fc.Arbitrary<Context22> = fc.record({
  authzModules: fc
    .constantFrom('foreign' as const, 'foreign-declining' as const)
    .chain((foreign) =>
      fc.shuffledSubarray<AuthzModule>(['user', 'groupfile', 'dbm', 'owner', 'ldap', foreign]),
    )
    .map((modules) => authzHookOrder(modules)),
  authzDefault: fc.boolean(),
  authnDefault: fc.boolean(),
  authTypes: fc.constant(new Set(['basic', 'digest'])),
});

/** The lines of 2.4 that the interpreter and the real server's fixture know. Written `provider args`. */
export const EXPRESSION = `expr "%{REMOTE_USER} == 'alice'"`;
export const LINES_24 = [
  'all granted',
  'all denied',
  'all GRANTED',
  'ip 127.0.0.1',
  'ip 127.0.0.2/31 10',
  'env bot',
  'env vip BOT',
  'valid-user',
  'user alice',
  'user "bob" carol',
  'group staff',
  'group "the board"',
  EXPRESSION,
  'method GET',
  'method POST PUT',
  'local',
];

const leaf: fc.Arbitrary<RequireLeaf> = fc
  .tuple(fc.constantFrom(...LINES_24), methods)
  .map(([line, mask]) => leafFrom(line, mask));

function leafFrom(line: string, mask: MethodSet): RequireLeaf {
  const [, provider = '', args = ''] = /^(\S+) ?(.*)$/.exec(line) ?? [];
  return { type: 'leaf', provider, args, negated: false, methods: mask };
}

/** What a server takes: negations in `all` only, beside something positive. */
const { positive } = fc.letrec<{ positive: RequireTree; negative: RequireTree }>((tie) => {
  const some = fc.array(tie('positive'), { minLength: 1, maxLength: 2 });
  const none = some.map((children): RequireTree => ({ type: 'none', children }));
  const not = leaf.map((line): RequireTree => ({ ...line, negated: true }));
  const any = some.map((children): RequireTree => ({ type: 'any', children }));
  const all = fc
    .tuple(some, fc.array(tie('negative'), { maxLength: 2 }), fc.boolean())
    .map(([yes, no, first]): RequireTree => ({
      type: 'all',
      children: first ? [...yes, ...no] : [...no, ...yes],
    }));
  return {
    positive: fc.oneof({ maxDepth: 3, depthSize: 'small' }, leaf, any, all),
    negative: fc.oneof({ maxDepth: 3, depthSize: 'small' }, not, none),
  };
});

const root: fc.Arbitrary<RequireTree> = fc
  .array(positive, { minLength: 1, maxLength: 3 })
  .map((children) => ({ type: 'any', children }));

const compat = fc.record({
  host: hostRecordOf(
    fc.constantFrom('all', '127.0.0.1', '127.0.0.2/31', '10.0.0.0/8', 'env=bot', 'env=!vip'),
  ),
  satisfy,
});

/** One section of 2.4; many of them set only one thing. */
export const state24: fc.Arbitrary<State24> = fc.record({
  tree: fc.option(root, { nil: null }),
  merging: fc.constantFrom(null, null, null, 'off' as const, 'and' as const, 'or' as const),
  forbiddenOnFailure: fc.constantFrom(null, null, null, true, false),
  compat: fc.option(compat, { nil: null, freq: 1 }),
  auth: fc.record({
    ...Object.fromEntries(
      (['user', 'dbm', 'owner', 'ldap', 'authzDefault', 'authnDefault'] as const).map((k) => [
        k,
        fc.constant(null),
      ]),
    ),
    type: fc.constantFrom('Basic', 'basic', 'None', 'kerberos', null, null),
    groupfile: fc.constantFrom(null, { file: 'GROUPS', authoritative: true }),
  }) as fc.Arbitrary<AuthState>,
});
