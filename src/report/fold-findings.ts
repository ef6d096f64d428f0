import type { Finding } from '../migrate/index.ts';
import type { Level } from '../transform/index.ts';
import { groupBy } from '../text/index.ts';
import { firstSentence } from './phrases.ts';

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

/**
 * One entry for each message; of a kind with many messages the first few. Keeps the order. @param isScreen advice is
 * said once of a kind: messages are alike then if their first sentences are
 */
export function foldFindings(findings: readonly Finding[], isScreen = false): FoldedFinding[] {
  const folded = new Map<Finding, FoldedFinding>();
  for (const kind of groupBy(findings, kindOf).values()) {
    const groups = [...groupBy(kind, textOf).values()];
    // One more line would say no more than the one that it saves.
    const most = Math.max(MOST[kind[0].level], 2);
    const { heads, rest } = takeHeads(groups, most + 1, isScreen ? firstSentence : (message) => message);
    const isCut = heads.length > most;
    const shown = isCut ? heads.slice(0, MOST[kind[0].level]) : heads;
    const more = isCut ? [...heads.slice(shown.length).flatMap(membersOf), ...rest.flat()] : [];
    for (const [at, { group, alike }] of shown.entries()) {
      const [finding, ...same] = group;
      folded.set(finding, { finding, same, alike, more: at === shown.length - 1 ? more : [] });
    }
  }
  return findings.flatMap((finding) => folded.get(finding) ?? []);
}

type Group = readonly [Finding, ...Finding[]];

interface Head {
  readonly group: Group;
  readonly alike: readonly AlikeFinding[];
}

function membersOf({ group, alike }: Head): Finding[] {
  return [...group, ...alike.map(({ finding }) => finding)];
}

/** The first messages, each with those that differ from it in one word; and what is left after so many. */
function takeHeads(
  groups: readonly Group[],
  most: number,
  briefOf: (message: string) => string,
): { readonly heads: readonly Head[]; readonly rest: readonly Group[] } {
  const heads: Head[] = [];
  let rest = groups;
  while (heads.length < most) {
    const [first, ...others] = rest;
    if (first === undefined) break;
    const apart = wordsApart(
      briefOf(first[0].message),
      others.map(([{ message }]) => briefOf(message)),
    );
    const alike = others.flatMap((group, at) => {
      const word = apart[at];
      return typeof word === 'string' ? group.map((finding) => ({ word, finding })) : [];
    });
    heads.push({ group: first, alike });
    rest = others.filter((_, at) => apart[at] === null);
  }
  return { heads, rest };
}

function kindOf({ transform, messageId, level, applied }: Finding): string {
  return `${transform} ${messageId} ${level} ${applied}`;
}

function textOf({ message, fixTitle }: Finding): string {
  return JSON.stringify([message, fixTitle]);
}

/** Of each text the one word in which it differs from the first, at one place for all; null for texts that differ in more. */
function wordsApart(first: string, others: readonly string[]): (string | null)[] {
  const own = wordsOf(first);
  let place: number | null = null;
  return others.map((other) => {
    const words = wordsOf(other);
    const at = own.findIndex((word, index) => words[index] !== word);
    const isAlike =
      at !== -1 && words.length === own.length && own.every((word, i) => i === at || words[i] === word);
    if (!isAlike || (place !== null && at !== place)) return null;
    place = at;
    return bare(words[at]!);
  });
}

/** What is quoted, and what a template puts in, is one word. */
function wordsOf(text: string): readonly string[] {
  return text.match(/(?:`[^`]*`|<%.*?%>|\{\{.*?\}\}|\S)+/g) ?? [];
}

/** Without the comma or point that belongs to the sentence. */
function bare(word: string): string {
  return word.replace(/[,;:.]$/, '');
}
