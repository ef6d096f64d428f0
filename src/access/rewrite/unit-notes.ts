import { hasPlaceholder } from '../../syntax/index.ts';
import { flatMap, rememberWeakly } from '../../text/index.ts';
import type { Dropped } from '../policy/index.ts';
import { classifyAllowWord } from '../policy/index.ts';
import type { Candidate } from './candidate.ts';
import { candidateTrees } from './candidate.ts';
import type { UnitPlan } from './plan.ts';
import type { AccessLine } from '../sections/types.ts';

/** Words of the old lines that the new ones leave out, each once. */
export const droppedWords: (candidate: Candidate) => readonly Dropped[] = rememberWeakly((candidate) => {
  const dropped = flatMap(candidateTrees(candidate), (tree) => tree.dropped).filter(
    ({ text }) => !hasPlaceholder(text),
  );
  return [...new Map(dropped.map((each) => [`${each.directive} ${each.text}`, each])).values()];
});

/**
 * Words of Allow and Deny that the servers take for names of hosts, and that look like none: without a dot, and not
 * localhost. Each once, with its line.
 */
export function oddHostNames({ remove }: UnitPlan): { readonly line: AccessLine; readonly word: string }[] {
  const found: { readonly line: AccessLine; readonly word: string }[] = [];
  for (const line of remove) {
    if (line.name !== 'allow' && line.name !== 'deny') continue;
    const { args } = line;
    for (let i = 1; i < args.length; i++) {
      const word = args[i]!;
      if (isOddHostName(word) && args.indexOf(word, 1) === i) found.push({ line, word });
    }
  }
  return found;
}

/** As /etc/hosts has them; Debian's own status.conf asks for the second. */
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', 'ip6-localhost', 'ip6-loopback']);

function isOddHostName(word: string): boolean {
  const read = classifyAllowWord(word);
  return read.kind === 'host' && !read.name.includes('.') && !LOOPBACK.has(read.name.toLowerCase());
}
