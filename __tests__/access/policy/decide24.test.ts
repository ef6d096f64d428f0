import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  ALL_METHODS,
  type AuthState,
  type Context24,
  createAtoms,
  decide24,
  EMPTY_STATE_24,
  type HostRecord,
  merge24,
  methodSet,
  NO_AUTH,
  type Outcome,
  parseRequire,
  type RequireTree,
  type State24,
} from '../../../src/access/policy/index.ts';
import { state24 } from './arbitraries.ts';
import { interpret24 } from './interpreter24.ts';
import { answerFor, expectPartition } from './requests.ts';
import { formulaFor24, REQUESTS_24 } from './requests24.ts';

const CONTEXT: Context24 = { accessCompat: true, authTypes: new Set(['basic']) };
const BASIC: AuthState = { ...NO_AUTH, type: 'Basic' };

/** A section with these Require lines. */
function section(lines: readonly string[], rest: Partial<State24> = {}): State24 {
  const children = lines.map((line) => leaf(line));
  return { ...EMPTY_STATE_24, tree: children.length === 0 ? null : { type: 'any', children }, ...rest };
}

function leaf(line: string): RequireTree {
  const parsed = parseRequire(line);
  if ('error' in parsed) throw new Error(parsed.error);
  return parsed;
}

test('the decision is that of the C files, request by request', () => {
  const atoms = createAtoms();
  const requests = REQUESTS_24.map((request) => ({ request, formula: formulaFor24(atoms, request) }));
  fc.assert(
    fc.property(fc.array(state24, { minLength: 1, maxLength: 3 }), (sections) => {
      const state = sections.reduce(merge24, EMPTY_STATE_24);
      for (const method of ['GET', 'POST', 'PUT']) {
        const outcome = decide24(atoms, state, method, CONTEXT);
        expectPartition(atoms, outcome);
        const wrong = requests.filter(
          ({ request, formula }) =>
            request.method === method && answerFor(atoms, outcome, formula) !== interpret24(state, request),
        );
        expect(wrong).toEqual([]);
      }
    }),
    { numRuns: 200 },
  );
});

describe('AuthMerging', () => {
  const atoms = createAtoms();
  const { bdd } = atoms;
  const passes = (...sections: State24[]) =>
    decide24(atoms, sections.reduce(merge24, section([], { auth: BASIC })), 'GET', CONTEXT).pass;
  const lineFormula = (line: string) => passes(section([line]));
  const [one, five, alice] = ['ip 10.1.1.1', 'ip 127.0.0.5', 'user alice'].map(lineFormula) as [
    number,
    number,
    number,
  ];

  test('off replaces, and on its own drops', () => {
    expect(passes(section(['ip 10.1.1.1']), section(['user alice']))).toBe(alice);
    expect(merge24(section(['ip 10.1.1.1']), section([], { merging: 'off' })).tree).toBeNull();
    expect(passes(section(['ip 10.1.1.1']), section([]))).toBe(one);
  });

  test('and, or: a new root; and alone keeps', () => {
    expect(passes(section(['ip 10.1.1.1']), section(['user alice'], { merging: 'and' }))).toBe(
      bdd.and(one, alice),
    );
    expect(passes(section(['ip 10.1.1.1']), section(['user alice'], { merging: 'or' }))).toBe(
      bdd.or(one, alice),
    );
    expect(passes(section(['ip 10.1.1.1']), section([], { merging: 'and' }))).toBe(one);
  });

  test('the sections of one step are merged first, and the last operator is applied to all', () => {
    const directory = section(['ip 10.1.1.1']);
    const locations = merge24(section(['ip 127.0.0.5']), section(['user alice'], { merging: 'and' }));
    expect(passes(directory, locations)).toBe(bdd.all([one, five, alice]));
    expect(passes(directory, section(['ip 127.0.0.5']), section(['user alice'], { merging: 'and' }))).toBe(
      bdd.and(five, alice),
    );
  });

  test('and, then or, in two Locations: directory or (first or second)', () => {
    const first = section(['ip 127.0.0.5'], { merging: 'and' });
    const second = section(['user alice'], { merging: 'or' });
    expect(passes(section(['ip 10.1.1.1']), merge24(first, second))).toBe(bdd.any([one, five, alice]));
  });
});

