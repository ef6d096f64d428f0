import type { Evaluation } from './evaluate-request.ts';
import type { RequestTree } from './request-tree.ts';
import type { Round } from './round.ts';

/** The round whose rules gave the answer, or on which it depends; null if no rule was asked. */
export function decidingRound(
  { atoms: { bdd } }: RequestTree,
  { rounds, outcome, beside }: Evaluation,
): Round | null {
  const asked = rounds.filter(({ early }) => early === null);
  const isOpen = bdd.isTrue(outcome.pass);
  const refusing = asked.filter((round) => !bdd.isTrue(round.outcome.pass));
  // An index file that is passed over decides nothing, unless no later one is served.
  if (isOpen || (beside !== null && refusing.length === 0))
    return asked.find(({ why }) => why !== 'index') ?? null;
  const [first] = refusing;
  return first?.why === 'request' ? first : (refusing.at(-1) ?? asked[0] ?? null);
}
