import type { Guard } from '../../model/index.ts';
import { isNegated, nameAsked } from '../../model/index.ts';
import { hasPlaceholder } from '../../syntax/index.ts';
import { flatMap } from '../../text/index.ts';
import type { RequireTree } from '../policy/index.ts';
import { asWritten } from '../policy/index.ts';
import type { AccessLine, AccessSection } from '../sections/types.ts';
import { isContainer } from '../sections/types.ts';
import type { Candidate } from './candidate.ts';
import { candidateTrees } from './candidate.ts';
import { guardsOfText } from './old-lines.ts';

/**
 * The words that a loop of a template puts values into, each with the loops around each of its lines: `{{ net }}` of `{% for net in nets %}`
 * has a value only there.
 */
export type LoopValues = ReadonlyMap<string, readonly ReadonlySet<string>[]>;

export const NO_LOOP_VALUES: LoopValues = new Map();

export function loopValuesOf(sections: readonly AccessSection[]): LoopValues {
  const repeated = flatMap(sections, linesOf).filter(({ guards }) => guards.some(isLoop));
  if (repeated.length === 0) return NO_LOOP_VALUES;
  const found = new Map<string, ReadonlySet<string>[]>();
  for (const word of repeated.flatMap(wordsWithTags)) found.set(word, []);
  for (const line of flatMap(sections, linesOf)) {
    const loops = loopsAmong(line.guards);
    for (const word of line.args) found.get(asWritten(word))?.push(loops);
  }
  return found;
}

function linesOf({ entries }: AccessSection): AccessLine[] {
  return entries.filter((entry): entry is AccessLine => !isContainer(entry));
}

function wordsWithTags({ args, occurrence: { file } }: AccessLine): string[] {
  return args.map(asWritten).filter((word) => hasPlaceholder(word, file.document.engine));
}

/**
 * Whether the new lines of the candidate say what its lines in loops said: the engine has a value for each word where they are to stand, and
 * nobody whom one round keeps out is let in by the next one, for its lines are alternatives.
 */
export function keepsRounds(candidate: Candidate, section: AccessSection, values: LoopValues): boolean {
  if (values.size === 0) return true;
  const outside = loopsAmong(section.guards);
  const around = loopsAmong([...section.guards, ...guardsOfText(section)]);
  const isRepeated = around.size > outside.size;
  const isKnown = (word: string): boolean =>
    values.get(word)?.some((loops) => [...loops].every((loop) => around.has(loop))) !== false;
  return candidateTrees(candidate).every(
    ({ tree }) => wordsOf(tree, values).every(isKnown) && !(isRepeated && keepsOut(tree)),
  );
}

function keepsOut(tree: RequireTree): boolean {
  return tree.type === 'leaf' ? tree.negated : tree.type === 'none' || tree.children.some(keepsOut);
}

/** Those of the words that the tree asks for. */
function wordsOf(tree: RequireTree, values: LoopValues): string[] {
  if (tree.type !== 'leaf') return tree.children.flatMap((child) => wordsOf(child, values));
  if (PLAIN.test(tree.args)) return [];
  const written = asWritten(tree.args);
  return [...values.keys()].filter((word) => written.includes(word));
}

/** No tag is written so. */
const PLAIN = /^[\w .:/-]*$/;

function loopsAmong(guards: readonly Guard[]): ReadonlySet<string> {
  return new Set(guards.filter(isLoop).map(nameAsked));
}

function isLoop(guard: Guard): boolean {
  return guard.asker?.isLoop === true && !isNegated(guard);
}
