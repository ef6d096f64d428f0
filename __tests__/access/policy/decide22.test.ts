import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  ALL_METHODS,
  authzHookOrder,
  type Context22,
  createAtoms,
  decide22,
  EMPTY_STATE_22,
  isForeignWord,
  merge22,
  methodSet,
  NO_AUTH,
  type State22,
  withSatisfyInForce,
} from '../../../src/access/policy/index.ts';
import { context22, METHODS, state22 } from './arbitraries.ts';
import { interpret22 } from './interpreter22.ts';
import { allRequests, answerFor, expectPartition, requestFormula, USER_TESTS } from './requests.ts';

const ATOMS = createAtoms();
const TESTS = [...USER_TESTS, 'ldap-user bob in url', 'ldap-group staff in url', 'nonsense'];
const REQUESTS = allRequests([[], ...TESTS.map((text) => [text]), TESTS]).map((request) => ({
  request,
  formula: requestFormula(ATOMS, request, TESTS),
}));

const STOCK: Context22 = {
  authzModules: ['user', 'groupfile'],
  authzDefault: true,
  authnDefault: true,
  authTypes: new Set(['basic']),
};

test('the decision is that of the C files, request by request', () => {
  fc.assert(
    fc.property(state22, context22, fc.constantFrom(...METHODS), (state, context, method) => {
      const outcome = decide22(ATOMS, state, method, context);
      expectPartition(ATOMS, outcome);
      const wrong = REQUESTS.filter(
        ({ request, formula }) =>
          answerFor(ATOMS, outcome, formula) !== interpret22(state, method, context, request),
      );
      expect(wrong).toEqual([]);
    }),
    { numRuns: 400 },
  );
});

test('what of Satisfy is in force decides alone, here and further in', () => {
  fc.assert(
    fc.property(state22, state22, context22, fc.constantFrom(...METHODS), (outer, inner, context, method) => {
      const plain = withSatisfyInForce(outer);
      const decide = (state: State22) => decide22(ATOMS, state, method, context);
      expect(decide(plain)).toEqual(decide(outer));
      expect(decide(merge22(plain, inner))).toEqual(decide(merge22(outer, inner)));
      expect(plain.satisfy.length).toBeLessThanOrEqual(outer.satisfy.length);
    }),
    { numRuns: 400 },
  );
  const slot = (value: 'any' | 'all') => ({ value, methods: ALL_METHODS });
  const satisfyOf = (...values: readonly ('any' | 'all')[]) =>
    withSatisfyInForce({ ...EMPTY_STATE_22, satisfy: values.map(slot) }).satisfy;
  expect(satisfyOf('any', 'all')).toEqual([]);
  expect(satisfyOf('all', 'any')).toEqual([slot('any')]);
});

