import type { ExpressionValue } from './evaluate-expression.ts';
import { evaluateExpression } from './evaluate-expression.ts';
import type { Test } from './expression-tree.ts';
import type { VariableValues } from './variable-values.ts';

/** A test that depends on nothing but whether one variable is set. */
export interface VariableTest {
  readonly name: string;
  readonly whenSet: boolean;
  readonly whenUnset: boolean;
}

/** The test of one variable, where all values that it may have give the same answer; null for other tests. */
export function variableTest(test: Test, valuesOf: VariableValues): VariableTest | null {
  const name = variableIn(test);
  const values = name === null ? null : valuesOf(name);
  if (name === null || values === null) return null;
  const [whenSet = null, ...others] = new Set([...values].map((value) => truthWith(test, name, value)));
  const whenUnset = truthWith(test, name, '');
  return whenSet === null || whenUnset === null || others.length > 0 ? null : { name, whenSet, whenUnset };
}

/** In lower case, as tables of the server take no account of it; null if the test asks for anything else. */
function variableIn(test: Test): string | null {
  const asked = new Set<string>();
  truthOf(test, (name, argument) => {
    asked.add(argument !== null && /^(?:req)?env$/.test(name) ? argument.toLowerCase() : '');
    return '';
  });
  const [only = ''] = asked;
  return asked.size === 1 && /^\w+$/.test(only) ? only : null;
}

function truthWith(test: Test, variable: string, value: string): boolean | null {
  return truthOf(test, (_, argument) => (argument?.toLowerCase() === variable ? value : null));
}

function truthOf(test: Test, value: ExpressionValue): boolean | null {
  return evaluateExpression(test, { value, isClientIn: () => null, kindOf: () => 'unknown' });
}
