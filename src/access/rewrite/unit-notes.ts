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

/** A word, or some, of an Allow or Deny line. */
export interface LineWords {
  readonly line: AccessLine;
  readonly words: readonly string[];
}

/** The line among those that go where such a word stands in front of any comment; null if another section has it. */
export function lineOfDropped({ remove }: UnitPlan, { directive, text }: Dropped): AccessLine | null {
  const name = directive.toLowerCase();
  const isOf = (line: AccessLine): boolean => {
    if (line.name !== name) return false;
    if (name === 'require') return line.args.join(' ') === text;
    const at = line.args.indexOf(text, 1);
    return at !== -1 && at < commentStart(line.args);
  };
  return remove.find((line) => isOf(line)) ?? null;
}

/** What looks like a comment after the words of Allow and Deny: each of its words is one more host to 2.2. */
export function commentsOfHosts({ remove }: UnitPlan): LineWords[] {
  const found: LineWords[] = [];
  for (const line of remove) {
    if (!isHostLine(line)) continue;
    const start = commentStart(line.args);
    if (start < line.args.length) found.push({ line, words: line.args.slice(start) });
  }
  return found;
}

/** Words of Allow and Deny that the servers take for names of hosts, and that look like none: without a dot, and not localhost. */
export function oddHostNames({ remove }: UnitPlan): LineWords[] {
  const found: LineWords[] = [];
  for (const line of remove) {
    if (!isHostLine(line)) continue;
    const end = commentStart(line.args);
    const words = line.args.filter((word, at) => at > 0 && at < end && isOddHostName(word));
    if (words.length > 0) found.push({ line, words: [...new Set(words)] });
  }
  return found;
}

function isHostLine({ name }: AccessLine): boolean {
  return name === 'allow' || name === 'deny';
}

/** Behind `from`; the number of words if none begins with `#`. */
function commentStart(args: readonly string[]): number {
  const at = args.findIndex((word, index) => index > 0 && word.startsWith('#'));
  return at === -1 ? args.length : at;
}

/** As /etc/hosts has them; Debian's own status.conf asks for the second. */
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', 'ip6-localhost', 'ip6-loopback']);

function isOddHostName(word: string): boolean {
  const read = classifyAllowWord(word);
  return read.kind === 'host' && !read.name.includes('.') && !LOOPBACK.has(read.name.toLowerCase());
}
