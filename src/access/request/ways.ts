import type { Formula } from '../policy/index.ts';
import type { Occurrence, Scope } from '../../model/index.ts';
import { anyOutcome } from './any-outcome.ts';
import { openRules } from './assumptions.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import type { Evaluation } from './evaluate-request.ts';
import { followRequest } from './evaluate-request.ts';
import { conditionTest, ruleTest, unreadWords } from './open-tests.ts';
import type { RequestTree } from './request-tree.ts';
import { unreadOnWay } from './unread-sections.ts';

/** What one tree answers to a request that meets what is open as `when` says. */
export interface Way {
  readonly when: Formula;
  /** With what is supposed. */
  readonly request: ConcreteRequest;
  readonly evaluation: Evaluation;
  /** What was tried both ways. */
  readonly open: readonly (Occurrence | Scope)[];
}

/** As many `<If>` sections and rewrite rules as are tried both ways. */
const MOST_OPEN = 6;

/** All ways of a request of which it is not known which `<If>` sections and rewrite rules it meets: first the one where it meets none. */
export function waysOf(
  tree: RequestTree,
  request: ConcreteRequest,
  when: Formula = tree.atoms.bdd.yes,
): Way[] {
  const evaluation = followRequest(tree, request);
  const next = openIn(evaluation, request);
  const open = [...request.conditions.keys(), ...request.rules.map(({ line }) => line)];
  if (next === null) return [{ when, request, evaluation: withUnread(tree, evaluation), open }];
  if (request.conditions.size + request.rules.length >= MOST_OPEN) {
    const beside = { status: null, why: 'it depends on too much that is not known' };
    const outcome = anyOutcome(tree.atoms, next.test);
    return [{ when, request, evaluation: { ...evaluation, outcome, beside }, open }];
  }
  const { bdd } = tree.atoms;
  const test = tree.atoms.opaque(next.test);
  return [
    ...waysOf(tree, next.suppose(false), bdd.and(when, bdd.not(test))),
    ...waysOf(tree, next.suppose(true), bdd.and(when, test)),
  ];
}

/** A macro may stand for a virtual host, too: nothing is sure beside one. */
function withUnread(tree: RequestTree, evaluation: Evaluation): Evaluation {
  const [scope] = unreadOnWay(tree, evaluation.rounds);
  if (scope === undefined) return evaluation;
  return { ...evaluation, outcome: anyOutcome(tree.atoms, unreadWords(scope)) };
}

interface Open {
  /** For people. */
  readonly test: string;
  suppose(isMet: boolean): ConcreteRequest;
}

/** What is not said of the request and is to be known first; null if nothing is. */
function openIn({ openConditions, rounds }: Evaluation, request: ConcreteRequest): Open | null {
  const [scope] = openConditions;
  const [rule] = openRules(rounds);
  if (scope !== undefined) {
    return {
      test: conditionTest(scope),
      suppose: (isMet) => ({ ...request, conditions: new Map([...request.conditions, [scope, isMet]]) }),
    };
  }
  if (rule === undefined) return null;
  return {
    test: ruleTest(rule, request),
    suppose: (isMet) => ({ ...request, rules: [...request.rules, { ...rule, isMet }] }),
  };
}
