import { describe, expect, test } from '@jest/globals';
import type { Context22, State22, State24 } from '../../../src/access/policy/index.ts';
import {
  ALL_METHODS,
  EMPTY_STATE_22,
  EMPTY_STATE_24,
  methodSet,
  NO_AUTH,
  parseRequire,
} from '../../../src/access/policy/index.ts';
import type { RequireTree } from '../../../src/access/policy/index.ts';
import { createComparison } from '../../../src/access/proof/decide.ts';
import { START_22, START_24 } from '../../../src/access/states/walk-state.ts';
import { limitedWork, TooMuchWork } from '../../../src/access/work.ts';

// What is in force on both servers, compared for every request.

const USERS_FIRST: Context22 = {
  authzModules: ['user', 'groupfile'],
  authzDefault: true,
  authnDefault: true,
  authTypes: new Set(['basic']),
};
const GROUPS_FIRST: Context22 = { ...USERS_FIRST, authzModules: ['groupfile', 'user'] };
const CONTEXT_24 = { accessCompat: false, authTypes: new Set(['basic']) };

const auth = { ...NO_AUTH, type: 'Basic', groupfile: { file: 'groups', authoritative: true } };
const POST = methodSet('only', ['POST']);

const walk22 = (state: Partial<State22>, failed = false) => ({
  ...START_22,
  failed,
  state: { ...EMPTY_STATE_22, auth, ...state },
});
const walk24 = (state: Partial<State24>, failed = false) => ({
  ...START_24,
  failed,
  state: { ...EMPTY_STATE_24, auth, ...state },
});
const requires = (...lines: string[]) => lines.map((text) => ({ text, methods: ALL_METHODS }));
const tree = (...lines: string[]): RequireTree => ({
  type: 'any',
  children: lines.map((line) => parseRequire(line, ALL_METHODS) as RequireTree),
});
const BOTH = ['user bob', 'group staff'];

describe('where the order of the modules of 2.2 is not known', () => {
  const comparisons = () =>
    [
      createComparison([USERS_FIRST], CONTEXT_24),
      createComparison([USERS_FIRST, GROUPS_FIRST], CONTEXT_24),
    ] as const;
  const asked = walk22({ requires: requires(...BOTH) });

  test('2.4 is matched against every order', () => {
    const [known, open] = comparisons();
    const after = walk24({ tree: tree('user bob') });
    expect(known.difference(asked, after)).toBeNull();
    expect(open.difference(asked, after)).toMatchObject({ before: 'unauthorized', after: 'pass' });
    const one = walk22({ requires: requires('user bob') });
    expect(open.difference(one, after)).toBeNull();
  });

  test('what is answered depends on it where lines of several modules stand beside each other', () => {
    const [known, open] = comparisons();
    expect([known.isAmbiguous(asked), open.isAmbiguous(asked)]).toEqual([false, true]);
    expect(open.isAmbiguous(walk22({ requires: requires('user bob') }))).toBe(false);
    expect(open.isAmbiguous(walk22({}))).toBe(false);
    // With one method it does, with the others it does not.
    const limited = [
      { text: 'user bob', methods: ALL_METHODS },
      { text: 'group staff', methods: POST },
    ];
    expect(open.isAmbiguous(walk22({ requires: limited }))).toBe(true);
    expect(open.isAmbiguous(walk22({ requires: requires(...BOTH) }, true))).toBe(false);
  });
});

describe('which requests are compared', () => {
  const granted = walk24({ tree: tree('all granted') });

  test('those of each method that either side names, and of one that nobody names', () => {
    const { difference } = createComparison([USERS_FIRST], CONTEXT_24);
    const deny = (methods: typeof POST) => ({
      orders: [],
      allow: [],
      deny: [{ words: ['all'], methods }],
    });
    expect(difference(walk22({ host: deny(POST) }), granted)).toMatchObject({ method: 'POST' });
    expect(difference(walk22({ host: deny(methodSet('except', ['GET'])) }), granted)).toMatchObject({
      method: '*',
    });
    expect(difference(walk22({ host: deny(ALL_METHODS) }), granted)).toMatchObject({ method: 'GET' });
    expect(difference(walk22({}), walk24({ tree: tree('method GET PUT') }))).toMatchObject({ method: '*' });
    expect(difference(walk22({}), granted)).toBeNull();
  });

  test('a file that is refused is a 500, whatever it says', () => {
    const { difference } = createComparison([USERS_FIRST], CONTEXT_24);
    expect(difference(walk22({}, true), walk24({}, true))).toBeNull();
    expect(difference(walk22({}, true), granted)).toMatchObject({ before: 'serverError', after: 'pass' });
    expect(difference(walk22({}), { ...granted, failed: true })).toMatchObject({
      before: 'pass',
      after: 'serverError',
    });
  });
});

