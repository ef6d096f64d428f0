import { createNodeTable, enlarge, type NodeTable } from './node-table.ts';

/** A boolean function of variables: a reference into the `Bdd` that made it. Equal functions are equal numbers. */
export type Formula = number;

/**
 * Reduced ordered binary decision diagrams. Variables are 0, 1, 2, ...; a lower one is tested first.
 * Formulas of different instances must not be mixed. Nothing is ever freed: make one instance per proof.
 */
export interface Bdd {
  readonly no: Formula;
  readonly yes: Formula;
  variable(index: number): Formula;
  /** The function that is `high` where the variable holds and `low` elsewhere; both may only test later variables. */
  node(index: number, low: Formula, high: Formula): Formula;
  and(a: Formula, b: Formula): Formula;
  or(a: Formula, b: Formula): Formula;
  not(a: Formula): Formula;
  xor(a: Formula, b: Formula): Formula;
  ite(test: Formula, then: Formula, otherwise: Formula): Formula;
  /** The conjunction of all, in a balanced way. */
  all(formulas: readonly Formula[]): Formula;
  /** The disjunction of all, in a balanced way. */
  any(formulas: readonly Formula[]): Formula;
  isFalse(a: Formula): boolean;
  isTrue(a: Formula): boolean;
  /**
   * Values of variables that make it true (variables left out are free), `prefer` where there is a choice (false
   * without it); null if nothing does.
   */
  anySatisfying(a: Formula, prefer?: (variable: number) => boolean): Map<number, boolean> | null;
  /** The variables that it depends on, lowest first. */
  support(a: Formula): number[];
  /** Nodes made so far: a measure of size. */
  size(): number;
}

const NO: Formula = 0;
const YES: Formula = 1;

export function createBdd(): Bdd {
  const table = createNodeTable();
  const ite = createIte(table);
  const and = (a: Formula, b: Formula): Formula => (a <= b ? ite(a, b, NO) : ite(b, a, NO));
  const or = (a: Formula, b: Formula): Formula => (a <= b ? ite(a, YES, b) : ite(b, YES, a));
  const not = (a: Formula): Formula => ite(a, NO, YES);
  return {
    no: NO,
    yes: YES,
    variable: (index) => table.make(index, NO, YES),
    node: table.make,
    and,
    or,
    not,
    xor: (a, b) => ite(a, not(b), b),
    ite,
    all: (formulas) => balanced(formulas, and, YES),
    any: (formulas) => balanced(formulas, or, NO),
    isFalse: (a) => a === NO,
    isTrue: (a) => a === YES,
    anySatisfying: (a, prefer = () => false) => anySatisfying(table, a, prefer),
    support: (a) => support(table, a),
    size: table.size,
  };
}

/** Joins neighbours pairwise: sorted inputs meet while they are small and alike. */
function balanced(
  formulas: readonly Formula[],
  join: (a: Formula, b: Formula) => Formula,
  empty: Formula,
): Formula {
  // Those that make no difference are many: of most lines of a tree none asks for a user.
  let round = formulas.includes(empty) ? formulas.filter((formula) => formula !== empty) : formulas;
  while (round.length > 1) {
    const next: Formula[] = [];
    for (let i = 0; i + 1 < round.length; i += 2) next.push(join(round[i]!, round[i + 1]!));
    if (round.length % 2 === 1) next.push(round.at(-1)!);
    round = next;
  }
  return round[0] ?? empty;
}

/** In a reduced diagram every node but NO reaches YES, so one way down is enough. */
function anySatisfying(
  table: NodeTable,
  formula: Formula,
  prefer: (variable: number) => boolean,
): Map<number, boolean> | null {
  if (formula === NO) return null;
  const values = new Map<number, boolean>();
  let at = formula;
  while (at !== YES) {
    const variable = table.variable(at);
    const wished = prefer(variable);
    const value = (wished ? table.high(at) : table.low(at)) !== NO ? wished : !wished;
    values.set(variable, value);
    at = value ? table.high(at) : table.low(at);
  }
  return values;
}

function support(table: NodeTable, formula: Formula): number[] {
  const variables = new Set<number>();
  const seen = new Set<Formula>();
  const pending = [formula];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (at === NO || at === YES || seen.has(at)) continue;
    seen.add(at);
    variables.add(table.variable(at));
    pending.push(table.low(at), table.high(at));
  }
  return [...variables].toSorted((a, b) => a - b);
}

/** Numbers on the stack for a triple being worked on: f, g, h, the variable it is split on, halves begun. */
const FRAME = 5;

/**
 * If-then-else, from which every other operation is made. An explicit stack: a diagram is as deep as it has variables,
 * and a deny list of thousands of host names would overflow the call stack. Of arrays that only grow: most questions are short.
 */
function createIte(table: NodeTable): (f: Formula, g: Formula, h: Formula) => Formula {
  let stack = new Int32Array(64 * FRAME);
  let results = new Int32Array(128);
  let top = 0;
  let found = 0;
  const pushResult = (result: Formula): void => {
    if (found === results.length) results = enlarge(results, 2 * found);
    results[found++] = result;
  };
  /** Pushes either the result or the work of finding it. */
  const visit = (f: Formula, g: Formula, h: Formula): void => {
    const known = terminal(f, g, h) ?? table.recall(f, g, h);
    if (known !== undefined) {
      pushResult(known);
      return;
    }
    if (top + FRAME > stack.length) stack = enlarge(stack, 2 * stack.length);
    stack[top] = f;
    stack[top + 1] = g;
    stack[top + 2] = h;
    stack[top + 3] = Math.min(table.variable(f), table.variable(g), table.variable(h));
    stack[top + 4] = 0;
    top += FRAME;
  };
  const half = (formula: Formula, variable: number, high: boolean): Formula => {
    if (table.variable(formula) !== variable) return formula;
    return high ? table.high(formula) : table.low(formula);
  };
  const finish = (at: number, variable: number): void => {
    const high = results[--found]!;
    const result = table.make(variable, results[--found]!, high);
    table.remember(stack[at]!, stack[at + 1]!, stack[at + 2]!, result);
    top = at;
    pushResult(result);
  };

  return (f, g, h) => {
    const known = terminal(f, g, h) ?? table.recall(f, g, h);
    if (known !== undefined) return known;
    top = 0;
    found = 0;
    visit(f, g, h);
    for (;;) {
      if (top === 0) return results[--found]!;
      const at = top - FRAME;
      const variable = stack[at + 3]!;
      const begun = stack[at + 4]!++;
      if (begun === 2) finish(at, variable);
      else {
        const high = begun === 1;
        visit(
          half(stack[at]!, variable, high),
          half(stack[at + 1]!, variable, high),
          half(stack[at + 2]!, variable, high),
        );
      }
    }
  };
}

function terminal(f: Formula, g: Formula, h: Formula): Formula | undefined {
  if (f === YES || g === h) return g;
  if (f === NO) return h;
  if (g === YES && h === NO) return f;
  return undefined;
}
