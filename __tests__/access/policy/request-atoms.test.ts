import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  createAtoms,
  evaluateString,
  escapeString,
  joinWords,
  parseRequireIp,
  splitWords,
} from '../../../src/access/policy/index.ts';

describe('host names', () => {
  const NAMES = [
    'com',
    '.com',
    'example.com',
    '.example.com',
    'www.example.com',
    'ample.com',
    'example.org',
    'a.b',
  ];
  const HOSTS = [
    null,
    ...NAMES.filter((name) => !name.startsWith('.')),
    'x.www.example.com',
    'x.example.com',
    'x.com',
  ];

  /** `in_domain` of mod_authz_host.c. */
  function inDomain(domain: string, host: string): boolean {
    const at = host.length - domain.length;
    if (at < 0 || host.slice(at) !== domain) return false;
    return at === 0 || domain.startsWith('.') || host[at - 1] === '.';
  }

  test('a set of names is possible exactly if some host matches these and no others', () => {
    fc.assert(
      fc.property(fc.subarray(NAMES, { minLength: 1 }), fc.subarray(NAMES), (asked, held) => {
        const atoms = createAtoms();
        const tests = asked.map((name) => {
          const formula = atoms.host(name);
          return held.includes(name) ? formula : atoms.bdd.not(formula);
        });
        const isPossible = HOSTS.some((host) =>
          asked.every((name) => (host !== null && inDomain(name, host)) === held.includes(name)),
        );
        expect(atoms.witness(atoms.bdd.all(tests)) !== null).toBe(isPossible);
      }),
      { numRuns: 500 },
    );
  });

  test('names are compared without regard to case', () => {
    const atoms = createAtoms();
    expect(atoms.host('Example.COM')).toBe(atoms.host('example.com'));
  });
});

