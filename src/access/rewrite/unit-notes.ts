import { hasPlaceholder } from '../../syntax/index.ts';
import type { Dropped } from '../policy/index.ts';
import { classifyAllowWord } from '../policy/index.ts';
import type { Candidate } from './candidate.ts';
import { candidateTrees } from './candidate.ts';
import type { UnitPlan } from './plan.ts';
import type { AccessLine } from '../sections/types.ts';

/** Words of the old lines that the new ones leave out, each once. */
export function droppedWords(candidate: Candidate): Dropped[] {
  const dropped = candidateTrees(candidate)
    .flatMap((tree) => tree.dropped)
    .filter(({ text }) => !hasPlaceholder(text));
  return [...new Map(dropped.map((each) => [`${each.directive} ${each.text}`, each])).values()];
}

/**
 * Words of Allow and Deny that the servers take for names of hosts, and that look like none: without a dot, and not
 * localhost. Each once, with its line.
 */
export function oddHostNames({ remove }: UnitPlan): { readonly line: AccessLine; readonly word: string }[] {
  const lists = remove.filter(({ name }) => name === 'allow' || name === 'deny');
  return lists.flatMap((line) => {
    const odd = line.args.slice(1).filter(isOddHostName);
    return [...new Set(odd)].map((word) => ({ line, word }));
  });
}

function isOddHostName(word: string): boolean {
  const read = classifyAllowWord(word);
  return read.kind === 'host' && !read.name.includes('.') && read.name.toLowerCase() !== 'localhost';
}