test('addresses are told apart by what they hold, not by how they are written', () => {
  const { difference, differs, letsMoreIn } = createComparison([USERS_FIRST], CONTEXT_24);
  const allow = (...words: string[]) =>
    walk22({
      host: {
        orders: [],
        allow: [{ words, methods: ALL_METHODS }],
        deny: [{ words: ['all'], methods: ALL_METHODS }],
      },
    });
  const halves = allow('10.0.0.0/9', '10.128.0.0/9');
  expect(difference(halves, walk24({ tree: tree('ip 10.0.0.0/8') }))).toBeNull();
  expect(difference(halves, walk24({ tree: tree('ip 10.128.0.0/9', 'ip 10.0.0.0/9') }))).toBeNull();
  expect(difference(halves, walk24({ tree: tree('ip 10.0.0.0/9') }))).toMatchObject({
    witness: { address: '10.128.2.1' },
    before: 'pass',
    after: 'forbidden',
  });
  const answers = [
    ['ip 10.0.0.0/8', false],
    ['ip 10.0.0.0/9', true],
    ['ip 10.0.0.0/8 2001:db8::1', true],
    ['all granted', true],
  ] as const;
  for (const [line, isOther] of answers) {
    expect([line, differs(halves, walk24({ tree: tree(line) }))]).toEqual([line, isOther]);
  }
  expect(letsMoreIn(halves, allow('10.0.0.0/8'))).toBe(false);
  expect(letsMoreIn(allow('10.0.0.0/8'), allow('10.0.0.0/9'))).toBe(true);
});

test('whom GET keeps out and another method lets in', () => {
  const { isStricterWithGet } = createComparison([USERS_FIRST], CONTEXT_24);
  const denied = (net: string, methods: typeof POST) => ({
    host: { orders: [], allow: [], deny: [{ words: [net], methods }] },
  });
  expect(isStricterWithGet(walk22({}))).toBe(false);
  expect(isStricterWithGet(walk22(denied('all', ALL_METHODS)))).toBe(false);
  expect(isStricterWithGet(walk22(denied('10.1', POST)))).toBe(false);
  expect(isStricterWithGet(walk22(denied('10.1', methodSet('only', ['GET']))))).toBe(true);
  // Nobody names PUT, but it is another method.
  expect(isStricterWithGet(walk22(denied('10.1', methodSet('except', ['POST', 'PUT']))))).toBe(true);
  expect(isStricterWithGet(walk22(denied('10.1', methodSet('except', ['POST', 'PUT']))), ['POST'])).toBe(
    true,
  );
  expect(isStricterWithGet(walk22(denied('10.1', methodSet('only', ['GET', 'POST']))))).toBe(true);
  expect(isStricterWithGet(walk22(denied('10.1', methodSet('only', ['GET', 'POST']))), ['POST'])).toBe(false);
});

test('it ends where the words of the states are too many', () => {
  const long = walk22({ requires: requires(`user ${'bob '.repeat(4000)}`) });
  const { difference } = createComparison([USERS_FIRST], CONTEXT_24, limitedWork(20));
  expect(difference(walk22({}), walk24({ tree: tree('all granted') }))).toBeNull();
  expect(() => difference(long, walk24({ tree: tree('user bob') }))).toThrow(TooMuchWork);
  expect(() => difference(walk22({}), walk24({ tree: tree(`user ${'bob '.repeat(4000)}`) }))).toThrow(
    TooMuchWork,
  );
});
