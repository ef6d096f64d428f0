import { compilePattern } from '../../pattern/index.ts';
import type { Truth } from '../types.ts';
import { not, truthOf } from './truth.ts';

/**
 * Whether `<IfVersion ...>` with these arguments holds for the version (`2.2.34`), as start_ifversion of mod_version.c decides it.
 * `maybe` for what the server would refuse to read.
 */
export function decideIfVersion(args: readonly string[], version: string): Truth {
  const [operator, operand] = args.length === 1 ? ['=', args[0]] : args;
  if (operator === undefined || operand === undefined) return 'maybe';
  const isNegated = operator.startsWith('!') && operator.length > 1;
  const truth = compare(isNegated ? operator.slice(1) : operator, operand, version);
  return isNegated ? not(truth) : truth;
}

function compare(operator: string, operand: string, version: string): Truth {
  const sign = operator.slice(0, 1);
  const orEqual = operator.length === 2 && operator.endsWith('=') && sign !== '~';
  if (operator.length !== 1 && !orEqual) return 'maybe';
  if (sign === '~') return matches(operand, version);
  if (sign === '=' && operand.startsWith('/')) {
    return /^\/.+\/$/.test(operand) ? matches(operand.slice(1, -1), version) : 'maybe';
  }
  const order = compareVersions(version, operand);
  if (order === null) return 'maybe';
  if (sign === '=') return truthOf(order === 0);
  if (sign === '<') return truthOf(order < 0 || (orEqual && order === 0));
  return sign === '>' ? truthOf(order > 0 || (orEqual && order === 0)) : 'maybe';
}

/** Three numbers at the most; those that the operand lacks are 0. Null if it is no version. */
function compareVersions(version: string, operand: string): number | null {
  if (!/^\d+(\.\d*){0,2}$/.test(operand)) return null;
  const wanted = operand.split('.');
  const actual = version.split('.');
  for (let part = 0; part < 3; part++) {
    const difference =
      Number.parseInt(actual[part] ?? '0', 10) - (Number.parseInt(wanted[part] ?? '0', 10) || 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function matches(pattern: string, version: string): Truth {
  const holds = compilePattern(pattern)?.test(version) ?? null;
  return holds === null ? 'maybe' : truthOf(holds);
}
