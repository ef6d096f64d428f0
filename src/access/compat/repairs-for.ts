import { distinct } from '../../text/index.ts';
import type { MethodTree, SatisfySlots, State22 } from '../policy/index.ts';
import {
  EMPTY_STATE_22,
  isSatisfyAny,
  methodSet,
  namedMethods,
  OTHER_METHODS,
  requiresFor,
} from '../policy/index.ts';
import type { Planning } from '../rewrite/planning.ts';
import { treesOf } from '../rewrite/planning.ts';
import type { CompatRepair } from '../rewrite/compat-repair.ts';
import { NO_HOST_RULES, NO_REPAIR } from '../rewrite/compat-repair.ts';

type Planner = Pick<Planning, 'context' | 'work'>;

/** What is known of a section for which lines are sought. */
export interface RepairQuestion {
  /** What is in force behind it, one for each state in which requests come. */
  readonly effective: readonly State22[];
  /** Whether some requests bring a Require tree of 2.4 with them. */
  readonly hasTree: boolean;
}

/**
 * What could be written for a section, the smallest change first. Nothing here is known to be right: each is tried
 * against every state in which requests come to the section.
 */
export function repairsFor(question: RepairQuestion, planning: Planner): CompatRepair[] {
  const all = question.effective.flatMap((state) => repairsOf(state, question, planning));
  return [NO_REPAIR, ...distinct(all)].toSorted((a, b) => changes(a) - changes(b));
}

function changes({ host, satisfy, trees }: CompatRepair): number {
  return [host, satisfy, trees].filter((part) => part !== null).length;
}

function repairsOf(state: State22, { hasTree }: RepairQuestion, planning: Planner): CompatRepair[] {
  const hosts = [null, state.host ?? NO_HOST_RULES];
  const trees = [null, ...requiredTrees(state, hasTree, planning)];
  return hosts.flatMap((host) =>
    // The last one: where nothing is right, a section without Satisfy opens nothing.
    [null, satisfyInEffect(state), []].flatMap((satisfy) =>
      trees.map((each) => ({ type: 'compat' as const, host, satisfy, trees: each, isByCases: false })),
    ),
  );
}

/** `Satisfy any` for those methods for which a Require is in effect; for others it would let everybody through. */
function satisfyInEffect(state: State22): SatisfySlots {
  const named = namedMethods(state);
  const isAny = (method: string): boolean =>
    isSatisfyAny(state, method) && requiresFor(state, method).length > 0;
  const [any, all] = [named.filter(isAny), named.filter((method) => !isAny(method))];
  if (isAny(OTHER_METHODS)) return [{ value: 'any', methods: methodSet('except', all) }];
  return any.length === 0 ? [] : [{ value: 'any', methods: methodSet('only', any) }];
}

/** What the Require lines in force come to; `all granted` where there is none, for 2.4 answers 500 to a bare AuthType. */
function requiredTrees(
  { requires, auth }: State22,
  hasTree: boolean,
  planning: Planner,
): (readonly MethodTree[])[] {
  if (requires === null && auth.type === null && !hasTree) return [];
  return [treesOf({ ...EMPTY_STATE_22, requires, auth }, planning)];
}
