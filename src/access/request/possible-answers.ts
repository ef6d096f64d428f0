import type { Answer, Formula, RequestAtoms, Witness } from '../policy/index.ts';
import type { Reply } from './error-documents.ts';
import { clientStatus } from './error-documents.ts';
import type { Way } from './ways.ts';

/** An answer that a request may get, and an example of what must be so for that. */
export interface PossibleAnswer {
  readonly answer: Answer;
  readonly reply: Reply;
  /** What the client gets; null if that is not known. */
  readonly status: number | null;
  readonly example: Witness;
  /** What of the example tells it from the others; none where all is known, or where nothing is so that the others need. */
  readonly conditions: readonly string[];
}

export const ANSWERS = ['pass', 'unauthorized', 'forbidden', 'serverError'] as const;

/** The answers that are possible as far as the request is known: one if all is. The most likely first: with nothing set. */
export function possibleAnswers(atoms: RequestAtoms, cases: readonly AnswerCase[]): PossibleAnswer[] {
  const possible = cases.flatMap(({ when, ...each }) => {
    const example = atoms.witness(when);
    return example === null ? [] : [{ ...each, example }];
  });
  const isPlain = ({ example }: { readonly example: Witness }) => witnessWords(example).length === 0;
  const tells = (part: (example: Witness) => string): boolean =>
    new Set(possible.map(({ example }) => part(example))).size > 1;
  const [tellsAddress, tellsUser] = [tells(({ address }) => address), tells(userWords)];
  return possible
    .toSorted((a, b) => Number(isPlain(b)) - Number(isPlain(a)))
    .map((each) => ({
      ...each,
      conditions: [
        ...(tellsAddress ? [`the client is ${each.example.address}`] : []),
        ...(tellsUser ? [userWords(each.example)] : []),
        ...witnessWords(each.example),
      ],
    }));
}

/** What the client gets to see of an answer, and when that is so. */
export interface AnswerCase extends Pick<PossibleAnswer, 'answer' | 'reply' | 'status'> {
  readonly when: Formula;
}

/** Each once; some may never be so. */
export function casesOf(
  atoms: RequestAtoms,
  ways: readonly (Way & { readonly reply: Reply })[],
): readonly AnswerCase[] {
  const cases = new Map<string, AnswerCase>();
  for (const answer of ANSWERS) {
    for (const { when, evaluation, reply } of ways) {
      const status = clientStatus(answer, reply);
      const key = `${answer} ${status}`;
      const here = atoms.bdd.and(when, evaluation.outcome[answer]);
      const before = cases.get(key);
      if (before === undefined || atoms.bdd.isFalse(before.when)) {
        cases.set(key, { answer, reply, status, when: here });
      } else cases.set(key, { ...before, when: atoms.bdd.or(before.when, here) });
    }
  }
  return [...cases.values()];
}

function userWords({ user }: Witness): string {
  return user === null ? 'nobody is logged in' : `${user} is logged in`;
}

/** What it depends on which of the answers is given, in words; none if it is known. */
export function openQuestions(atoms: RequestAtoms, cases: readonly AnswerCase[]): string[] {
  return [...new Set(cases.flatMap(({ when }) => atoms.dependsOn(when)))];
}

/** The parts of an example that are set. */
export function witnessWords({ hostName, env, tests }: Witness): string[] {
  return [
    ...(hostName === null ? [] : [`the client's name is ${hostName}`]),
    ...env.map((name) => `the variable ${name} is set`),
    ...tests.map((test) => `${test} holds`),
  ];
}
