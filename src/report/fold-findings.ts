import type { Finding } from '../migrate/index.ts';
import type { Level } from '../transform/index.ts';
import { groupBy } from '../text/index.ts';

/** A finding that is listed, with all that goes with it. */
export interface FoldedFinding {
  readonly finding: Finding;
  /** Findings that say the very same of other places. */
  readonly same: readonly Finding[];
  /** Findings that say the same but for one word, each with its own. */
  readonly alike: readonly AlikeFinding[];
  /** After the last listed one of its kind: those of the kind that are not. */
  readonly more: readonly Finding[];
}

export interface AlikeFinding {
  readonly word: string;
  readonly finding: Finding;
}

/** So many messages of one kind are listed: errors must be settled one by one, notes are for the eye that passes by. */
const MOST: Readonly<Record<Level, number>> = { error: 10, warning: 1, info: 1 };

/** One entry for each message; of a kind with many messages the first few. Keeps the order. */
export function foldFindings(findings: readonly Finding[]): FoldedFinding[] {
  const folded = new Map<Finding, FoldedFinding>();
  for (const kind of groupBy(findings, kindOf).values()) {
    const [first, ...others] = [...groupBy(kind, textOf).values()];
    if (first === undefined) continue;
    const words = wordsApart(
      first[0].message,
      others.map(([{ message }]) => message),
    );
    const alike =
      words === null
        ? []
        : others.flatMap((group, at) => group.map((finding) => ({ word: words[at]!, finding })));
    const messages = words === null ? [first, ...others] : [first];
    const most = MOST[kind[0].level];
    // One more line would say no more than the one that it saves.
    const shown = messages.length <= Math.max(most, 2) ? messages : messages.slice(0, most);
    const more = messages.slice(shown.length).flat();
    for (const [at, [finding, ...same]] of shown.entries()) {
      folded.set(finding, { finding, same, alike, more: at === shown.length - 1 ? more : [] });
    }
  }
  return findings.flatMap((finding) => folded.get(finding) ?? []);
}

function kindOf({ transform, messageId, level, applied }: Finding): string {
  return `${transform} ${messageId} ${level} ${applied}`;
}

function textOf({ message, fixTitle }: Finding): string {
  return JSON.stringify([message, fixTitle]);
}

/** The one word of each text in which it differs from the first; null unless all differ in that word alone. */
function wordsApart(first: string, others: readonly string[]): string[] | null {
  const own = first.split(' ');
  const all = others.map((other) => other.split(' '));
  const at = own.findIndex((word, place) => all.some((words) => words[place] !== word));
  const isAlike = (words: readonly string[]) =>
    words.length === own.length && words.every((word, place) => place === at || word === own[place]);
  if (all.length === 0 || at === -1 || !all.every(isAlike)) return null;
  return all.map((words) => bare(words[at]!));
}

/** Without the comma or point that belongs to the sentence. */
function bare(word: string): string {
  return word.replace(/[,;:.]$/, '');
}
