import { fnmatch } from '../../model/index.ts';
import type { Kind } from '../addresses/index.ts';
import { matchText } from '../addresses/index.ts';
import type { Net } from '../policy/index.ts';
import { parseRequireIp } from '../policy/index.ts';
import type { Expression, Test, Word } from './expression-tree.ts';
import { namePatternIn } from './name-patterns.ts';

/** The value of a variable or function of an expression: `REMOTE_ADDR`; `reqenv`, `x`. Null: not known. */
export type ExpressionValue = (name: string, argument: string | null) => string | null;

export interface ExpressionFacts {
  readonly value: ExpressionValue;
  /** Whether the client is in the net; null if its address is not known. */
  readonly isClientIn: (net: Net) => boolean | null;
  readonly kindOf: (path: string) => Kind;
}

type Truth = boolean | null;

/**
 * Whether an expression holds (server/util_expr_eval.c); null if that depends on what is not known, or on operators that are not read
 * here.
 */
export function evaluateExpression(expression: Expression, facts: ExpressionFacts): Truth {
  return truthOf(expression, { facts, groups: [] });
}

interface State {
  readonly facts: ExpressionFacts;
  /** Of the last pattern with groups that was tried: `$1`. Null: not known. */
  groups: readonly (string | undefined)[] | null;
}

function truthOf(expression: Expression, state: State): Truth {
  switch (expression.type) {
    case 'constant':
      return expression.value;
    case 'not':
      return not(truthOf(expression.part, state));
    case 'any':
      return joined(expression.parts, true, state);
    case 'all':
      return joined(expression.parts, false, state);
    default:
      return testTruth(expression, state);
  }
}

/** The server looks at no part behind the one that decides: what a pattern there would match does not count. */
function joined(parts: readonly Expression[], deciding: boolean, state: State): Truth {
  let isKnown = true;
  for (const part of parts) {
    const truth = truthOf(part, state);
    if (truth === null) isKnown = false;
    if (truth !== deciding) continue;
    if (!isKnown) state.groups = null;
    return deciding;
  }
  if (isKnown) return !deciding;
  state.groups = null;
  return null;
}

function either(truths: readonly Truth[]): Truth {
  if (truths.includes(true)) return true;
  return truths.includes(null) ? null : false;
}

function not(truth: Truth): Truth {
  return truth === null ? null : !truth;
}

function testTruth(test: Test, state: State): Truth {
  switch (test.type) {
    case 'unary':
      return unaryTruth(test.operator, valueOf(test.word, state), state.facts);
    case 'match':
      return patternTruth(test, state);
    case 'in': {
      const left = valueOf(test.left, state);
      return either(test.list.map((word) => compare('==', left, valueOf(word, state))));
    }
    case 'binary':
      return test.operator === '-ipmatch' && isVariable(test.left, 'REMOTE_ADDR')
        ? unaryTruth('-R', valueOf(test.right, state), state.facts)
        : compare(test.operator, valueOf(test.left, state), valueOf(test.right, state));
  }
}

/** Whether the word is that variable and nothing else. */
export function isVariable(word: Word, name: string): boolean {
  return word.type === 'variable' && word.argument === null && word.name.toUpperCase() === name;
}

function unaryTruth(operator: string, text: string | null, { isClientIn, kindOf }: ExpressionFacts): Truth {
  if (text === null) return null;
  switch (operator) {
    case '-n':
      return text !== '';
    case '-z':
      return text === '';
    case '-T':
      return !/^(?:|0|off|false|no)$/i.test(text);
    case '-R': {
      const net = parseRequireIp(text);
      return 'net' in net ? isClientIn(net.net) : null;
    }
    case '-e':
    case '-d':
    case '-f':
      return fileTruth(operator, kindOf(text));
    default:
      return null;
  }
}

function fileTruth(operator: string, kind: Kind): Truth {
  if (kind === 'unknown') return null;
  if (operator === '-e') return kind !== 'nothing';
  return kind === (operator === '-d' ? 'folder' : 'file');
}

function compare(operator: string, left: string | null, right: string | null): Truth {
  if (left === null || right === null) return null;
  const ofTexts = Object.hasOwn(TEXTS, operator) ? TEXTS[operator] : undefined;
  if (ofTexts !== undefined) return ofTexts(left, right);
  const ofNumbers = NUMBERS[operator.replace(/^-/, '')];
  return ofNumbers?.(numberOf(left) - numberOf(right)) ?? null;
}

const TEXTS: Readonly<Record<string, (left: string, right: string) => boolean>> = {
  '==': (left, right) => left === right,
  '=': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
  '-strmatch': (left, right) => fnmatch(right, left),
  '-strcmatch': (left, right) => fnmatch(right.toLowerCase(), left.toLowerCase()),
  '-fnmatch': (left, right) => fnmatch(right, left, { pathname: true }),
};

const NUMBERS: Readonly<Record<string, (difference: number) => boolean>> = {
  eq: (difference) => difference === 0,
  ne: (difference) => difference !== 0,
  lt: (difference) => difference < 0,
  le: (difference) => difference <= 0,
  gt: (difference) => difference > 0,
  ge: (difference) => difference >= 0,
};

/** As apr_atoi64 reads it. */
function numberOf(text: string): number {
  return Number(/^\s*[-+]?\d+/.exec(text)?.[0] ?? 0);
}

function patternTruth(
  { left, isWanted, pattern, ignoresCase }: Test & { type: 'match' },
  state: State,
): Truth {
  const text = valueOf(left, state);
  if (text === null) return failed(pattern, null, state);
  const ofName = text.includes('/') ? namePatternIn(pattern) : null;
  const subject = ofName === null ? text : text.slice(text.lastIndexOf('/') + 1);
  const match = matchText(ofName ?? pattern, subject, { ignoresCase });
  if (match === 'unreadable') return failed(pattern, null, state);
  if (match === null) return failed(pattern, !isWanted, state);
  if (match.length > 1) state.groups = match;
  return isWanted;
}

/** A pattern without groups leaves `$1` as it was. */
function failed(pattern: string, truth: Truth, state: State): Truth {
  if (pattern.includes('(')) state.groups = null;
  return truth;
}

function valueOf(word: Word, state: State): string | null {
  const { value } = state.facts;
  switch (word.type) {
    case 'text':
      return filled(word.text, state);
    case 'variable':
      return variableValue(word.name, word.argument, value);
    case 'call': {
      const argument = valueOf(word.argument, state);
      if (argument === null) return null;
      const name = word.name.toLowerCase();
      if (name === 'tolower') return argument.toLowerCase();
      return name === 'toupper' ? argument.toUpperCase() : value(name, argument);
    }
  }
}

/** `%{HTTP_HOST}`, `%{reqenv:x}`. */
function variableValue(name: string, argument: string | null, value: ExpressionValue): string | null {
  return argument === null ? value(name.toUpperCase(), null) : value(name.toLowerCase(), argument);
}

function filled(text: string, { facts: { value }, groups }: State): string | null {
  let isKnown = true;
  const full = text.replace(
    /%\{(\w+)(?::([^}]*))?\}|\$(\d)|\\(.)/gs,
    (_, name?: string, argument?: string, group?: string, escaped?: string) => {
      if (escaped !== undefined) return escaped;
      const found =
        name === undefined
          ? groups && (groups[Number(group)] ?? '')
          : variableValue(name, argument ?? null, value);
      if (found === null) isKnown = false;
      return found ?? '';
    },
  );
  return isKnown ? full : null;
}
