import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Bdd, createBdd, type Formula } from '../../../src/access/policy/index.ts';

const VARIABLES = 5;
const ROWS = 1 << VARIABLES;
const ALL_ONES = 2 ** ROWS - 1;

/** An expression over five variables; its truth table is a number of 32 bits. */
type Expression =
  | { readonly op: 'variable'; readonly index: number }
  | { readonly op: 'constant'; readonly value: boolean }
  | { readonly op: 'not'; readonly of: Expression }
  | { readonly op: 'and' | 'or' | 'xor'; readonly left: Expression; readonly right: Expression }
  | { readonly op: 'ite'; readonly test: Expression; readonly left: Expression; readonly right: Expression };

const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.record({ op: fc.constant('variable' as const), index: fc.nat(VARIABLES - 1) }),
    fc.record({ op: fc.constant('constant' as const), value: fc.boolean() }),
    fc.record({ op: fc.constant('not' as const), of: tie('expression') }),
    fc.record({
      op: fc.constantFrom('and' as const, 'or' as const, 'xor' as const),
      left: tie('expression'),
      right: tie('expression'),
    }),
    fc.record({
      op: fc.constant('ite' as const),
      test: tie('expression'),
      left: tie('expression'),
      right: tie('expression'),
    }),
  ),
}));

function truthTable(expr: Expression): number {
  let table = 0;
  for (let row = 0; row < ROWS; row++) if (holds(expr, row)) table += 2 ** row;
  return table;
}

function holds(expr: Expression, row: number): boolean {
  switch (expr.op) {
    case 'variable':
      return ((row >> expr.index) & 1) === 1;
    case 'constant':
      return expr.value;
    case 'not':
      return !holds(expr.of, row);
    case 'and':
      return holds(expr.left, row) && holds(expr.right, row);
    case 'or':
      return holds(expr.left, row) || holds(expr.right, row);
    case 'xor':
      return holds(expr.left, row) !== holds(expr.right, row);
    case 'ite':
      return holds(expr.test, row) ? holds(expr.left, row) : holds(expr.right, row);
  }
}

function build(bdd: Bdd, expr: Expression): Formula {
  switch (expr.op) {
    case 'variable':
      return bdd.variable(expr.index);
    case 'constant':
      return expr.value ? bdd.yes : bdd.no;
    case 'not':
      return bdd.not(build(bdd, expr.of));
    case 'ite':
      return bdd.ite(build(bdd, expr.test), build(bdd, expr.left), build(bdd, expr.right));
    default:
      return bdd[expr.op](build(bdd, expr.left), build(bdd, expr.right));
  }
}

describe('decision diagrams against truth tables', () => {
  test('two expressions are the same number exactly if their truth tables are', () => {
    fc.assert(
      fc.property(expression, expression, (a, b) => {
        const bdd = createBdd();
        expect(build(bdd, a) === build(bdd, b)).toBe(truthTable(a) === truthTable(b));
      }),
    );
  });

  test('constants are known, and a satisfying assignment satisfies, whatever is preferred', () => {
    fc.assert(
      fc.property(expression, fc.nat(ROWS - 1), (expr, preferred) => {
        const bdd = createBdd();
        const formula = build(bdd, expr);
        const table = truthTable(expr);
        expect(bdd.isFalse(formula)).toBe(table === 0);
        expect(bdd.isTrue(formula)).toBe(table === ALL_ONES);
        const values = bdd.anySatisfying(formula, (variable) => ((preferred >> variable) & 1) === 1);
        expect(values === null).toBe(table === 0);
        if (values === null) return;
        for (let free = 0; free < ROWS; free++) {
          let row = free;
          for (const [variable, value] of values)
            row = value ? row | (1 << variable) : row & ~(1 << variable);
          expect(holds(expr, row)).toBe(true);
        }
        if (holds(expr, preferred)) {
          for (const [variable, value] of values) expect(value).toBe(((preferred >> variable) & 1) === 1);
        }
      }),
    );
  });

  test('all and any are and and or of every member', () => {
    fc.assert(
      fc.property(fc.array(expression, { maxLength: 6 }), (members) => {
        const bdd = createBdd();
        const formulas = members.map((member) => build(bdd, member));
        expect(bdd.all(formulas)).toBe(formulas.reduce(bdd.and, bdd.yes));
        expect(bdd.any(formulas)).toBe(formulas.reduce(bdd.or, bdd.no));
      }),
    );
  });
});

test('what a formula depends on, lowest first; without a preference, nothing holds that need not', () => {
  const bdd = createBdd();
  const [one, seven, eleven] = [1, 7, 11].map(bdd.variable) as [Formula, Formula, Formula];
  const formula = bdd.ite(one, eleven, bdd.or(seven, eleven));
  expect(bdd.support(formula)).toEqual([1, 7, 11]);
  expect(bdd.support(bdd.ite(one, seven, seven))).toEqual([7]);
  expect(bdd.support(bdd.yes)).toEqual([]);
  expect(bdd.anySatisfying(formula)).toEqual(
    new Map([
      [1, false],
      [7, false],
      [11, true],
    ]),
  );
});

test('a diagram of 8,000 variables does not overflow the stack', () => {
  const bdd = createBdd();
  const variables = Array.from({ length: 8000 }, (_, i) => bdd.variable(i));
  const any = bdd.any(variables);
  expect(bdd.not(bdd.all(variables.map(bdd.not)))).toBe(any);
  expect(bdd.anySatisfying(bdd.not(any))?.size).toBe(8000);
});
