import type { Answer, Outcome, RequestAtoms, Witness } from '../policy/index.ts';

/** An answer that a request may get, and an example of what must be so for that. */
export interface PossibleAnswer {
  readonly answer: Answer;
  readonly example: Witness;
  /** What of the example tells it from the others; none where all is known, or where nothing is so that the others need. */
  readonly conditions: readonly string[];
}

const ANSWERS = ['pass', 'unauthorized', 'forbidden', 'serverError'] as const;

/** The answers that are possible as far as the request is known: one if all is. The most likely first: with nothing set. */
export function possibleAnswers(atoms: RequestAtoms, outcome: Outcome): PossibleAnswer[] {
  const possible = ANSWERS.flatMap((answer) => {
    const example = atoms.witness(outcome[answer]);
    return example === null ? [] : [{ answer, example }];
  });
  const isPlain = ({ example }: { readonly example: Witness }) => said(example).length === 0;
  const tells = (part: (example: Witness) => string): boolean =>
    new Set(possible.map(({ example }) => part(example))).size > 1;
  const [tellsAddress, tellsUser] = [tells(({ address }) => address), tells(userWords)];
  return possible
    .toSorted((a, b) => Number(isPlain(b)) - Number(isPlain(a)))
    .map(({ answer, example }) => ({
      answer,
      example,
      conditions: [
        ...(tellsAddress ? [`the client is ${example.address}`] : []),
        ...(tellsUser ? [userWords(example)] : []),
        ...said(example),
      ],
    }));
}

function userWords({ user }: Witness): string {
  return user === null ? 'nobody is logged in' : `${user} is logged in`;
}

/** What the answer depends on, in words; none if it is known. */
export function openQuestions(atoms: RequestAtoms, outcome: Outcome): string[] {
  return [...new Set(ANSWERS.flatMap((answer) => atoms.dependsOn(outcome[answer])))];
}

/** The parts of an example that are set. */
export function said({ hostName, env, tests }: Witness): string[] {
  return [
    ...(hostName === null ? [] : [`the client's name is ${hostName}`]),
    ...env.map((name) => `the variable ${name} is set`),
    ...tests.map((test) => `${test} holds`),
  ];
}
