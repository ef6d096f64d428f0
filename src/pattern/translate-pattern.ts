import { remember } from '../text/index.ts';
import type { Place, ByteSet } from './read-class.ts';
import { readClass, readEscape, byteSet, inAnyCase, NEVER, spellSet } from './read-class.ts';

export interface Translation {
  /** For RE2 with `(?s)`, for texts without line feeds. */
  readonly source: string;
  /** False where PCRE and RE2 may remember different groups: one that a loop goes through with nothing. */
  readonly hasSureGroups: boolean;
  /** What all texts begin with that it matches, in lower case; '' where that is not known. */
  readonly start: string;
}

export interface PatternOptions {
  readonly ignoresCase?: boolean;
  /** A `$` never matches (REG_NOTEOL, as 2.2 matches DirectoryMatch). */
  readonly endIsDead?: boolean;
}

/** What was read of a pattern. */
interface Piece {
  readonly source: string;
  readonly canBeEmpty: boolean;
  readonly hasGroup: boolean;
  /** What all begins with that it matches, in lower case; and whether that is all of it. */
  readonly start: string;
  readonly isStartAll: boolean;
}

interface Reading extends Place {
  ignoresCase: boolean;
  readonly endIsDead: boolean;
  depth: number;
  hasSureGroups: boolean;
}

/** As PCRE2 (PARENS_NEST_LIMIT). */
const DEEPEST = 250;
/** Repetitions that RE2 takes. */
const MOST_TIMES = 1000;

/**
 * A pattern of PCRE, byte by byte, as one of RE2 that matches the same texts, as long as these have no line feed in them. Null
 * for all that RE2 can't do (look-around but `(?!abc)` at the end, references, possessive and atomic groups, conditions, verbs), for what depends on PCRE's
 * version, and for what PCRE refuses.
 */
export function translatePattern(text: string, options: PatternOptions = {}): Translation | null {
  const { ignoresCase = false, endIsDead = false } = options;
  const reading: Reading = { text, at: 0, ignoresCase, endIsDead, depth: 0, hasSureGroups: true };
  const piece = readBranches(reading);
  if (piece === null || reading.at < text.length) return null;
  const start = ANCHORED.test(text) ? piece.start : '';
  return { source: piece.source, hasSureGroups: reading.hasSureGroups, start };
}

/** Of a pattern with one branch: others have no start. */
const ANCHORED = /^(?:\^|\\A)/;

function readBranches(reading: Reading): Piece | null {
  const branches: Piece[] = [];
  do {
    if (branches.length > 0) reading.at++;
    const branch = readSequence(reading);
    if (branch === null) return null;
    branches.push(branch);
  } while (reading.text[reading.at] === '|');
  if (branches.length === 1) return branches[0]!;
  return {
    ...OF_ANY_START,
    source: branches.map(({ source }) => source).join('|'),
    canBeEmpty: branches.some(({ canBeEmpty }) => canBeEmpty),
    hasGroup: branches.some(({ hasGroup }) => hasGroup),
  };
}

function readSequence(reading: Reading): Piece | null {
  const { text } = reading;
  let whole: Piece = NOTHING;
  for (
    let char = text[reading.at];
    char !== undefined && char !== '|' && char !== ')';
    char = text[reading.at]
  ) {
    const atom = readAtom(reading);
    const piece = atom === null ? null : readRepetition(atom, reading);
    if (piece === null) return null;
    whole = {
      source: whole.source + piece.source,
      canBeEmpty: whole.canBeEmpty && piece.canBeEmpty,
      hasGroup: whole.hasGroup || piece.hasGroup,
      start: whole.isStartAll ? whole.start + piece.start : whole.start,
      isStartAll: whole.isStartAll && piece.isStartAll,
    };
  }
  return whole;
}

const NOTHING: Piece = { source: '', canBeEmpty: true, hasGroup: false, start: '', isStartAll: true };
const OF_ANY_START: Pick<Piece, 'start' | 'isStartAll'> = { start: '', isStartAll: false };

