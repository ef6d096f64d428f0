/** What stands before a place: whether a quantifier may follow, and whether it would be one of a quantifier. */
type Before = 'nothing' | 'item' | 'quantifier' | 'full quantifier';

interface Scan {
  readonly text: string;
  at: number;
  depth: number;
  before: Before;
}

/** What cannot be told: a piece that some PCRE reads and another does not. */
const UNSURE = 'unsure';

/**
 * Why no PCRE compiles the pattern, in words for a person: groups and classes that are not closed, and quantifiers of nothing. Null where
 * it compiles, and where that is not certain.
 */
export function patternError(text: string): string | null {
  const scan: Scan = { text, at: 0, depth: 0, before: 'nothing' };
  while (scan.at < text.length) {
    const error = readPiece(scan);
    if (error !== null) return error === UNSURE ? null : error;
  }
  return scan.depth > 0 ? 'a parenthesis is not closed' : null;
}

function readPiece(scan: Scan): string | null {
  const { text, at } = scan;
  switch (text[at]) {
    case '\\':
      return readBackslash(scan);
    case '[':
      return readBrackets(scan);
    case '(':
      return readOpen(scan);
    case ')':
      scan.depth--;
      return scan.depth < 0 ? 'a parenthesis is closed that was not opened' : pass(scan, 1, 'item');
    case '|':
      return pass(scan, 1, 'nothing');
    case '*':
    case '+':
    case '?':
      return readQuantifier(scan, 1);
    case '{':
      return readBraces(scan);
    default:
      return pass(scan, 1, 'item');
  }
}

function pass(scan: Scan, length: number, before: Before): null {
  scan.at += length;
  scan.before = before;
  return null;
}

/** What stands between `\Q` and `\E` is no pattern; escapes with braces are not all read alike. */
function readBackslash(scan: Scan): string | null {
  const next = scan.text[scan.at + 1];
  if (next === undefined) return 'a backslash is at the end';
  if (/[QEcxopPkgN]/.test(next)) return UNSURE;
  return pass(scan, 2, 'item');
}

/** The brackets with what is in them; a `]` right behind the first is one of these. */
const CLASS = /\[(?:\^|(?!\^))(?:\]|(?!\]))((?:\\[^QEcxopP]|\[:[a-z^]+:\]|[^\]\\])*)(\]|$)/y;
const KNOWN_CLASSES =
  /^\[:\^?(?:alpha|lower|upper|alnum|ascii|blank|cntrl|digit|graph|print|punct|space|word|xdigit):\]$/;

function readBrackets(scan: Scan): string | null {
  const { text, at } = scan;
  CLASS.lastIndex = at;
  const [whole, inside = '', end] = CLASS.exec(text) ?? [];
  if (whole === undefined) return UNSURE;
  if (end === '') return 'a bracket is not closed';
  if (/^\[:\^?[a-z]*:\]$/.test(whole)) return `${whole} stands outside of brackets`;
  return classError(inside) ?? pass(scan, whole.length, 'item');
}

function classError(inside: string): string | null {
  const pieces = inside.match(/\\[^]|\[:[a-z^]+:\]|[^]/g) ?? [];
  for (let at = 0; at < pieces.length; at++) {
    const [first = '', hyphen, last = ''] = pieces.slice(at, at + 3);
    if (first.startsWith('[:') && !KNOWN_CLASSES.test(first)) return `${first} is unknown`;
    if (hyphen !== '-' || first.length > 1 || last.length > 1 || last === '') continue;
    if (first > last) return `\`${first}-${last}\` is out of order`;
    at += 2;
  }
  return null;
}

const GROUP = /^\((?:\?(?:[:=!>|]|<[=!]|P?<[A-Za-z_]\w*>))?/;

/** Verbs, comments, options and conditions are not looked into. */
function readOpen(scan: Scan): string | null {
  const rest = scan.text.slice(scan.at, scan.at + 40);
  const [group = ''] = GROUP.exec(rest) ?? [];
  if (group === '(' && /^\((?:\?|\*[A-Za-z:])/.test(rest)) return UNSURE;
  scan.depth++;
  return pass(scan, group.length, 'nothing');
}

/** @param length of the quantifier without what may follow it */
function readQuantifier(scan: Scan, length: number): string | null {
  const { text, at, before } = scan;
  const char = text[at] ?? '';
  if (before === 'item') return pass(scan, length, 'quantifier');
  // `a*?` and `a*+`
  if (before === 'quantifier' && length === 1 && char !== '*') return pass(scan, 1, 'full quantifier');
  return `\`${text.slice(at, at + length)}\` repeats nothing`;
}

function readBraces(scan: Scan): string | null {
  const rest = scan.text.slice(scan.at, scan.at + 20);
  const quantifier = /^\{(\d+)(?:,(\d*))?\}/.exec(rest);
  if (quantifier === null) return /^\{[\s,\d]/.test(rest) ? UNSURE : pass(scan, 1, 'item');
  const [whole, least = '', most = ''] = quantifier;
  if (Number(least) > MOST_TIMES || Number(most) > MOST_TIMES) return 'a number is too large';
  if (most !== '' && Number(most) < Number(least)) return `\`${whole}\` is out of order`;
  return readQuantifier(scan, whole.length);
}

/** MAX_REPEAT_COUNT */
const MOST_TIMES = 65_535;
