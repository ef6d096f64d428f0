import { namePatternIn } from '../conditions/index.ts';
import { parseRequireIp } from '../policy/index.ts';
import type { Net } from '../policy/index.ts';
import type { Kind } from '../addresses/index.ts';
import { matchText } from '../addresses/index.ts';

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
 * Whether an expression of 2.4 (`Require expr`, server/util_expr_parse.y) holds; null if that depends on what is not known, or on
 * operators that are not read here.
 */
export function evaluateExpression(text: string, facts: ExpressionFacts): Truth {
  const tokens = tokensOf(text);
  if (tokens === null) return null;
  const state: State = { tokens, at: 0, facts, groups: [] };
  const truth = anyOf(state);
  return state.at === tokens.length ? truth : null;
}

interface State {
  readonly tokens: readonly string[];
  at: number;
  readonly facts: ExpressionFacts;
  /** Of the pattern that matched last: `$1`. */
  groups: readonly (string | undefined)[];
}

const TOKEN =
  /\s*(?:(\|\||&&|[!=]~|==|!=|<=|>=|[!()<>,{}]|-[a-z]+\b)|(m([#/,|!]).*?(?<!\\)\3i?|\/(?:\\.|[^/\\])*\/i?)|('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")|(%\{[^}]*\}|\d+|\w+))/gisy;

/** Operators, patterns, strings, variables and words; null for what none of them is. */
function tokensOf(text: string): string[] | null {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const source = text.trim();
  while (TOKEN.lastIndex < source.length) {
    const match = TOKEN.exec(source);
    if (match === null) return null;
    tokens.push(match[0].trim());
  }
  return tokens;
}

function take(state: State, ...wanted: readonly string[]): string | null {
  const token = state.tokens[state.at];
  if (token === undefined || !wanted.includes(token.toLowerCase())) return null;
  state.at++;
  return token.toLowerCase();
}

function anyOf(state: State): Truth {
  let truth = allOf(state);
  while (take(state, '||')) truth = either(truth, allOf(state));
  return truth;
}

function allOf(state: State): Truth {
  let truth = single(state);
  while (take(state, '&&')) truth = not(either(not(truth), not(single(state))));
  return truth;
}

function either(a: Truth, b: Truth): Truth {
  if (a === true || b === true) return true;
  return a === null || b === null ? null : false;
}

function not(truth: Truth): Truth {
  return truth === null ? null : !truth;
}

function single(state: State): Truth {
  if (take(state, '!')) return not(single(state));
  if (take(state, '(')) {
    const inner = anyOf(state);
    return take(state, ')') ? inner : null;
  }
  const constant = take(state, 'true', 'false');
  if (constant !== null) return constant === 'true';
  const unary = take(state, '-n', '-z', '-t', '-r', '-e', '-d', '-f');
  if (unary !== null) return unaryTest(unary, word(state), state.facts);
  return comparison(state);
}

function unaryTest(operator: string, text: string | null, { isClientIn, kindOf }: ExpressionFacts): Truth {
  if (text === null) return null;
  if (operator === '-n') return text !== '';
  if (operator === '-z') return text === '';
  if (operator === '-t') return !/^(?:|0|off|false|no)$/i.test(text);
  if (operator !== '-r') return fileTest(operator, kindOf(text));
  const net = parseRequireIp(text);
  return 'net' in net ? isClientIn(net.net) : null;
}

function fileTest(operator: string, kind: Kind): Truth {
  if (kind === 'unknown') return null;
  if (operator === '-e') return kind !== 'nothing';
  return kind === (operator === '-d' ? 'folder' : 'file');
}

function comparison(state: State): Truth {
  const left = word(state);
  const operator = take(state, '=~', '!~', '==', '!=', '-ipmatch', '-eq', '-ne');
  if (operator === null) return null;
  if (operator === '=~' || operator === '!~') return patternTest(left, operator, state);
  const right = word(state);
  if (left === null || right === null || operator === '-ipmatch') return null;
  const isSame = operator.startsWith('-') ? Number(left) === Number(right) : left === right;
  return isSame === (operator === '==' || operator === '-eq');
}

function patternTest(text: string | null, operator: string, state: State): Truth {
  const token = state.tokens[state.at++] ?? '';
  const [, , pattern = '', flags = ''] = /^m?(\W)(.*)\1(i?)$/is.exec(token) ?? [];
  if (text === null) return null;
  const ofName = text.includes('/') ? namePatternIn(pattern) : null;
  const subject = ofName === null ? text : text.slice(text.lastIndexOf('/') + 1);
  const match = matchText(ofName ?? pattern, subject, { ignoresCase: flags !== '' });
  if (match !== null && match !== 'unreadable') state.groups = match;
  return match === 'unreadable' ? null : (match !== null) === (operator === '=~');
}

/** A string, a variable, a number, or a function of a word. */
function word(state: State): string | null {
  const token = state.tokens[state.at++] ?? '';
  const { value } = state.facts;
  if (token.startsWith('%{')) return valueOf(token.slice(2, -1), value);
  if (/^['"]/.test(token)) return filled(token.slice(1, -1), state);
  if (!take(state, '(')) return /^\d+$/.test(token) ? token : null;
  const argument = word(state);
  if (!take(state, ')') || argument === null) return null;
  if (/^tolower$/i.test(token)) return argument.toLowerCase();
  return value(token.toLowerCase(), argument);
}

/** `%{HTTP_HOST}`, `%{reqenv:x}`. */
function valueOf(name: string, value: ExpressionValue): string | null {
  const [head = '', argument] = name.split(/:(.*)/s);
  return argument === undefined ? value(head.toUpperCase(), null) : value(head.toLowerCase(), argument);
}

function filled(text: string, { facts: { value }, groups }: State): string | null {
  let isKnown = true;
  const full = text.replace(
    /%\{([^}]*)\}|\$(\d)|\\(.)/gs,
    (_, name?: string, group?: string, escaped = '') => {
      if (group !== undefined) return groups[Number(group)] ?? '';
      if (name === undefined) return escaped as string;
      const found = valueOf(name, value);
      if (found === null) isKnown = false;
      return found ?? '';
    },
  );
  return isKnown ? full : null;
}