describe('nets apart', () => {
  type Atoms = ReturnType<typeof createAtoms>;
  type Question = (atoms: Atoms) => number;
  const NETS = ['10', '10.1', '10.1.2.3', '10.0.0.0/9', '192.168', '2001:db8::/32', '::/3', '::1'];
  const NAMES = ['com', '.com', 'example.com', '.example.com', 'www.example.com', 'example.org'];
  const netOf = (word: string): Question => {
    const parsed = parseRequireIp(word);
    if ('error' in parsed) throw new Error(parsed.error);
    return (atoms) => atoms.address([parsed.net]);
  };
  const atom: fc.Arbitrary<Question> = fc.oneof(
    fc.constantFrom(...NETS).map(netOf),
    fc.constantFrom(...NAMES).map(
      (name): Question =>
        (atoms) =>
          atoms.host(name),
    ),
    fc.constantFrom<Question>(
      (atoms) => atoms.env('Bot'),
      (atoms) => atoms.user('alice'),
      (atoms) => atoms.user('bob'),
      (atoms) => atoms.validUser,
    ),
  );
  const { question } = fc.letrec<{ question: Question }>((tie) => ({
    question: fc.oneof(
      { depthSize: 'medium' },
      atom,
      tie('question').map(
        (one): Question =>
          (atoms) =>
            atoms.bdd.not(one(atoms)),
      ),
      fc.tuple(fc.constantFrom('and' as const, 'or' as const), tie('question'), tie('question')).map(
        ([join, a, b]): Question =>
          (atoms) =>
            atoms.bdd[join](a(atoms), b(atoms)),
      ),
    ),
  }));
  const both = (asked: Question): boolean[] =>
    [createAtoms('apart'), createAtoms()].map((atoms) => atoms.isPossible(asked(atoms)));
  const not =
    (one: Question): Question =>
    (atoms) =>
      atoms.bdd.not(one(atoms));
  const all =
    (...questions: readonly Question[]): Question =>
    (atoms) =>
      atoms.bdd.all(questions.map((each) => each(atoms)));

  test('a request that is found there is possible', () => {
    fc.assert(
      fc.property(question, (asked) => {
        const [isFound, isPossible] = both(asked);
        expect(isFound && !isPossible).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  test('it is found by the narrowest of the nets and of the names', () => {
    const name = (text: string): Question => {
      return (atoms) => atoms.host(text);
    };
    expect(both(all(netOf('10'), netOf('10.1'), not(netOf('10.1.2.3'))))).toEqual([true, true]);
    expect(both(all(...NETS.slice(0, 7).map((word) => not(netOf(word)))))).toEqual([false, true]);
    expect(both(all(...NETS.slice(0, 5).map((word) => not(netOf(word)))))).toEqual([true, true]);
    expect(both(all(netOf('10.1'), not(netOf('10'))))).toEqual([false, false]);
    expect(both(all(netOf('10'), netOf('192.168')))).toEqual([false, false]);
    expect(both(all(netOf('10'), netOf('::1')))).toEqual([false, false]);
    expect(both(all(name('.example.com'), name('com'), not(name('www.example.com'))))).toEqual([true, true]);
    expect(both(all(name('example.com'), not(name('com'))))).toEqual([false, false]);
    expect(both(all(name('example.com'), name('example.org')))).toEqual([false, false]);
  });
});

describe('users', () => {
  test('one at a time, and with good credentials', () => {
    const atoms = createAtoms();
    const { bdd } = atoms;
    const [alice, bob] = [atoms.user('alice'), atoms.user('bob')];
    expect(bdd.and(alice, bob)).toBe(bdd.no);
    expect(bdd.and(alice, atoms.validUser)).toBe(alice);
    expect(bdd.and(atoms.userTest('group staff'), bdd.not(atoms.validUser))).toBe(bdd.no);
    expect(atoms.witness(bdd.all([atoms.validUser, bdd.not(alice), bdd.not(bob)]))?.user).toBe(
      'another user',
    );
  });
});

describe('witnesses', () => {
  test('say what matters and take example addresses for the rest', () => {
    const atoms = createAtoms();
    const { bdd } = atoms;
    const net = (word: string) => {
      const parsed = parseRequireIp(word);
      if ('error' in parsed) throw new Error(parsed.error);
      return atoms.address([parsed.net]);
    };
    expect(atoms.witness(bdd.yes)).toEqual({
      address: '192.0.2.1',
      hostName: null,
      env: [],
      user: null,
      tests: [],
    });
    expect(atoms.witness(bdd.not(net('10')))?.address).toBe('192.0.2.1');
    expect(atoms.witness(net('10.1'))?.address).toBe('10.1.2.1');
    expect(atoms.witness(net('2001:db8::/32'))?.address).toBe('2001:db8::1');
    const rest = bdd.all([
      atoms.host('.example.com'),
      atoms.env('Bot'),
      atoms.user('alice'),
      atoms.userTest('group staff in /etc/groups'),
      atoms.opaque('expr true'),
    ]);
    expect(atoms.witness(rest)).toEqual({
      address: '192.0.2.1',
      hostName: 'host.example.com',
      env: ['Bot'],
      user: 'alice',
      tests: ['group staff in /etc/groups', 'expr true'],
    });
    expect(atoms.witness(bdd.and(atoms.env('BOT'), bdd.not(atoms.env('bot'))))).toBeNull();
  });
});

describe('words and string expressions', () => {
  test.each([
    [`a "b c" 'd e'`, ['a', 'b c', 'd e']],
    [`"a\\"b" 'a\\"b' a\\"b`, ['a"b', 'a\\"b', 'a\\"b']],
    ['a\\\\b "a\\\\b" "a\\b"', ['a\\b', 'a\\b', 'a\\b']],
    ['"open ended', ['open ended']],
    ['a\tb\nc\vd\fe\rf  g', ['a', 'b', 'c', 'd', 'e', 'f', 'g']],
    ['a\bb', ['a\bb']],
    ['"a"b', ['a', 'b']],
    ['""x "" y', ['', 'x', '', 'y']],
  ])('%s', (text, words) => expect(splitWords(text)).toEqual(words));

  const text = fc.string({ unit: fc.constantFrom('a', '1', '\\', '"', "'", ' ', '%', '{', '$', 'n', '}') });

  test('joined words split into the same words', () => {
    fc.assert(fc.property(fc.array(text), (words) => expect(splitWords(joinWords(words))).toEqual(words)));
  });

  test('an escaped text evaluates to itself', () => {
    fc.assert(fc.property(text, (any) => expect(evaluateString(escapeString(any))).toBe(any)));
    expect(escapeString('plain 100% $HOME {x}')).toBe('plain 100% $HOME {x}');
  });

  test('escapes and what depends on the request', () => {
    expect(evaluateString('DOM\\alice \\141 \\\\ \\n')).toBe('DOMalice a \\ \n');
    for (const dynamic of ['%{REMOTE_USER}', 'a$1', '\\\\%{X}']) expect(evaluateString(dynamic)).toBeNull();
    expect(evaluateString('\\%{X}')).toBe('%{X}');
  });
});