/** Null for a repetition of nothing, too. */
function readAtom(reading: Reading): Piece | null {
  const { text, at } = reading;
  switch (text[at]) {
    case '^':
      return readAssertion('\\A', 1, reading);
    case '$':
      return readAssertion(reading.endIsDead ? NEVER : '\\z', 1, reading);
    case '.':
      reading.at++;
      return { ...OF_ANY_START, source: '.', canBeEmpty: false, hasGroup: false };
    case '[':
      return setPiece(readClass(reading, reading.ignoresCase));
    case '(':
      return readGroup(reading);
    case '\\':
      return readBackslash(reading);
    case '*':
    case '+':
    case '?':
      return null;
    default: {
      // `{ 1}` and `{,2}` are repetitions to the latest version only.
      if (/^\{[\s,\d]/.test(text.slice(at, at + 2))) return null;
      reading.at++;
      return bytePiece(text.charCodeAt(at), reading);
    }
  }
}

/** An assertion: what is repeated of it is read differently. */
function readAssertion(source: string, length: number, reading: Reading): Piece | null {
  reading.at += length;
  return /[*+?{]/.test(reading.text[reading.at] ?? '') ? null : { ...NOTHING, source };
}

/** There are no line feeds, so that `\Z` is `\z`. */
const ASSERTIONS: Readonly<Record<string, string>> = {
  b: '\\b',
  B: '\\B',
  A: '\\A',
  z: '\\z',
  Z: '\\z',
};

function readBackslash(reading: Reading): Piece | null {
  const assertion = ASSERTIONS[reading.text[reading.at + 1] ?? ''];
  if (assertion !== undefined) return readAssertion(assertion, 2, reading);
  const meant = readEscape(reading);
  return typeof meant === 'number' ? bytePiece(meant, reading) : setPiece(meant);
}

function bytePiece(code: number, { ignoresCase }: Reading): Piece | null {
  return code > 0xff ? null : (ignoresCase ? bytePieceInAnyCase : exactBytePiece)(code);
}

const exactBytePiece = remember((code: number) => pieceOfByte(byteSet(code), code));
const bytePieceInAnyCase = remember((code: number) => pieceOfByte(inAnyCase(byteSet(code)), code));

function pieceOfByte(set: ByteSet, code: number): Piece {
  const start = String.fromCharCode(code).toLowerCase();
  return { source: spellSet(set), canBeEmpty: false, hasGroup: false, start, isStartAll: true };
}

function setPiece(set: ByteSet | null): Piece | null {
  return set === null ? null : { ...OF_ANY_START, source: spellSet(set), canBeEmpty: false, hasGroup: false };
}

const GROUP = /\((?:\?(?::|P?<[A-Za-z_]\w*>|'[A-Za-z_]\w*'|!\)|([ims]*)(?:-([imsx]*))?([:)]))|(?![?*]))/y;

/** Of plain letters, at the end of the pattern, or of one of its branches. */
const NOT_FOLLOWED = /\(\?!([\w-]{1,64})\)(?=\||$)/y;

/**
 * `(?!abc)` at the very end: RE2 reads on instead of looking ahead, as nothing comes after it. The match is longer by that, so what is remembered
 * of it is not told.
 */
function readNotFollowed(reading: Reading): Piece | null {
  NOT_FOLLOWED.lastIndex = reading.at;
  const [whole, letters = ''] = NOT_FOLLOWED.exec(reading.text) ?? [];
  if (whole === undefined || reading.depth > 0) return null;
  reading.at += whole.length;
  reading.hasSureGroups = false;
  const source = [...letters].reduceRight((rest, letter) => {
    const code = letter.charCodeAt(0);
    const byte = byteSet(code);
    const meant = reading.ignoresCase ? inAnyCase(byte) : byte;
    const other = spellSet(meant.map((has) => !has));
    return `(?:\\z|${other}${rest === '' ? '' : `|${spellSet(meant)}${rest}`})`;
  }, '');
  return { ...NOTHING, ...OF_ANY_START, source };
}

/** `(`, `(?:`, a named group, `(?i)`, `(?i:`; of look-around only `(?!)`, which never holds, and what `readNotFollowed` reads. */
function readGroup(reading: Reading): Piece | null {
  const notFollowed = readNotFollowed(reading);
  if (notFollowed !== null) return notFollowed;
  GROUP.lastIndex = reading.at;
  const [opening, on = '', off = '', end] = GROUP.exec(reading.text) ?? [];
  if (opening === undefined) return null;
  if (opening === '(?!)') return readAssertion(NEVER, opening.length, reading);
  reading.at += opening.length;
  const outer = reading.ignoresCase;
  if (end !== undefined) reading.ignoresCase = off.includes('i') ? false : on.includes('i') || outer;
  if (end === ')') return isRepeated(reading) ? null : NOTHING;
  if (++reading.depth > DEEPEST) return null;
  const inside = readBranches(reading);
  reading.depth--;
  reading.ignoresCase = outer;
  if (inside === null || reading.text[reading.at++] !== ')') return null;
  const isPlain = opening === '(?:' || end === ':';
  return {
    ...inside,
    source: `${isPlain ? '(?:' : '('}${inside.source})`,
    hasGroup: inside.hasGroup || !isPlain,
  };
}

function isRepeated({ text, at }: Reading): boolean {
  return /[*+?{]/.test(text[at] ?? '');
}

const REPETITION = /(?:[*+?]|\{(\d{1,5})(?:(,)(\d{0,5}))?\})\??/y;

function readRepetition(atom: Piece, reading: Reading): Piece | null {
  const { text } = reading;
  REPETITION.lastIndex = reading.at;
  const [repetition, least = '', comma, most = ''] = REPETITION.exec(text) ?? [];
  if (repetition === undefined) return atom;
  reading.at += repetition.length;
  // Possessive, or a repetition of a repetition.
  if (/[*+?]/.test(text[reading.at] ?? '') || /^\{\d/.test(text.slice(reading.at, reading.at + 2)))
    return null;
  const times = [least, most].filter((digits) => digits !== '').map(Number);
  if (times.some((number) => number > MOST_TIMES)) return null;
  if (comma !== undefined && most !== '' && Number(most) < Number(least)) return null;
  if (atom.canBeEmpty && atom.hasGroup) reading.hasSureGroups = false;
  const canBeEmpty = atom.canBeEmpty || /^[*?]/.test(repetition) || Number(least || 1) === 0;
  const start = canBeEmpty ? '' : atom.start;
  return { ...atom, source: atom.source + repetition, canBeEmpty, start, isStartAll: false };
}
