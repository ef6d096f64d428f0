// The match language of 2.2's FilterProvider (filter_provider and filter_lookup in mod_filter.c of 2.2) as expressions of 2.4. In
// 2.2 a header or variable that is not there matches nothing, and a negated match anything; in an expression it is an empty word.

import { compilePattern, escapePattern } from '../../src/pattern/index.ts';

/**
 * The expression that is true where `FilterProvider NAME PROVIDER dispatch match` was; null where 2.2 refused the line, or none
 * says the same. Variables (`${NAME}`) must have been put in.
 * @param hasNovary whether the target has req_novary, since 2.4.4
 */
export function filterExpression(dispatch: string, match: string, hasNovary = true): string | null {
  const subject = subjectOf(dispatch, hasNovary);
  if (subject === null || match === '') return null;
  const isNegated = match.startsWith('!');
  const test = readMatch(isNegated ? match.slice(1) : match);
  return test === null ? null : spellTest(test, subject, isNegated);
}

/** What a match asks: whether it says yes to the empty word decides if "is there at all" must be asked besides. */
interface Test {
  readonly matchesEmpty: boolean;
  /** The comparison and its opposite; null for "is it there" alone. */
  readonly comparison: ((subject: string, isNegated: boolean) => string) | null;
}

function spellTest({ matchesEmpty, comparison }: Test, subject: string, isNegated: boolean): string {
  const presence = isNegated ? `-z ${subject}` : `-n ${subject}`;
  if (comparison === null) return presence;
  const compared = comparison(subject, isNegated);
  if (!matchesEmpty) return compared;
  return isNegated ? `${presence} || ${compared}` : `${presence} && ${compared}`;
}

/** `%{req:...}` would add the header to Vary, which 2.2 did not do: hence req_novary. `%{env:...}` looks in more places than 2.2. */
function subjectOf(dispatch: string, hasNovary: boolean): string | null {
  if (!dispatch.includes('=')) return dispatch.toLowerCase() === 'handler' ? '%{HANDLER}' : header(dispatch);
  const [, table, name] = /^(env|req|resp)=([\w.-]+)$/i.exec(dispatch) ?? [];
  if (table === undefined || name === undefined) return null;
  if (table.toLowerCase() === 'resp') return header(name);
  return table.toLowerCase() === 'env'
    ? `%{reqenv:${name}}`
    : `%{${hasNovary ? 'req_novary' : 'req'}:${name}}`;
}

/** The type is no header yet when filters are chosen. */
function header(name: string): string | null {
  if (!/^[\w.-]+$/.test(name)) return null;
  return name.toLowerCase() === 'content-type' ? '%{CONTENT_TYPE}' : `%{resp:${name}}`;
}

function readMatch(match: string): Test | null {
  if (match === '') return null;
  if (match[0] === '*') return { matchesEmpty: false, comparison: null };
  if (match[0] === '$') return containment(match.slice(1));
  if (match[0] === '/') return regularExpression(match);
  const [, operator] = /^([<>]=?|=)/.exec(match) ?? [];
  return operator === undefined ? equality(match) : numberTest(operator, match.slice(operator.length));
}

function equality(word: string): Test {
  const quoted = `'${word.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replace(/[\\'%$]/g, '\\$&')}'`;
  const hasLetters = /[a-z]/i.test(word);
  return {
    matchesEmpty: false,
    comparison: (subject, isNegated) =>
      `${hasLetters ? `tolower(${subject})` : subject} ${isNegated ? '!=' : '=='} ${quoted}`,
  };
}

function containment(part: string): Test | null {
  if (part === '') return { matchesEmpty: false, comparison: null };
  const flags = /[a-z]/i.test(part) ? 'i' : '';
  return matching(escapePattern(part), flags, false);
}

function regularExpression(match: string): Test | null {
  const end = match.lastIndexOf('/');
  if (end === 0) return null;
  const pattern = match.slice(1, end);
  return matching(pattern, match.slice(end + 1).includes('i') ? 'i' : '', mayMatchEmpty(pattern));
}

/** A pattern of an expression ends at the next delimiter, whatever stands before it: one that is not in it must be found. */
function matching(pattern: string, flags: string, matchesEmpty: boolean): Test | null {
  const delimiter = ['/', '#', '|', ',', ';', ':', '!', '_'].find((each) => !pattern.includes(each));
  if (delimiter === undefined) return null;
  const spelled = `${delimiter === '/' ? '' : 'm'}${delimiter}${pattern}${delimiter}${flags}`;
  return {
    matchesEmpty,
    comparison: (subject, isNegated) => `${subject} ${isNegated ? '!~' : '=~'} ${spelled}`,
  };
}

/** Assumed where it can't be told. */
function mayMatchEmpty(pattern: string): boolean {
  return compilePattern(pattern)?.test('') ?? true;
}

const OPPOSITES: Readonly<Record<string, string>> = { lt: 'ge', ge: 'lt', gt: 'le', le: 'gt', eq: 'ne' };
const NUMBER_TESTS: Readonly<
  Record<string, { readonly name: string; readonly holds: (n: number) => boolean }>
> = {
  '<': { name: 'lt', holds: (n) => n > 0 },
  '<=': { name: 'le', holds: (n) => n >= 0 },
  '>': { name: 'gt', holds: (n) => n < 0 },
  '>=': { name: 'ge', holds: (n) => n <= 0 },
  '=': { name: 'eq', holds: (n) => n === 0 },
};

/** Both versions take what is no number for 0, and 2.4 the empty word as well. */
function numberTest(operator: string, digits: string): Test | null {
  const { name, holds } = NUMBER_TESTS[operator]!;
  const number = Number.parseInt(digits, 10) || 0;
  return {
    matchesEmpty: holds(number),
    comparison: (subject, isNegated) => `${subject} -${isNegated ? OPPOSITES[name] : name} ${number}`,
  };
}
