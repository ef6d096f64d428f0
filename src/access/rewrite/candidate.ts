import type { Guard } from '../../model/index.ts';
import type { CompatRepair } from './compat-repair.ts';
import { repairedState, methodTreesAsOne } from './compat-repair.ts';
import type { InPlaceCandidate } from './in-place.ts';
import { inPlaceState } from './in-place.ts';
import type { MethodTree, State24 } from '../policy/index.ts';
import { printTrees } from '../policy/index.ts';
import { choiceTags } from '../../syntax/index.ts';
import { flatMap, rememberWeakly } from '../../text/index.ts';
import { DEFINED_WORDS } from '../sections/either-values.ts';
import type { World } from '../sections/worlds.ts';
import { isLive } from '../sections/worlds.ts';
import type { AccessSection, FolderSection } from '../sections/types.ts';
import { nameAsked } from '../../model/index.ts';

/** What could stand in a section in place of its 2.2 lines. */
export type Candidate =
  /** All lines as they are. */
  | { readonly type: 'untouched' }
  /** Its Require lines as they are, without the host rules. */
  | { readonly type: 'keep' }
  /** No line: what is inherited says it already. */
  | { readonly type: 'nothing' }
  | TextCandidate
  | GuardedCandidate
  | SplitCandidate
  | InPlaceCandidate
  /** The host rules stay with mod_access_compat. */
  | CompatRepair;

/** New lines. */
export interface TextCandidate {
  readonly type: 'text';
  readonly merging: 'and' | 'or' | null;
  readonly trees: readonly MethodTree[];
  /** The lines tell folders, files or hosts apart by expressions, because what is inherited differs. */
  readonly isByCases: boolean;
}

/** One text where a guard that is not decided holds, and another where it doesn't. */
export interface GuardedCandidate {
  readonly type: 'guarded';
  readonly guard: Guard;
  readonly holds: Candidate;
  readonly fails: Candidate;
}

/** One text, and the section once more, with another one, where requests arrive for which the first is not right. */
export interface SplitCandidate {
  readonly type: 'split';
  readonly rest: Candidate;
  /** Outer ones before inner ones. */
  readonly copies: readonly SectionCopy[];
}

export interface SectionCopy {
  readonly of: AccessSection;
  readonly place: CopyPlace;
  /** Says all that has to hold there, whatever is inherited. */
  readonly text: TextCandidate;
}

/** A Files section can stand inside the section of a folder, a Location of an address behind the one of an outer address. */
export type CopyPlace =
  | { readonly type: 'inside'; readonly section: FolderSection }
  | { readonly type: 'behind'; readonly address: string };

/** The lines to write; a tab at the start is one level of indentation. Printed once for all sections that get them. */
export const candidateLines: (candidate: Candidate) => readonly string[] = rememberWeakly(printCandidate);

function printCandidate(candidate: Candidate): readonly string[] {
  switch (candidate.type) {
    case 'text':
      return [...mergingLine(candidate), ...printTrees(candidate.trees)];
    case 'guarded':
      return choiceLines(candidate) ?? guardLines(candidate);
    case 'split':
      return candidateLines(candidate.rest);
    default:
      return [];
  }
}

function mergingLine({ merging }: TextCandidate): string[] {
  return merging === null ? [] : [`AuthMerging ${merging === 'and' ? 'And' : 'Or'}`];
}

/** In the tags of the template that asks. */
function choiceLines({ guard: { asker }, holds, fails }: GuardedCandidate): string[] | null {
  const tags = asker === undefined ? null : choiceTags(asker);
  if (asker === undefined || tags === null) return null;
  const [first, second] = (asker.isNegated ? [fails, holds] : [holds, fails]).map((each) =>
    candidateLines(each).map((line) => `\t${line}`),
  );
  const otherwise = second?.length === 0 ? [] : [...tags.otherwise.split('\n'), ...(second ?? [])];
  return [tags.open, ...(first ?? []), ...otherwise, tags.end];
}

