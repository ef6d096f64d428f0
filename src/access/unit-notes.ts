import type { Dropped } from './policy/index.ts';
import type { Candidate } from './rewrite/candidate.ts';
import { candidateTrees } from './rewrite/candidate.ts';

/** Words of the old lines that the new ones leave out, each once. */
export function droppedWords(candidate: Candidate): Dropped[] {
  const dropped = candidateTrees(candidate).flatMap((tree) => tree.dropped);
  return [...new Map(dropped.map((each) => [`${each.directive} ${each.text}`, each])).values()];
}