test('a merge result keeps the operator of the inner section', () => {
  const merging = (...sections: State24[]) => sections.reduce(merge24).merging;
  const and = section([], { merging: 'and' });
  expect(merging(section(['ip 10.1.1.1']), and)).toBe('and');
  expect(merging(and, section(['ip 10.1.1.1']))).toBeNull();
  expect(merging(and, section([]))).toBeNull();
  expect(merging(section(['ip 10.1.1.1'], { merging: 'or' }), section([]))).toBe('or');
  expect(merging(section(['ip 10.1.1.1']), section(['valid-user'], { merging: 'or' }))).toBe('or');
});

describe('mod_access_compat beside a Require tree', () => {
  const atoms = createAtoms();
  const everybody: HostRecord = { orders: [], allow: [], deny: [] };
  const nobody: HostRecord = { ...everybody, deny: [{ words: ['all'], methods: ALL_METHODS }] };
  const any = [{ value: 'any' as const, methods: ALL_METHODS }];
  const decide = (...sections: State24[]): Outcome =>
    decide24(atoms, sections.reduce(merge24, EMPTY_STATE_24), 'GET', CONTEXT);
  const everyone = atoms.bdd.yes;
  const denied = section([], { compat: { host: nobody, satisfy: [] } });

  test('Satisfy any alone wipes the inherited host rules: open', () => {
    const inner = section([], { compat: { host: everybody, satisfy: any } });
    expect(decide(denied, inner).pass).toBe(everyone);
    expect(decide(denied, section(['valid-user'], { auth: BASIC }), inner).pass).toBe(everyone);
  });

  test('host rules alone wipe the inherited Satisfy', () => {
    const outer = section(['valid-user'], { auth: BASIC, compat: { host: everybody, satisfy: any } });
    expect(decide(outer, denied).forbidden).toBe(everyone);
  });

  test('Satisfy any, host denied, no Require: through', () => {
    expect(decide(section([], { compat: { host: nobody, satisfy: any } })).pass).toBe(everyone);
  });

  test('AuthType and no Require: 500, but for Satisfy any with a good address', () => {
    expect(decide(section([], { auth: BASIC })).serverError).toBe(everyone);
    const open = section([], { auth: BASIC, compat: { host: everybody, satisfy: any } });
    expect(decide(open).pass).toBe(everyone);
    expect(decide(section([], { auth: { ...NO_AUTH, type: 'None' } })).pass).toBe(everyone);
  });

  test('both tests are needed: neither lifts the other', () => {
    const granted = section(['all granted']);
    expect(decide(denied, granted).forbidden).toBe(everyone);
    const open = section([], { compat: { host: everybody, satisfy: [] } });
    expect(decide(section(['all denied']), open).forbidden).toBe(everyone);
  });

  test('without the module its directives say nothing', () => {
    expect(decide24(atoms, denied, 'GET', { ...CONTEXT, accessCompat: false }).pass).toBe(everyone);
  });
});

