import type { RequireTree } from '../policy/index.ts';
import { evaluateString, parseRequireIp, requireLeaf } from '../policy/index.ts';
import { flatMap, rememberSome } from '../../text/index.ts';
import type { WrittenClause } from './condition-text.ts';
import { patternClause, readClause } from './condition-text.ts';
import type { ExpressionFacts } from './evaluate-expression.ts';
import { evaluateExpression, isVariable } from './evaluate-expression.ts';
import type { Expression, Test, Word } from './expression-tree.ts';
import { parseExpression, withoutQuotes } from './expression-tree.ts';
import { isPlainWildcard, literalPattern, wildcardPattern } from './path-patterns.ts';

/** What a `Require expr` asks, as far as it can be told apart from other requests here. */
export type Condition =
  | { readonly type: 'all' | 'any'; readonly parts: readonly Condition[] }
  | { readonly type: 'not'; readonly part: Condition }
  | { readonly type: 'constant'; readonly value: boolean }
  /** Of the file, the address or the virtual host; `test`: as it may be read otherwise. */
  | {
      readonly type: 'clause';
      readonly clause: WrittenClause;
      readonly text: string;
      readonly test: Test | null;
    }
  /** What another line than `Require expr` asks for. */
  | { readonly type: 'line'; readonly tree: RequireTree }
  | { readonly type: 'test'; readonly text: string; readonly test: Test }
  /** Not read here. */
  | { readonly type: 'unread'; readonly text: string };

const MOST_KNOWN = 10_000;

/** @param args what stands behind `Require expr` */
export const readCondition: (args: string) => Condition = rememberSome(MOST_KNOWN, (args) => {
  const text = withoutQuotes(args);
  const expression = parseExpression(text);
  const condition = expression === null ? null : conditionOf(expression);
  return condition === null || takesGroups(condition) ? { type: 'unread', text } : condition;
});

/** Whether a test asks for what another one matched, and so can't be told by itself: `$1`. */
function takesGroups(condition: Condition): boolean {
  switch (condition.type) {
    case 'all':
    case 'any':
      return condition.parts.some(takesGroups);
    case 'not':
      return takesGroups(condition.part);
    case 'test':
      return takesGroup(condition.test);
    default:
      return false;
  }
}

function takesGroup(test: Test): boolean {
  return wordsIn(test).some((word) => word.type === 'text' && /\$\d/.test(word.text));
}

function wordsIn(test: Test): readonly Word[] {
  const words =
    test.type === 'unary'
      ? [test.word]
      : [test.left, ...(test.type === 'in' ? test.list : test.type === 'binary' ? [test.right] : [])];
  return words.flatMap((word) => (word.type === 'call' ? [word.argument] : [word]));
}

/** The tests of files, addresses and hosts in it. */
export function clausesIn(condition: Condition): readonly WrittenClause[] {
  switch (condition.type) {
    case 'all':
    case 'any':
      return flatMap(condition.parts, clausesIn);
    case 'not':
      return clausesIn(condition.part);
    case 'clause':
      return [condition.clause];
    default:
      return [];
  }
}

function conditionOf(expression: Expression): Condition {
  // Clauses that are written here have an `&&` of their own inside.
  const clause = readClause(expression.text);
  if (clause !== null) {
    const test = expression.type === 'unary' ? expression : null;
    return { type: 'clause', clause, text: expression.text, test };
  }
  switch (expression.type) {
    case 'all':
    case 'any':
      return { type: expression.type, parts: expression.parts.map(conditionOf) };
    case 'not':
      return { type: 'not', part: conditionOf(expression.part) };
    case 'constant':
      return { type: 'constant', value: expression.value };
    default:
      return ofTest(expression);
  }
}

function ofTest(test: Test): Condition {
  const read = ofPath(test) ?? ofClient(test);
  if (read !== null) return read;
  const value = takesGroup(test) ? null : evaluateExpression(test, NOTHING);
  return value === null ? { type: 'test', text: test.text, test } : { type: 'constant', value };
}

/** What is known of all requests. */
const NOTHING: ExpressionFacts = { value: () => null, isClientIn: () => null, kindOf: () => 'unknown' };

/** The names of what is asked of files and addresses. */
const PATHS: Readonly<Record<string, string>> = {
  REQUEST_URI: 'REQUEST_URI',
  REQUEST_FILENAME: 'REQUEST_FILENAME',
  SCRIPT_FILENAME: 'REQUEST_FILENAME',
};

