import type { Outcome, RequestAtoms } from '../policy/index.ts';
import { branchOutcome, constantOutcome } from '../policy/index.ts';

/** What depends on too much to be told. @param test what it depends on, for people */
export function anyOutcome(atoms: RequestAtoms, test: string): Outcome {
  const [first, second] = ['', ', and those behind it'].map((rest) => atoms.opaque(test + rest));
  const [pass, unauthorized, forbidden, serverError] = (
    ['pass', 'unauthorized', 'forbidden', 'serverError'] as const
  ).map((answer) => constantOutcome(atoms, answer)) as [Outcome, Outcome, Outcome, Outcome];
  const one = branchOutcome(atoms, second!, pass, unauthorized);
  return branchOutcome(atoms, first!, one, branchOutcome(atoms, second!, forbidden, serverError));
}
