import type { Guard } from '../../model/index.ts';
import type { CompatRepair } from '../compat/repair.ts';
import { repairedState } from '../compat/repair.ts';
import type { MethodTree, State24 } from '../policy/index.ts';
import { printTrees } from '../policy/index.ts';
import type { World } from '../worlds.ts';
import { isLive } from '../worlds.ts';
import { methodTreesAsOne } from './method-trees.ts';

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

/** The lines to write; a tab at the start is one level of indentation. */
export function candidateLines(candidate: Candidate): string[] {
  switch (candidate.type) {
    case 'text':
      return [...mergingLine(candidate), ...printTrees(candidate.trees)];
    case 'guarded':
      return [...guardedLines(candidate, ''), ...guardedLines(candidate, '!')];
    default:
      return [];
  }
}

function mergingLine({ merging }: TextCandidate): string[] {
  return merging === null ? [] : [`AuthMerging ${merging === 'and' ? 'And' : 'Or'}`];
}

function guardedLines({ guard, holds, fails }: GuardedCandidate, sign: '' | '!'): string[] {
  const lines = candidateLines(sign === '' ? holds : fails).map((line) => `\t${line}`);
  const name = guard.node.open.name.value;
  const test = `${sign}${guard.test.replace(/^!/, '')}`;
  return lines.length === 0 ? [] : [`<${name} ${test}>`, ...lines, `</${name}>`];
}

/** All trees of the candidate's texts. */
export function candidateTrees(candidate: Candidate): readonly MethodTree[] {
  if (candidate.type === 'guarded') {
    return [...candidateTrees(candidate.holds), ...candidateTrees(candidate.fails)];
  }
  return candidate.type === 'text' ? candidate.trees : [];
}

export function isByCases(candidate: Candidate): boolean {
  if (candidate.type === 'guarded') return isByCases(candidate.holds) || isByCases(candidate.fails);
  return candidate.type === 'text' && candidate.isByCases;
}

/**
 * What a 2.4 server would read in the section in one world.
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
      return { ...rest, compat: null, tree: null };
    case 'text':
      return textState(candidate, rest, isLive(guards, '2.4', world));
    case 'compat':
      return repairedState(candidate, rest, isLive(guards, '2.4', world));
    case 'guarded': {
      const chosen = isLive([positiveGuard(candidate.guard)], '2.4', world)
        ? candidate.holds
        : candidate.fails;
      return candidateState(chosen, rest, [], world);
    }
  }
}

/** The guard that asks the same question without `!`. */
export function positiveGuard(guard: Guard): Guard {
  return { ...guard, test: guard.test.replace(/^!/, '') };
}

function textState({ merging, trees }: TextCandidate, rest: State24, isRead: boolean): State24 {
  const own = { ...rest, compat: null };
  if (!isRead) return { ...own, tree: null };
  return { ...own, merging, tree: methodTreesAsOne(trees) };
}
