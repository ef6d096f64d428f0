import { expect, test } from '@jest/globals';
import type { Answer, Outcome, RequestAtoms } from '../../../src/access/policy/index.ts';
import { constantOutcome, createAtoms, firstDifference } from '../../../src/access/policy/index.ts';

/** Who is answered how, by the user who asks; everybody else the last way. */
function outcome(atoms: RequestAtoms, answers: Readonly<Record<string, Answer>>, others: Answer): Outcome {
  const { bdd } = atoms;
  const set = (name: string) => atoms.user(name);
  const some = bdd.any(Object.keys(answers).map(set));
  const of = (answer: Answer) =>
    bdd.or(
      bdd.any(Object.entries(answers).flatMap(([name, each]) => (each === answer ? [set(name)] : []))),
      answer === others ? bdd.not(some) : bdd.no,
    );
  return {
    pass: of('pass'),
    unauthorized: of('unauthorized'),
    forbidden: of('forbidden'),
    serverError: of('serverError'),
  };
}

test('equal outcomes have no difference', () => {
  const atoms = createAtoms();
  const made = () => outcome(atoms, { a: 'forbidden' }, 'pass');
  expect(firstDifference(atoms, made(), made())).toBeNull();
  const all = (['pass', 'unauthorized', 'forbidden', 'serverError'] as const).map((answer) =>
    constantOutcome(atoms, answer),
  );
  for (const each of all) expect(firstDifference(atoms, each, each)).toBeNull();
});

test.each([
  // Openings before closings before other refusals.
  [
    { a: 'pass', b: 'forbidden', c: 'unauthorized' },
    { a: 'forbidden', b: 'pass', c: 'forbidden' },
    'b',
    'forbidden',
    'pass',
  ],
  [
    { a: 'pass', b: 'forbidden', c: 'unauthorized' },
    { a: 'serverError', b: 'forbidden', c: 'forbidden' },
    'a',
    'pass',
    'serverError',
  ],
  // Some are refused in the same way on both sides.
  [
    { a: 'unauthorized', b: 'unauthorized' },
    { a: 'unauthorized', b: 'forbidden' },
    'b',
    'unauthorized',
    'forbidden',
  ],
  [
    { a: 'serverError', b: 'serverError' },
    { a: 'serverError', b: 'unauthorized' },
    'b',
    'serverError',
    'unauthorized',
  ],
] as const)('%j and %j differ for %s first: %s, %s', (before, after, name, was, is) => {
  const atoms = createAtoms();
  const found = firstDifference(atoms, outcome(atoms, before, 'pass'), outcome(atoms, after, 'pass'));
  expect(found).toMatchObject({ before: was, after: is });
  expect(found?.witness.user).toBe(name);
});

test('no request differs that cannot be: nobody has two users, nor two names side by side', () => {
  const atoms = createAtoms();
  const { bdd } = atoms;
  const nobody = bdd.any([
    bdd.and(atoms.user('anna'), atoms.user('ben')),
    bdd.and(atoms.host('a.example'), atoms.host('b.example')),
  ]);
  const pass = constantOutcome(atoms, 'pass');
  expect(firstDifference(atoms, pass, { ...pass, pass: bdd.not(nobody), forbidden: nobody })).toBeNull();
});
