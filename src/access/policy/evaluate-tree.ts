import type { Formula } from './bdd.ts';
import { evaluateLeaf, type LeafQuestion } from './evaluate-leaf.ts';
import { hasMethod } from './method-set.ts';
import type { RequireContainer, RequireTree } from './require-tree.ts';

/** Where a node says GRANTED, DENIED, DENIED_NO_USER; NEUTRAL elsewhere. The three exclude each other. */
export interface TreeAnswer {
  readonly granted: Formula;
  readonly denied: Formula;
  readonly needsUser: Formula;
}

type Operator = 'and' | 'or';

/** `apply_authz_sections` (mod_authz_core.c) on the root of a tree. */
export function evaluateTree(question: LeafQuestion, tree: RequireTree): TreeAnswer {
  return evaluateNode(question, tree, 'and');
}

/** A node that does not speak of the method is GRANTED under AND, NEUTRAL under OR, negated or not. */
function evaluateNode(question: LeafQuestion, node: RequireTree, parent: Operator): TreeAnswer {
  const { bdd } = question.atoms;
  if (!speaksOf(node, question.method)) {
    return { granted: parent === 'and' ? bdd.yes : bdd.no, denied: bdd.no, needsUser: bdd.no };
  }
  if (node.type !== 'leaf') return evaluateContainer(question, node);
  const { granted, needsUser } = evaluateLeaf(question, node);
  const refused = bdd.not(granted);
  if (node.negated) return negate(question, granted);
  return needsUser
    ? { granted, denied: bdd.no, needsUser: refused }
    : { granted, denied: refused, needsUser: bdd.no };
}

/** The methods of a container are those of the lines inside. */
function speaksOf(node: RequireTree, method: string): boolean {
  return node.type === 'leaf'
    ? hasMethod(node.methods, method)
    : node.children.some((child) => speaksOf(child, method));
}

function evaluateContainer(question: LeafQuestion, { type, children }: RequireContainer): TreeAnswer {
  const operator = type === 'all' ? 'and' : 'or';
  const answers = children.map((child) => evaluateNode(question, child, operator));
  const [only] = answers;
  // One answer joined to no other is itself: the three exclude each other.
  const joined =
    only !== undefined && answers.length === 1
      ? only
      : operator === 'and'
        ? joinAnd(question, answers)
        : joinOr(question, answers);
  return type === 'none' ? negate(question, joined.granted) : joined;
}

/** GRANTED becomes DENIED, everything else NEUTRAL: a negation never grants. */
function negate({ atoms: { bdd } }: LeafQuestion, granted: Formula): TreeAnswer {
  return { granted: bdd.no, denied: granted, needsUser: bdd.no };
}

/** DENIED if any is, else DENIED_NO_USER if any, else GRANTED if any, else NEUTRAL. */
function joinAnd({ atoms: { bdd } }: LeafQuestion, answers: readonly TreeAnswer[]): TreeAnswer {
  const denied = bdd.any(answers.map((answer) => answer.denied));
  const needsUser = bdd.and(bdd.any(answers.map((answer) => answer.needsUser)), bdd.not(denied));
  const granted = bdd.any(answers.map((answer) => answer.granted));
  return { denied, needsUser, granted: bdd.and(granted, bdd.not(bdd.or(denied, needsUser))) };
}

/** GRANTED if any is, else DENIED_NO_USER if any, else DENIED if any, else NEUTRAL. */
function joinOr({ atoms: { bdd } }: LeafQuestion, answers: readonly TreeAnswer[]): TreeAnswer {
  const granted = bdd.any(answers.map((answer) => answer.granted));
  const needsUser = bdd.and(bdd.any(answers.map((answer) => answer.needsUser)), bdd.not(granted));
  const denied = bdd.any(answers.map((answer) => answer.denied));
  return { granted, needsUser, denied: bdd.and(denied, bdd.not(bdd.or(granted, needsUser))) };
}