/** A test of the file or the address, however it is written, as a pattern; null for other tests. */
function ofPath(test: Test): Condition | null {
  if (test.type === 'unary' || test.left.type !== 'variable' || test.left.argument !== null) return null;
  const variable = PATHS[test.left.name.toUpperCase()];
  if (variable === undefined) return null;
  const { text } = test;
  const matched = (pattern: string | null, isTrue = true): Condition | null => {
    const clause = pattern === null ? null : patternClause(variable, pattern, isTrue);
    return clause && { type: 'clause', clause, text, test: null };
  };
  switch (test.type) {
    case 'match':
      return matched((test.ignoresCase ? '(?i)' : '') + test.pattern, test.isWanted);
    case 'in': {
      const words = test.list.map(literal);
      if (!words.every((word) => word !== null)) return null;
      return matched(`^(?:${words.map(literalPattern).join('|')})$`);
    }
    case 'binary': {
      const right = literal(test.right);
      return right === null ? null : matched(patternFor(test.operator, right), test.operator !== '!=');
    }
  }
}

/** What a text must be like; null for operators that ask for something else. */
function patternFor(operator: string, text: string): string | null {
  switch (operator) {
    case '==':
    case '=':
    case '!=':
      return `^${literalPattern(text)}$`;
    // A star matches slashes, too (op_strmatch, server/util_expr_eval.c).
    case '-strmatch':
      return isSimple(text) ? `^${wildcardPattern(text).replaceAll('[^/]', '.')}$` : null;
    case '-strcmatch':
      return isSimple(text) ? `(?i)^${wildcardPattern(text).replaceAll('[^/]', '.')}$` : null;
    case '-fnmatch':
      return isSimple(text) ? `^${wildcardPattern(text)}$` : null;
    default:
      return null;
  }
}

function isSimple(wildcard: string): boolean {
  return isPlainWildcard(wildcard) && !wildcard.includes('[');
}

/** The value of a word that is the same for all requests. */
function literal(word: Word): string | null {
  return word.type === 'text' ? evaluateString(word.text) : null;
}

/** A test of the client's address as `Require ip` asks for it; null for other tests. */
function ofClient(test: Test): Condition | null {
  if (test.type === 'unary') return test.operator === '-R' ? ofNet(literal(test.word)) : null;
  if (!isVariable(test.left, 'REMOTE_ADDR')) return null;
  switch (test.type) {
    case 'match':
      return test.ignoresCase ? null : negatedUnless(test.isWanted, ofNet(netOfPattern(test.pattern)));
    case 'in': {
      const parts = test.list.map((word) => ofNet(onlyAddress(literal(word))));
      return parts.every((part) => part !== null) ? { type: 'any', parts } : null;
    }
    case 'binary':
      return ofComparison(test.operator, literal(test.right));
  }
}

function ofComparison(operator: string, right: string | null): Condition | null {
  switch (operator) {
    case '-ipmatch':
      return ofNet(right);
    case '==':
    case '=':
      return ofNet(onlyAddress(right));
    case '!=':
      return negatedUnless(false, ofNet(onlyAddress(right)));
    default:
      return null;
  }
}

function negatedUnless(isWanted: boolean, condition: Condition | null): Condition | null {
  return condition === null || isWanted ? condition : { type: 'not', part: condition };
}

function ofNet(net: string | null): Condition | null {
  const isNet = net !== null && !/\s/.test(net) && 'net' in parseRequireIp(net);
  return isNet ? { type: 'line', tree: requireLeaf('ip', net) } : null;
}

/** An IPv4 address as the server writes it; IPv6 ones have many ways, and are left to the server. */
function onlyAddress(text: string | null): string | null {
  return text !== null && ADDRESS.test(text) ? text : null;
}

const NUMBER = '(?:0|[1-9]\\d{0,2})';
const ADDRESS = new RegExp(`^${NUMBER}(?:\\.${NUMBER}){3}$`);

/** `^10\.` and `^10\.0\.0\.1$`. */
function netOfPattern(pattern: string): string | null {
  const [, start = '', end] =
    /^\^((?:\d{1,3}\\\.){1,3}|(?:\d{1,3}\\\.){3}\d{1,3}(?=\$))(\$?)$/.exec(pattern) ?? [];
  const text = start.replaceAll('\\.', '.');
  if (end === undefined || (end === '$') === text.endsWith('.')) return null;
  const numbers = text.split('.').filter((each) => each !== '');
  return numbers.every((each) => new RegExp(`^${NUMBER}$`).test(each)) ? text : null;
}
