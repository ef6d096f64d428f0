import type { Outcome, RequestAtoms } from '../policy/index.ts';

/** What comes out where those whom `first` lets through meet `next`. */
export function throughOutcome({ bdd }: RequestAtoms, first: Outcome, next: Outcome): Outcome {
  const refused = (answer: keyof Outcome) => bdd.or(first[answer], bdd.and(first.pass, next[answer]));
  return {
    pass: bdd.and(first.pass, next.pass),
    unauthorized: refused('unauthorized'),
    forbidden: refused('forbidden'),
    serverError: refused('serverError'),
  };
}
