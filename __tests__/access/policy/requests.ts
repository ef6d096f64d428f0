import { expect } from '@jest/globals';
import type { Answer, Formula, Outcome, RequestAtoms } from '../../../src/access/policy/index.ts';
import { parseRequireIp } from '../../../src/access/policy/index.ts';

/** One request, fully known: what the interpreters of these tests decide, one at a time. */
export interface Request {
  readonly address: string;
  readonly env: ReadonlySet<string>;
  /** Null: no or bad credentials. */
  readonly user: string | null;
  /** What is true of the user: the texts of user tests. */
  readonly userTests: ReadonlySet<string>;
}

export const ADDRESSES = ['10.0.0.1', '10.9.0.1', '192.0.2.7'];
export const VARIABLES = ['bot', 'vip'];
export const USERS = ['alice', 'bob', 'carol'];
export const USER_TESTS = [
  'group staff in groups',
  'dbm-group staff in dbm',
  'file-group in groups',
  'dbm-file-group in dbm',
  'file-owner',
];

/** Every request that the policies of these tests can tell apart by address, variables and user; alice with user tests. */
export function allRequests(userTestSets: readonly (readonly string[])[]): Request[] {
  return ADDRESSES.flatMap((address) =>
    [[], ['bot'], ['vip'], ['bot', 'vip']].flatMap((env) =>
      [null, ...USERS].flatMap((user) =>
        (user === 'alice' ? userTestSets : [[]]).map((userTests) => ({
          address,
          env: new Set(env),
          user,
          userTests: new Set(userTests),
        })),
      ),
    ),
  );
}

/** The formula that holds for this request only, as far as the vocabulary goes. Tests that ask for no user are false. */
export function requestFormula(
  atoms: RequestAtoms,
  { address, env, user, userTests }: Request,
  vocabulary: readonly string[] = USER_TESTS,
  opaque: readonly string[] = [],
): Formula {
  const { bdd } = atoms;
  const net = parseRequireIp(address);
  if ('error' in net) throw new Error(net.error);
  const literal = (test: Formula, holds: boolean): Formula => (holds ? test : bdd.not(test));
  const ofUser = (): Formula[] => [
    ...vocabulary.map((text) => literal(atoms.userTest(text), userTests.has(text))),
    atoms.user(user!),
  ];
  return bdd.all([
    atoms.address([net.net]),
    ...VARIABLES.map((name) => literal(atoms.env(name), env.has(name))),
    ...opaque.map((text) => bdd.not(atoms.opaque(text))),
    ...(user === null ? [bdd.not(atoms.validUser)] : ofUser()),
  ]);
}

/** What an outcome says about a request; throws if it leaves that open. */
export function answerFor(atoms: RequestAtoms, outcome: Outcome, request: Formula): Answer {
  const answer = (['pass', 'unauthorized', 'forbidden', 'serverError'] as const).find(
    (each) => !atoms.bdd.isFalse(atoms.bdd.and(outcome[each], request)),
  );
  if (answer === undefined || !isWithin(atoms, request, outcome[answer])) {
    throw new Error('the vocabulary of the test does not tell all requests apart');
  }
  return answer;
}

function isWithin({ bdd }: RequestAtoms, inner: Formula, outer: Formula): boolean {
  return bdd.and(inner, outer) === inner;
}

/** The four answers exclude each other and leave nothing out. */
export function expectPartition({ bdd }: RequestAtoms, outcome: Outcome): void {
  const parts = [outcome.pass, outcome.unauthorized, outcome.forbidden, outcome.serverError];
  expect(bdd.any(parts)).toBe(bdd.yes);
  for (const [i, a] of parts.entries()) {
    for (const b of parts.slice(i + 1)) expect(bdd.and(a, b)).toBe(bdd.no);
  }
}
