// The language of expressions of 2.4, read whole as the server does (server/util_expr_scan.l, util_expr_parse.y): what stands in it by name,
// or that it is none. What an expression means is another matter (conditions).

/** What an expression asks for by name, in the order in which it is written. */
export type Use =
  | { readonly type: 'variable' | 'function' | 'list function'; readonly name: string }
  /** `constant` is null for a word that is put together when it is asked. */
  | { readonly type: 'unary' | 'binary'; readonly name: string; readonly constant: string | null }
  | { readonly type: 'pattern'; readonly pattern: string };

/** Null: the server says that this is no expression. @param kind what stands for a text is one without quotes around it */
export function usesOf(text: string, kind: 'condition' | 'text'): Use[] | null {
  const reading: Reading = { text, at: 0, uses: [], token: END };
  try {
    if (kind === 'text') readString(reading, null);
    else {
      next(reading);
      readAlternatives(reading);
      if (reading.token.type !== 'end') throw NO_EXPRESSION;
    }
  } catch (error) {
    if (error === NO_EXPRESSION) return null;
    throw error;
  }
  return reading.uses;
}

const NO_EXPRESSION = new Error('no expression');

interface Token {
  readonly type:
    | 'constant'
    | 'not'
    | 'and'
    | 'or'
    | 'comparison'
    | 'in'
    | 'match'
    | 'unary'
    | 'binary'
    | 'digits'
    | 'name'
    | 'pattern'
    | 'word'
    | 'sign'
    | 'end';
  readonly text: string;
  /** Of a word: what it is always. */
  readonly constant?: string | null;
}

const END: Token = { type: 'end', text: '' };

interface Reading {
  readonly text: string;
  at: number;
  token: Token;
  readonly uses: Use[];
}

/** The longest piece counts, and of equally long ones the first. */
const PIECES: readonly (readonly [Token['type'], RegExp])[] = [
  ['pattern', /m[/#$%^,;:_?|!.'"-]|\//y],
  ['comparison', /==?|!=|<=?|>=?/y],
  ['match', /=~|!~/y],
  ['and', /and|&&/y],
  ['or', /or|\|\|/y],
  ['not', /not|!/y],
  ['in', /-?in/y],
  ['comparison', /-(?:eq|ne|ge|le|gt|lt)|lt|le|gt|ge|ne|eq/y],
  ['unary', /-[a-zA-Z_]/y],
  ['binary', /-[a-zA-Z_][a-zA-Z_0-9]+/y],
  ['constant', /true|false/y],
  ['digits', /-?[0-9]+/y],
  ['name', /[a-zA-Z][a-zA-Z0-9_]*/y],
  ['sign', /[(){},:.]/y],
];

function next(reading: Reading): void {
  const { text } = reading;
  while (/[ \t\n]/.test(text[reading.at] ?? '')) reading.at++;
  reading.token = tokenAt(reading);
}

function tokenAt(reading: Reading): Token {
  const { text, at } = reading;
  const first = text[at];
  if (first === undefined) return END;
  if (first === '"' || first === "'") {
    reading.at++;
    return { type: 'word', text: first, constant: readString(reading, first) };
  }
  if (text.startsWith('%{', at)) {
    readVariable(reading);
    return { type: 'word', text: first, constant: null };
  }
  if (/^\$\d/.test(text.slice(at, at + 2))) {
    reading.at += 2;
    return { type: 'word', text: first, constant: null };
  }
  const { type, length } = longestPiece(text, at);
  reading.at += length;
  const piece = text.slice(at, reading.at);
  return type === 'pattern'
    ? { type, text: readPattern(reading, piece.at(-1) ?? '') }
    : { type, text: piece };
}

function longestPiece(text: string, at: number): { readonly type: Token['type']; readonly length: number } {
  let [type, length]: [Token['type'], number] = ['end', 0];
  for (const [each, pattern] of PIECES) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0].length ?? 0;
    if (found > length) [type, length] = [each, found];
  }
  if (length === 0) throw NO_EXPRESSION;
  return { type, length };
}

/** No escape is known for what ends a pattern; where nothing does, the expression ends, too. */
function readPattern(reading: Reading, end: string): string {
  const until = reading.text.indexOf(end, reading.at);
  if (until === -1) throw NO_EXPRESSION;
  const pattern = reading.text.slice(reading.at, until);
  reading.at = until + 1;
  if (reading.text[reading.at] === 'i') reading.at++;
  return pattern;
}

/** What stands between quotes, or up to the end. Answers what it is always; null: variables are put in. */
function readString(reading: Reading, quote: string | null): string | null {
  const { text } = reading;
  let constant: string | null = '';
  for (;;) {
    const char = text[reading.at];
    if (char === undefined) {
      if (quote === null) return constant;
      throw NO_EXPRESSION;
    }
    if (char === '\n') throw NO_EXPRESSION;
    if (char === quote) {
      reading.at++;
      return constant;
    }
    const piece = readStringPiece(reading);
    constant = constant === null || piece === null ? null : constant + piece;
  }
}