/** Names that are asked for are defined once, outside of all that asks. */
function guardLines(candidate: GuardedCandidate): string[] {
  const lines = [...guardedLines(candidate, ''), ...guardedLines(candidate, '!')];
  return candidate.guard.ofValue === undefined ? lines : [...DEFINED_WORDS, ...lines];
}

function guardedLines({ guard, holds, fails }: GuardedCandidate, sign: '' | '!'): string[] {
  const inside = candidateLines(sign === '' ? holds : fails);
  const own = guard.ofValue === undefined ? inside : inside.filter((line) => !DEFINED_WORDS.includes(line));
  const lines = own.map((line) => `\t${line}`);
  const name = guard.node.open.name.value;
  const test = `${sign}${positiveGuard(guard).test}`;
  return lines.length === 0 ? [] : [`<${name} ${test}>`, ...lines, `</${name}>`];
}

/** The copies of the section that are to be written besides. */
export function copiesOf(candidate: Candidate): readonly SectionCopy[] {
  return candidate.type === 'split' ? candidate.copies : NO_COPIES;
}

const NO_COPIES: readonly SectionCopy[] = [];

/** All texts that the candidate writes, if it is not one itself. */
function textsIn(candidate: Exclude<Candidate, TextCandidate>): readonly TextCandidate[] {
  switch (candidate.type) {
    case 'guarded':
      return [candidate.holds, candidate.fails].flatMap(textsOf);
    case 'split':
      return [...textsOf(candidate.rest), ...candidate.copies.map(({ text }) => text)];
    default:
      return NO_TEXTS;
  }
}

const NO_TEXTS: readonly TextCandidate[] = [];

function textsOf(candidate: Candidate): readonly TextCandidate[] {
  return candidate.type === 'text' ? [candidate] : textsIn(candidate);
}

/** All trees of the candidate's texts. */
export function candidateTrees(candidate: Candidate): readonly MethodTree[] {
  return flatMap(textsOf(candidate), ({ trees }) => trees);
}

/** Whether it builds on what 2.4 has in force outside of the section. */
export function isMerged(candidate: Candidate): boolean {
  // Of most, asked for each section that is told of.
  if (candidate.type === 'text') return candidate.merging !== null;
  return textsIn(candidate).some(({ merging }) => merging !== null);
}

/** Whether expressions tell cases apart. */
export function isByCases(candidate: Candidate): boolean {
  if (candidate.type === 'text' || candidate.type === 'compat') return candidate.isByCases;
  return textsIn(candidate).some((text) => text.isByCases);
}

/**
 * What a 2.4 server would read in the section itself in one world.
 * @param rest what its other lines say
 * @param guards those around the new lines
 */
export function candidateState(
  candidate: Candidate,
  rest: State24,
  guards: readonly Guard[],
  world: World,
): State24 {
  switch (candidate.type) {
    case 'untouched':
      return rest;
    case 'keep':
      return { ...rest, compat: null };
    case 'nothing':
      return { ...rest, compat: null, tree: null, merging: null };
    case 'text':
      return textState(candidate, rest, isLive(guards, '2.4', world));
    case 'split':
      return candidateState(candidate.rest, rest, guards, world);
    case 'compat':
      return repairedState(candidate, rest, isLive(guards, '2.4', world));
    case 'in-place':
      return inPlaceState(candidate, rest, world);
    case 'guarded':
      return candidateState(chosenIn(candidate, world), rest, [], world);
  }
}

/** The text of the guard's answer in one world. */
export function chosenIn({ guard, holds, fails }: GuardedCandidate, world: World): Candidate {
  return isLive([positiveGuard(guard)], '2.4', world) ? holds : fails;
}

/** The guard that asks the same question without `!`. */
export function positiveGuard(guard: Guard): Guard {
  return { ...guard, test: nameAsked(guard) };
}

function textState({ merging, trees }: TextCandidate, rest: State24, isRead: boolean): State24 {
  const own = { ...rest, compat: null };
  if (!isRead) return { ...own, tree: null, merging: null };
  return { ...own, merging, tree: methodTreesAsOne(trees) };
}