describe('answers', () => {
  const atoms = createAtoms();
  const decide = (state: State24, method = 'GET') => decide24(atoms, state, method, CONTEXT);

  test('users without an AuthType, and with one that no module serves: 500', () => {
    expect(decide(section(['valid-user'])).serverError).toBe(atoms.bdd.yes);
    expect(decide(section(['valid-user'], { auth: { ...NO_AUTH, type: 'Kerberos' } })).serverError).toBe(
      atoms.bdd.yes,
    );
  });

  test('a good user who may not: 401, or 403 with AuthzSendForbiddenOnFailure', () => {
    const notAlice = atoms.bdd.and(atoms.validUser, atoms.bdd.not(atoms.user('alice')));
    expect(decide(section(['user alice'], { auth: BASIC })).forbidden).toBe(atoms.bdd.no);
    expect(decide(section(['user alice'], { auth: BASIC, forbiddenOnFailure: true })).forbidden).toBe(
      notAlice,
    );
  });

  test('AuthzSendForbiddenOnFailure is inherited, and taken back', () => {
    const outer = section([], { forbiddenOnFailure: true });
    const forbidden = (inner: Partial<State24>) =>
      decide(merge24(outer, section(['user alice'], { auth: BASIC, ...inner }))).forbidden;
    expect(forbidden({})).not.toBe(atoms.bdd.no);
    expect(forbidden({ forbiddenOnFailure: false })).toBe(atoms.bdd.no);
  });

  test('a method that no line covers is granted', () => {
    const limited = section([], {
      tree: {
        type: 'any',
        children: [{ ...leaf('all denied'), methods: methodSet('only', ['POST']) } as RequireTree],
      },
    });
    expect(decide(limited).pass).toBe(atoms.bdd.yes);
    expect(decide(limited, 'POST').forbidden).toBe(atoms.bdd.yes);
  });

  test.each(['constructor x', '__proto__', 'toString', 'unix-group staff'])(
    'Require %s: a provider of others',
    (line) => {
      const outcome = decide(section([line], { auth: BASIC }));
      expectPartition(atoms, outcome);
      expect(outcome.pass).toBe(atoms.userTest(line));
    },
  );

  test('only negations, which the server takes in a .htaccess file: nobody', () => {
    const tree: RequireTree = { type: 'all', children: [leaf('not ip 10.1.1.1')] };
    expect(decide({ ...EMPTY_STATE_24, tree }).forbidden).toBe(atoms.bdd.yes);
  });

  test('host names end at a #; what no host is called matches nobody', () => {
    expect(decide(section(['host example.com # example.org'])).pass).toBe(atoms.host('example.com'));
    expect(decide(section(['host *.example.com'])).pass).toBe(atoms.bdd.no);
  });

  test('names that are looked up when asked (forward-dns): each in lower case, until a #', () => {
    const [first, second] = ['a', 'b'].map((name) => atoms.opaque(`forward-dns ${name}.example.com`));
    const { pass } = decide(section(['forward-dns a.example.com B.example.com # c']));
    expect(pass).toBe(atoms.bdd.or(first!, second!));
  });

  test('arguments that depend on the request are what is not known', () => {
    const name = '%{HTTP_HOST}.example.com';
    expect(decide(section([`host ${name}`])).pass).toBe(atoms.opaque(`host ${name}`));
    expect(decide(section([`forward-dns ${name}`])).pass).toBe(atoms.opaque(`forward-dns ${name}`));
    const asked = decide(section(['user %{HTTP_HOST}'], { auth: BASIC }));
    expect(asked.pass).toBe(atoms.userTest('user %{HTTP_HOST}'));
  });

  test('an expression is known by its text, without the quotes around all of it', () => {
    const plain = decide(section(['expr %{HTTP_HOST} == "a"'])).pass;
    expect(plain).toBe(atoms.opaque('expr %{HTTP_HOST} == "a"'));
    expect(decide(section([`expr "%{HTTP_HOST} == 'a'"`])).pass).toBe(
      atoms.opaque("expr %{HTTP_HOST} == 'a'"),
    );
    expect(decide(section(['expr "a" == %{HTTP_HOST}'])).pass).toBe(atoms.opaque('expr "a" == %{HTTP_HOST}'));
  });

  test('a list of users or groups ends at its first empty word, others do not', () => {
    const auth: AuthState = { ...BASIC, groupfile: { file: 'groups', authoritative: true } };
    const passing = (line: string) => decide(section([line], { auth })).pass;
    expect(passing('user bob "" alice')).toBe(atoms.user('bob'));
    expect(passing('group staff "" board')).toBe(atoms.userTest('group staff in groups'));
    expect(passing('role staff "" board')).toBe(atoms.userTest('role staff "" board'));
  });

  test('backslashes in the arguments of user are escapes', () => {
    expect(decide(section(['user DOM\\alice'], { auth: BASIC })).pass).toBe(atoms.user('DOMalice'));
    expect(decide(section(['user DOM\\\\alice'], { auth: BASIC })).pass).toBe(atoms.user('DOM\\alice'));
  });
});

describe('Require lines', () => {
  test.each([
    ['all GRANTED', { provider: 'all', args: 'GRANTED', negated: false }],
    ['NOT ip 10.1  10.2', { provider: 'ip', args: '10.1  10.2', negated: true }],
    ['"valid-user"', { provider: 'valid-user', args: '', negated: false }],
    ['group "the board"', { provider: 'group', args: '"the board"', negated: false }],
  ])('%s', (text, expected) =>
    expect(parseRequire(text)).toEqual({ type: 'leaf', methods: ALL_METHODS, ...expected }),
  );

  test.each([
    '',
    'not',
    'all',
    'all granted denied',
    'all "granted"',
    'ip',
    'ip 10.0.0.1 # office',
    'ip 0.0.0.0/0',
  ])('%j is refused', (text) => expect(parseRequire(text)).toHaveProperty('error'));
});
