import { compilePattern, patternTokens } from '../../pattern/index.ts';

/** Whether a text may be empty, and begin or end with a slash. */
export interface Ends {
  readonly mayBeEmpty: boolean;
  readonly mayStart: boolean;
  readonly mayEnd: boolean;
}

export const ANY_ENDS: Ends = { mayBeEmpty: true, mayStart: true, mayEnd: true };

export const NO_TEXT: Ends = { mayBeEmpty: true, mayStart: false, mayEnd: false };

export function joinEnds(a: Ends, b: Ends): Ends {
  return {
    mayBeEmpty: a.mayBeEmpty && b.mayBeEmpty,
    mayStart: a.mayStart || (a.mayBeEmpty && b.mayStart),
    mayEnd: b.mayEnd || (b.mayBeEmpty && a.mayEnd),
  };
}

/**
 * What the groups of a pattern match, the first one first, of an address without doubled slashes: what follows a slash there does not begin
 * with one. None where the pattern has more to it than is read here.
 */
export function groupEnds(pattern: string): readonly Ends[] {
  const reader: Reader = { tokens: patternTokens(pattern), at: 0, groups: [] };
  if (reader.tokens.some((token) => token.startsWith('(?') && token !== '(?:')) return [];
  branches(reader, false);
  return reader.at < reader.tokens.length ? [] : reader.groups;
}

interface Reader {
  readonly tokens: readonly string[];
  at: number;
  readonly groups: Ends[];
}

function branches(reader: Reader, isAfterSlash: boolean): Ends {
  let all = sequence(reader, isAfterSlash);
  while (reader.tokens[reader.at] === '|') {
    reader.at++;
    const { mayBeEmpty, mayStart, mayEnd } = sequence(reader, isAfterSlash);
    all = {
      mayBeEmpty: all.mayBeEmpty || mayBeEmpty,
      mayStart: all.mayStart || mayStart,
      mayEnd: all.mayEnd || mayEnd,
    };
  }
  return all;
}

function sequence(reader: Reader, isAfterSlash: boolean): Ends {
  const { tokens } = reader;
  let all = NO_TEXT;
  let follows = isAfterSlash;
  while (reader.at < tokens.length && tokens[reader.at] !== '|' && tokens[reader.at] !== ')') {
    // `/?` takes the slash where there is one.
    const isSlash = isSlashAt(reader, reader.at);
    const isAnchor = /^[$^]$/.test(tokens[reader.at] ?? '');
    const one = atom(reader, follows);
    all = joinEnds(all, isOptional(reader, reader.at) ? { ...one, mayBeEmpty: true } : one);
    if (isQuantifier(reader, reader.at)) reader.at++;
    // Lazy, or possessive.
    if (/^[?+]$/.test(tokens[reader.at] ?? '')) reader.at++;
    follows = isSlash || (follows && isAnchor);
  }
  return all;
}

function atom(reader: Reader, isAfterSlash: boolean): Ends {
  const token = reader.tokens[reader.at++] ?? '';
  if (token === '^' || token === '$') return NO_TEXT;
  if (token.startsWith('(')) return group(reader, token === '(', isAfterSlash);
  if (/^\\[^\WdswDSW]/.test(token)) return ANY_ENDS;
  const isSlash = compilePattern(`^${token}$`)?.test('/') !== false;
  return { mayBeEmpty: false, mayStart: isSlash && !isAfterSlash, mayEnd: isSlash };
}

function group(reader: Reader, isCapturing: boolean, isAfterSlash: boolean): Ends {
  const number = isCapturing ? reader.groups.push(ANY_ENDS) - 1 : null;
  const inner = branches(reader, isAfterSlash);
  reader.at++;
  // A second time, it does not follow that slash.
  const ends = { ...inner, mayStart: inner.mayStart || isQuantifier(reader, reader.at) };
  const isBeforeSlash = isSlashAt(reader, reader.at) && !isOptional(reader, reader.at + 1);
  if (number !== null) {
    const mayBeEmpty = ends.mayBeEmpty || isOptional(reader, reader.at);
    reader.groups[number] = {
      mayBeEmpty: mayBeEmpty && !(isAfterSlash && isBeforeSlash),
      mayStart: ends.mayStart,
      mayEnd: ends.mayEnd && !isBeforeSlash,
    };
  }
  return ends;
}

function isSlashAt({ tokens }: Reader, at: number): boolean {
  return /^\\?\/$/.test(tokens[at] ?? '');
}

function isQuantifier({ tokens }: Reader, at: number): boolean {
  return /^(?:[*+?]|\{\d+,?\d*\})$/.test(tokens[at] ?? '');
}

function isOptional({ tokens }: Reader, at: number): boolean {
  return /^(?:[*?]|\{0+,?\d*\})$/.test(tokens[at] ?? '');
}
