import type { Evaluation } from './evaluate-request.ts';
import type { RequestTree } from './request-tree.ts';
import type { Round } from './round.ts';

/** The round whose rules gave the answer, or on which it depends; null if no rule was asked. */
export function decidingRound(
  { atoms: { bdd } }: RequestTree,
  { rounds, outcome }: Evaluation,
): Round | null {
  const asked = rounds.filter(({ early }) => early === null);
  // An index file that is passed over decides nothing, unless no later one is served.
  const refusing = bdd.isTrue(outcome.pass) ? [] : asked.filter((round) => !bdd.isTrue(round.outcome.pass));
  const [first] = refusing;
  return first?.why === 'request' ? first : (refusing.at(-1) ?? asked[0] ?? null);
}
