// The language of 2.4's `Require expr` (server/util_expr_scan.l, util_expr_parse.y), as far as it is read here.

/** An expression; `text` is what is written, with its parentheses. */
export type Expression =
  | { readonly type: 'all' | 'any'; readonly text: string; readonly parts: readonly Expression[] }
  | { readonly type: 'not'; readonly text: string; readonly part: Expression }
  | { readonly type: 'constant'; readonly text: string; readonly value: boolean }
  | Test;

/** What is asked of one request, without `&&` and the like. */
export type Test =
  | { readonly type: 'unary'; readonly text: string; readonly operator: string; readonly word: Word }
  | {
      readonly type: 'binary';
      readonly text: string;
      readonly operator: string;
      readonly left: Word;
      readonly right: Word;
    }
  | { readonly type: 'in'; readonly text: string; readonly left: Word; readonly list: readonly Word[] }
  | {
      readonly type: 'match';
      readonly text: string;
      readonly left: Word;
      readonly isWanted: boolean;
      readonly pattern: string;
      readonly ignoresCase: boolean;
    };

export type Word =
  /** Escapes, `%{...}` and `$1` in it are as they are written. */
  | { readonly type: 'text'; readonly text: string }
  /** `%{REMOTE_ADDR}`; `%{reqenv:x}` has an argument. */
  | { readonly type: 'variable'; readonly name: string; readonly argument: string | null }
  | { readonly type: 'call'; readonly name: string; readonly argument: Word };

/** Null for what is not read here; 2.4 may refuse it, too. */
export function parseExpression(text: string): Expression | null {
  const tokens = tokensOf(text);
  if (tokens === null) return null;
  const reading: Reading = { text, tokens, at: 0 };
  const expression = alternatives(reading);
  return reading.at === tokens.length ? expression : null;
}

/** What stands behind `Require expr`, without the quotes around it (`expr_parse_config`, mod_authz_core.c). */
export function withoutQuotes(args: string): string {
  return /^"(.*)"$/s.exec(args)?.[1] ?? args;
}

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

interface Reading {
  readonly text: string;
  readonly tokens: readonly Token[];
  at: number;
}

/** Operators, patterns, strings, variables, then words. No escape is known for what ends a pattern. */
const TOKEN =
  /\s*(\|\||&&|[!=]~|==|!=|<=|>=|-[a-z_]+|m([/#$%^|?!'",;:._-])(?:(?!\2).)*\2i?(?!\w)|\/[^/]*\/i?(?!\w)|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|%\{\w+(?::[^}]*)?\}|\$\d|\w+|[!=(){},<>])\s*/gisy;

function tokensOf(text: string): Token[] | null {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const from = TOKEN.lastIndex;
    const [whole, token = ''] = TOKEN.exec(text) ?? [];
    if (whole === undefined) return null;
    const start = from + whole.indexOf(token);
    tokens.push({ text: token, start, end: start + token.length });
  }
  return tokens;
}

function take(reading: Reading, ...wanted: readonly string[]): string | null {
  const token = reading.tokens[reading.at]?.text;
  if (token === undefined || !wanted.includes(token)) return null;
  reading.at++;
  return token;
}

/** What is written from a token up to the last one taken. */
function textFrom({ text, tokens, at }: Reading, first: number): string {
  return text.slice(tokens[first]?.start, tokens[at - 1]?.end);
}

function alternatives(reading: Reading): Expression | null {
  return joined(reading, 'any', conjunction, ['||', 'or']);
}

function conjunction(reading: Reading): Expression | null {
  return joined(reading, 'all', single, ['&&', 'and']);
}

function joined(
  reading: Reading,
  type: 'all' | 'any',
  read: (reading: Reading) => Expression | null,
  operators: readonly string[],
): Expression | null {
  const first = reading.at;
  const parts: Expression[] = [];
  do {
    const part = read(reading);
    if (part === null) return null;
    parts.push(part);
  } while (take(reading, ...operators) !== null);
  return parts.length === 1 ? parts[0]! : { type, text: textFrom(reading, first), parts };
}

function single(reading: Reading): Expression | null {
  const first = reading.at;
  if (take(reading, '!', 'not') !== null) {
    const part = single(reading);
    return part && { type: 'not', text: textFrom(reading, first), part };
  }
  if (take(reading, '(') !== null) {
    const inside = alternatives(reading);
    return inside !== null && take(reading, ')') !== null
      ? { ...inside, text: textFrom(reading, first) }
      : null;
  }
  const constant = take(reading, 'true', 'false');
  if (constant !== null) return { type: 'constant', text: constant, value: constant === 'true' };
  const test = unary(reading) ?? comparison(reading);
  return test && { ...test, text: textFrom(reading, first) };
}

/** `-n`, `-R` ...: one letter, in whose case they differ. */
function unary(reading: Reading): Test | null {
  const operator = reading.tokens[reading.at]?.text ?? '';
  if (!/^-[a-z]$/i.test(operator)) return null;
  reading.at++;
  const read = word(reading);
  return read && { type: 'unary', text: '', operator, word: read };
}

function comparison(reading: Reading): Test | null {
  const left = word(reading);
  const operator = reading.tokens[reading.at++]?.text.toLowerCase();
  if (left === null || operator === undefined) return null;
  if (operator === '=~' || operator === '!~') return match(reading, left, operator === '=~');
  if (operator === 'in' || operator === '-in') return membership(reading, left);
  const right = word(reading);
  if (right === null || !/^(?:[!=<>]=?|==|-[a-z]{2,}|eq|ne|lt|le|gt|ge)$/.test(operator)) return null;
  return { type: 'binary', text: '', operator, left, right };
}

function match(reading: Reading, left: Word, isWanted: boolean): Test | null {
  const token = reading.tokens[reading.at++]?.text ?? '';
  const [, pattern, flags = ''] =
    /^(?:m(?=\W|_))?([/#$%^|?!'",;:._-])(.*)\1(i?)$/is.exec(token)?.slice(1) ?? [];
  if (pattern === undefined || (!token.startsWith('m') && !token.startsWith('/'))) return null;
  return { type: 'match', text: '', left, isWanted, pattern, ignoresCase: flags !== '' };
}

function membership(reading: Reading, left: Word): Test | null {
  if (take(reading, '{') === null) return null;
  const list: Word[] = [];
  do {
    const read = word(reading);
    if (read === null) return null;
    list.push(read);
  } while (take(reading, ',') !== null);
  return take(reading, '}') === null ? null : { type: 'in', text: '', left, list };
}

function word(reading: Reading): Word | null {
  const token = reading.tokens[reading.at++]?.text ?? '';
  const [, name, argument = null] = /^%\{(\w+)(?::(.*))?\}$/s.exec(token) ?? [];
  if (name !== undefined) return { type: 'variable', name, argument };
  if (/^['"]/.test(token)) return { type: 'text', text: token.slice(1, -1) };
  if (/^(?:\d+|\$\d)$/.test(token)) return { type: 'text', text: token };
  if (!/^\w+$/.test(token) || take(reading, '(') === null) return null;
  const inside = word(reading);
  return inside === null || take(reading, ')') === null
    ? null
    : { type: 'call', name: token, argument: inside };
}