function readStringPiece(reading: Reading): string | null {
  const { text, at } = reading;
  if (text.startsWith('%{', at)) {
    readVariable(reading);
    return null;
  }
  if (/^\$\d/.test(text.slice(at, at + 2))) {
    reading.at += 2;
    return null;
  }
  if (text[at] !== '\\') {
    reading.at++;
    return text[at] ?? '';
  }
  return readEscape(reading);
}

function readEscape(reading: Reading): string {
  const [digits = ''] = /^\d*/.exec(reading.text.slice(reading.at + 1)) ?? [];
  const [octal = ''] = /^[0-7]{1,3}/.exec(digits) ?? [];
  // More digits than are read as a number in octal are a bad escape, and a number that is no byte.
  if (digits.length > octal.length || Number.parseInt(octal, 8) > 255) throw NO_EXPRESSION;
  if (digits !== '') {
    reading.at += 1 + digits.length;
    return '\\';
  }
  const escaped = reading.text[reading.at + 1];
  reading.at += escaped === undefined ? 1 : 2;
  if (escaped === undefined) throw NO_EXPRESSION;
  return escaped;
}

/** `%{NAME}`, or `%{function:argument}`. */
function readVariable(reading: Reading): void {
  const [whole = '', name = ''] = /^%\{([a-zA-Z][a-zA-Z0-9_]*)/.exec(reading.text.slice(reading.at)) ?? [];
  if (name === '') throw NO_EXPRESSION;
  reading.at += whole.length;
  const after = reading.text[reading.at++];
  if (after === '}') {
    reading.uses.push({ type: 'variable', name });
    return;
  }
  if (after !== ':' || reading.text[reading.at] === '}') throw NO_EXPRESSION;
  while (reading.text[reading.at] !== '}') {
    const char = reading.text[reading.at];
    if (char === undefined || char === '\n') throw NO_EXPRESSION;
    readStringPiece(reading);
  }
  reading.at++;
  reading.uses.push({ type: 'function', name });
}

function readAlternatives(reading: Reading): void {
  readCondition(reading);
  while (reading.token.type === 'and' || reading.token.type === 'or') {
    next(reading);
    readCondition(reading);
  }
}

function readCondition(reading: Reading): void {
  const { type, text } = reading.token;
  if (type === 'not') {
    next(reading);
    readCondition(reading);
  } else if (type === 'constant') {
    next(reading);
  } else if (type === 'sign' && text === '(') {
    next(reading);
    readAlternatives(reading);
    expectSign(reading, ')');
  } else if (type === 'unary') {
    next(reading);
    const constant = readWord(reading);
    reading.uses.push({ type, name: text.slice(1), constant });
  } else {
    readComparison(reading);
  }
}

function readComparison(reading: Reading): void {
  readWord(reading);
  const { type, text } = reading.token;
  next(reading);
  switch (type) {
    case 'comparison':
      readWord(reading);
      return;
    case 'binary': {
      const constant = readWord(reading);
      reading.uses.push({ type, name: text.slice(1), constant });
      return;
    }
    case 'match':
      if (reading.token.type !== 'pattern') throw NO_EXPRESSION;
      reading.uses.push({ type: 'pattern', pattern: reading.token.text });
      next(reading);
      return;
    case 'in':
      readList(reading);
      return;
    default:
      throw NO_EXPRESSION;
  }
}

function readList(reading: Reading): void {
  if (reading.token.type === 'name') {
    readCall(reading, 'list function');
    return;
  }
  expectSign(reading, '{');
  readWord(reading);
  while (isSign(reading, ',')) {
    next(reading);
    readWord(reading);
  }
  expectSign(reading, '}');
}

/** Answers what the word is always. */
function readWord(reading: Reading): string | null {
  let constant = readWordPart(reading);
  while (isSign(reading, '.')) {
    next(reading);
    readWordPart(reading);
    constant = null;
  }
  return constant;
}

function readWordPart(reading: Reading): string | null {
  const { type, constant = null } = reading.token;
  if (type === 'name') {
    readCall(reading, 'function');
    return null;
  }
  if (type !== 'digits' && type !== 'word') throw NO_EXPRESSION;
  next(reading);
  return constant;
}

function readCall(reading: Reading, type: 'function' | 'list function'): void {
  const name = reading.token.text;
  next(reading);
  expectSign(reading, '(');
  readWord(reading);
  expectSign(reading, ')');
  reading.uses.push({ type, name });
}

function isSign({ token }: Reading, sign: string): boolean {
  return token.type === 'sign' && token.text === sign;
}

function expectSign(reading: Reading, sign: string): void {
  if (!isSign(reading, sign)) throw NO_EXPRESSION;
  next(reading);
}
