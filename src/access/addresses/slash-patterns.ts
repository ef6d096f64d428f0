import { branchesOf, patternTokens, compilePattern } from '../../pattern/index.ts';
import { rememberSome } from '../../text/index.ts';

/**
 * Whether a pattern may match `/a/b` and not `/a//b`: it writes a slash behind its first that something other than `.*` follows.
 * (Slashes at the start of an address are one on both servers; before what is not anchored there may be any.)
 */
export function tellsSlashesApart(pattern: string): boolean {
  // Most have none.
  return pattern.includes('/') && tellsInnerApart(pattern);
}

const MOST_PATTERNS = 2_000;

/** The same few stand in the rules of all hosts. */
const tellsInnerApart = rememberSome(MOST_PATTERNS, (pattern): boolean => {
  const [start = ''] = FIRST_SLASH.exec(pattern) ?? [];
  return pattern.includes('/', start.length) && branchesOf(pattern.replace(/^!/, '')).some(hasInnerSlash);
});

const FIRST_SLASH = /^!?(?:\^|\((?:\?:)?)*(?:\\?\/)?/;

function hasInnerSlash(branch: string): boolean {
  const tokens = patternTokens(branch).filter((token) => !/^(?:\^|\((?:\?:?)?|:|\)|\?)$/.test(token));
  return tokens.some((token, at) => {
    const isInner = at > 0 && /^\\?\/$/.test(token);
    return isInner && at < tokens.length - 1 && !/^\.[*+]$/.test(tokens.slice(at + 1, at + 3).join(''));
  });
}

/** The most slashes that a text can have which the pattern matches from start to end; Infinity if there may be any number of them. */
export function mostSlashes(pattern: string): number {
  const reader: Reader = { tokens: patternTokens(pattern), at: 0 };
  const most = branches(reader, true);
  return reader.at < reader.tokens.length ? Infinity : most;
}

interface Reader {
  readonly tokens: readonly string[];
  at: number;
}

/** @param isWhole each branch has to hold the text from its start to its end */
function branches(reader: Reader, isWhole: boolean): number {
  let most = sequence(reader, isWhole);
  while (reader.tokens[reader.at] === '|') {
    reader.at++;
    most = Math.max(most, sequence(reader, isWhole));
  }
  return most;
}

function sequence(reader: Reader, isWhole: boolean): number {
  const { tokens } = reader;
  const start = reader.at;
  let sum = 0;
  while (reader.at < tokens.length && tokens[reader.at] !== '|' && tokens[reader.at] !== ')') {
    const one = atom(reader);
    sum += times(one, reader);
  }
  const isAnchored = tokens[start] === '^' && tokens[reader.at - 1] === '$';
  return isWhole && !isAnchored ? Infinity : sum;
}

function atom(reader: Reader): number {
  const token = reader.tokens[reader.at++] ?? '';
  if (token === '(' || token === '(?:' || token === '(?') return group(token, reader);
  if (token === '^' || token === '$') return 0;
  if (token.startsWith('(') || /^\\(?:[0-9A-CE-RT-VX-Zacegkopqruxyz]|$)/.test(token)) return Infinity;
  if (token.length === 1 && token !== '.') return token === '/' ? 1 : 0;
  const matches = compilePattern(`^${token}$`)?.test('/') ?? null;
  return matches === false ? 0 : 1;
}

function group(token: string, reader: Reader): number {
  if (token === '(?') return Infinity;
  const inner = branches(reader, false);
  return reader.tokens[reader.at++] === ')' ? inner : Infinity;
}

/** Behind an atom: how often it may stand there. */
function times(one: number, reader: Reader): number {
  const token = reader.tokens[reader.at] ?? '';
  const isRepeated = /^(?:[*+?]|\{\d+,?\d*\})$/.test(token);
  if (!isRepeated) return one;
  reader.at++;
  // Lazy, or possessive.
  if (/^[?+]$/.test(reader.tokens[reader.at] ?? '')) reader.at++;
  if (one === 0 || token === '?') return one;
  const [, least = '', comma = '', most = ''] = /^\{(\d+)(,?)(\d*)\}$/.exec(token) ?? [];
  return least === '' || (comma !== '' && most === '') ? Infinity : one * Number(most === '' ? least : most);
}