describe('several Require lines (access_checker order)', () => {
  const state: State22 = {
    ...EMPTY_STATE_22,
    requires: [
      { text: 'user bob', methods: ALL_METHODS },
      { text: 'group staff', methods: ALL_METHODS },
    ],
    auth: { ...NO_AUTH, type: 'Basic', groupfile: { file: 'groups', authoritative: true } },
  };
  const who = (changes: Partial<State22['auth']>, context: Context22) => {
    const atoms = createAtoms();
    const { pass } = decide22(atoms, { ...state, auth: { ...state.auth, ...changes } }, 'GET', context);
    return { pass, bob: atoms.user('bob'), staff: atoms.userTest('group staff in groups'), bdd: atoms.bdd };
  };

  test('mod_authz_user first: only bob', () => {
    const { pass, bob } = who({}, STOCK);
    expect(pass).toBe(bob);
  });

  test('mod_authz_groupfile first: only staff', () => {
    const { pass, staff } = who({}, { ...STOCK, authzModules: ['groupfile', 'user'] });
    expect(pass).toBe(staff);
  });

  test('the first one not authoritative: alternatives', () => {
    const { pass, bob, staff, bdd } = who({ user: { authoritative: false } }, STOCK);
    expect(pass).toBe(bdd.or(bob, staff));
  });

  /** Who passes these lines, as user tests that are alternatives. */
  const expectAlternatives = (
    lines: readonly string[],
    authzModules: Context22['authzModules'],
    tests: readonly string[],
    changes: Partial<State22['auth']> = {},
  ) => {
    const atoms = createAtoms();
    const requires = lines.map((text) => ({ text, methods: ALL_METHODS }));
    const auth = { ...state.auth, ...changes };
    const { pass } = decide22(atoms, { ...state, requires, auth }, 'GET', { ...STOCK, authzModules });
    expect(pass).toBe(atoms.bdd.any(tests.map((text) => atoms.userTest(text))));
  };

  test("a file's group that is not met ends the matter for the lines behind it", () => {
    const lines = ['user bob', 'group board', 'file-group', 'group staff'];
    const tests = ['group board in groups', 'file-group in groups'];
    expectAlternatives(lines, ['owner', 'groupfile'], tests);
    const groupfile = { file: 'groups', authoritative: false };
    expectAlternatives(lines, ['owner', 'groupfile'], [...tests, 'group staff in groups'], { groupfile });
  });

  test('no AuthLDAPURL: mod_authnz_ldap declines', () => {
    const ldap = { file: null, authoritative: true };
    expectAlternatives(['ldap-user bob', 'group staff'], ['ldap', 'groupfile'], ['group staff in groups'], {
      ldap,
    });
  });

  test("a file's group in capitals, which mod_authz_owner does not see, lets nobody in", () => {
    expectAlternatives(['File-group'], ['owner', 'groupfile'], []);
  });

  test('a third-party module ends the matter for all others, or leaves them to the modules behind it', () => {
    const lines = ['role admin', 'group staff'];
    expectAlternatives(lines, ['foreign', 'groupfile'], ['role admin']);
    expectAlternatives(lines, ['foreign-declining', 'groupfile'], ['role admin', 'group staff in groups']);
  });

  test('mod_shib takes all Require lines of its AuthType as alternatives, before the modules of httpd', () => {
    const requires = ['group staff', 'affiliation staff', 'shib-attr entitlement a', 'User bob'].map(
      (text) => ({
        text,
        methods: ALL_METHODS,
      }),
    );
    const decide = (type: string, hasShibboleth: boolean) => {
      const context = { ...STOCK, authTypes: new Set(['shibboleth', 'other']), hasShibboleth };
      return decide22(ATOMS, { ...state, requires, auth: { ...state.auth, type } }, 'GET', context).pass;
    };
    const tests = ['group staff in groups', 'shib-attr affiliation staff', 'shib-attr entitlement a'];
    expect(decide('Shibboleth', true)).toBe(ATOMS.bdd.any(tests.map((text) => ATOMS.userTest(text))));
    expect(decide('other', true)).toBe(decide('other', false));
    expect(decide('Shibboleth', false)).toBe(decide('other', false));
  });

  test('no group file: mod_authz_groupfile declines', () => {
    const { pass, bob } = who({ groupfile: null }, { ...STOCK, authzModules: ['groupfile', 'user'] });
    expect(pass).toBe(bob);
  });
});

describe('merging', () => {
  const host = (allow: string): State22 => ({
    ...EMPTY_STATE_22,
    host: { orders: [], allow: [{ words: [allow], methods: ALL_METHODS }], deny: [] },
  });

  test('the host record is taken whole, Require replaced, Satisfy slot by slot', () => {
    const outer: State22 = {
      ...host('10.0.0.0/8'),
      requires: [{ text: 'valid-user', methods: ALL_METHODS }],
      satisfy: [{ value: 'any', methods: ALL_METHODS }],
    };
    const inner: State22 = {
      ...host('all'),
      satisfy: [{ value: 'all', methods: methodSet('only', ['POST']) }],
    };
    const merged = merge22(outer, inner);
    expect(merged.host).toBe(inner.host);
    expect(merged.requires).toBe(outer.requires);
    expect(merged.satisfy.map(({ value }) => value)).toEqual(['any', 'all']);
  });

  test('it is associative, and the empty section changes nothing', () => {
    fc.assert(
      fc.property(state22, state22, state22, (a, b, c) => {
        expect(merge22(merge22(a, b), c)).toEqual(merge22(a, merge22(b, c)));
        expect(merge22(a, EMPTY_STATE_22)).toEqual(a);
      }),
    );
  });
});

test.each([
  ['role', true],
  ['Role', true],
  ['', false],
  ['not', false],
  ['Valid-User', false],
  ['file-owner', false],
  ['LDAP-anything', false],
  ['ip', false],
])('Require %s is served by a third-party module only: %s', (word, isForeign) => {
  expect(isForeignWord(word)).toBe(isForeign);
});

test('the order of the hooks follows LoadModule, but for named predecessors', () => {
  expect(authzHookOrder(['dbm', 'groupfile', 'owner', 'user'])).toEqual([
    'owner',
    'dbm',
    'groupfile',
    'user',
  ]);
  expect(authzHookOrder(['user', 'groupfile', 'owner'])).toEqual(['user', 'owner', 'groupfile']);
  expect(authzHookOrder(['owner', 'user'])).toEqual(['owner', 'user']);
  expect(authzHookOrder(['user', 'ldap'])).toEqual(['ldap', 'user']);
});
