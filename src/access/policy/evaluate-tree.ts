import type { Formula } from './bdd.ts';
import { evaluateLeaf, type LeafQuestion } from './evaluate-leaf.ts';
import { hasMethod } from './method-set.ts';
import type { RequireContainer, RequireLeaf, RequireTree } from './require-tree.ts';

/** Where a tree says GRANTED and DENIED_NO_USER: it refuses all others. */
export type TreeAnswer = Pick<NodeAnswer, 'granted' | 'needsUser'>;

/** Where a node says GRANTED, DENIED, DENIED_NO_USER; NEUTRAL elsewhere. The three exclude each other. */
interface NodeAnswer {
  readonly granted: Formula;
  readonly denied: Formula;
  readonly needsUser: Formula;
}

/** How a node counts in the one around it. */
interface Around {
  readonly operator: 'and' | 'or';
  /** Whether it makes a difference there that the node says DENIED, and not NEUTRAL: an AND further out asks. Else nobody looks. */
  readonly asksDenied: boolean;
}

/** `apply_authz_sections` (mod_authz_core.c) on the root of a tree. */
export function evaluateTree(question: LeafQuestion, tree: RequireTree): TreeAnswer {
  return evaluateNode(question, tree, { operator: 'and', asksDenied: false });
}

/**
 * Where a line is asked that fails: the whole fails then (AUTHZ_GENERAL_ERROR). Behind a line that decides the node around it none is
 * asked.
 */
export function failureOf(
  question: LeafQuestion,
  tree: RequireTree,
  fails: (leaf: RequireLeaf) => boolean,
): Formula {
  const { bdd } = question.atoms;
  if (!hasLeaf(tree, fails)) return bdd.no;
  const within = (node: RequireTree, reached: Formula): Formula => {
    if (!speaksOf(node, question.method)) return bdd.no;
    if (node.type === 'leaf') return fails(node) ? reached : bdd.no;
    const around = { ...AROUND[node.type](true), asksDenied: true };
    let [asked, failed] = [reached, bdd.no];
    for (const child of node.children) {
      failed = bdd.or(failed, within(child, asked));
      const { granted, denied } = evaluateNode(question, child, around);
      asked = bdd.and(asked, bdd.not(around.operator === 'and' ? denied : granted));
    }
    return failed;
  };
  return within(tree, bdd.yes);
}

function hasLeaf(tree: RequireTree, isIt: (leaf: RequireLeaf) => boolean): boolean {
  return tree.type === 'leaf' ? isIt(tree) : tree.children.some((child) => hasLeaf(child, isIt));
}

/** A node that does not speak of the method is GRANTED under AND, NEUTRAL under OR, negated or not. */
function evaluateNode(question: LeafQuestion, node: RequireTree, around: Around): NodeAnswer {
  const { bdd } = question.atoms;
  if (!speaksOf(node, question.method)) {
    return { granted: around.operator === 'and' ? bdd.yes : bdd.no, denied: bdd.no, needsUser: bdd.no };
  }
  if (node.type !== 'leaf') return evaluateContainer(question, node, around.asksDenied);
  const { granted, needsUser } = evaluateLeaf(question, node);
  if (node.negated) return negate(question, granted);
  const refused = needsUser || around.asksDenied ? bdd.not(granted) : bdd.no;
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

function evaluateContainer(
  question: LeafQuestion,
  { type, children }: RequireContainer,
  asksDenied: boolean,
): NodeAnswer {
  const around = AROUND[type](asksDenied);
  const { operator } = around;
  const answers = children.map((child) => evaluateNode(question, child, around));
  const only = answers[0];
  // One answer joined to no other is itself: the three exclude each other.
  const joined =
    only !== undefined && answers.length === 1
      ? only
      : operator === 'and'
        ? joinAnd(question, answers)
        : joinOr(question, answers, asksDenied);
  return type === 'none' ? negate(question, joined.granted) : joined;
}

/** An AND is never granted where a part is denied. Of what `<RequireNone>` holds it only counts where it is granted. */
const AROUND: Readonly<Record<RequireContainer['type'], (asksDenied: boolean) => Around>> = {
  all: () => ({ operator: 'and', asksDenied: true }),
  any: (asksDenied) => ({ operator: 'or', asksDenied }),
  none: () => ({ operator: 'or', asksDenied: false }),
};

/** GRANTED becomes DENIED, everything else NEUTRAL: a negation never grants. */
function negate({ atoms: { bdd } }: LeafQuestion, granted: Formula): NodeAnswer {
  return { granted: bdd.no, denied: granted, needsUser: bdd.no };
}

/** DENIED if any is, else DENIED_NO_USER if any, else GRANTED if any, else NEUTRAL. */
function joinAnd({ atoms: { bdd } }: LeafQuestion, answers: readonly NodeAnswer[]): NodeAnswer {
  const denied = bdd.any(answers.map((answer) => answer.denied));
  const needsUser = bdd.and(bdd.any(answers.map((answer) => answer.needsUser)), bdd.not(denied));
  const granted = bdd.any(answers.map((answer) => answer.granted));
  return { denied, needsUser, granted: bdd.and(granted, bdd.not(bdd.or(denied, needsUser))) };
}

/** GRANTED if any is, else DENIED_NO_USER if any, else DENIED if any, else NEUTRAL. */
function joinOr(
  { atoms: { bdd } }: LeafQuestion,
  answers: readonly NodeAnswer[],
  asksDenied: boolean,
): NodeAnswer {
  const granted = bdd.any(answers.map((answer) => answer.granted));
  const someNeed = bdd.any(answers.map((answer) => answer.needsUser));
  const needsUser = someNeed === bdd.no ? bdd.no : bdd.and(someNeed, bdd.not(granted));
  if (!asksDenied) return { granted, needsUser, denied: bdd.no };
  const denied = bdd.any(answers.map((answer) => answer.denied));
  return { granted, needsUser, denied: bdd.and(denied, bdd.not(bdd.or(granted, needsUser))) };
}
