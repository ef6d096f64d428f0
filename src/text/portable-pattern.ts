/** The longest line that 2.2 reads (MAX_STRING_LEN), in bytes: no pattern is longer. */
export const LONGEST_PATTERN = 8192;

// What PCRE read of a pattern and PCRE2, with which late 2.4 is built, refuses (pcre2pattern(3), pcre2compat(3)).

/** Letters that have no meaning behind a backslash: PCRE took them for themselves. */
const MEANINGLESS = /[FIJMOTYijmqy]/;
/** Those that have none within brackets, besides. */
const MEANINGLESS_IN_CLASS = /[ABCFGIJKMORTXYZijkmqyz]/;
/** A kind of characters, which can be neither end of a range. */
const KIND = /^(?:\\[dDhHsSvVwW]|\\[pP](?:\{[^}]{0,64}\}|.)|\[:\^?[a-z]{1,16}:\])$/;
/** One piece of a class: an escape with what belongs to it, a named class, or one character. */
const PIECE =
  /\\[pP]\{[^}]{0,64}\}|\\x\{[^}]{0,64}\}|\\x[0-9a-fA-F]{0,2}|\\c.|\\[0-7]{1,3}|\\[^]|\[:\^?[a-z]{1,16}:\]|[^]/y;

/**
 * The same pattern in words that PCRE and PCRE2 read alike: without backslashes before letters to which they give no meaning, and
 * with one before a hyphen that can't make a range, as in `[\w-.]`. What holds an error for both comes back as it is.
 */
export function portablePattern(pattern: string): string {
  if (pattern.length > LONGEST_PATTERN) return pattern;
  let made = '';
  const endless = new Set<number>();
  for (let at = 0; at < pattern.length;) {
    const end = pattern[at] === '[' ? endOfClass(pattern, at, endless) : endOfPiece(pattern, at);
    const piece = pattern.slice(at, end);
    made +=
      piece.startsWith('[') && piece.length > 1 ? portableClass(piece) : portableEscape(piece, MEANINGLESS);
    at = end;
  }
  return made;
}

/** Escapes that PCRE got a meaning for after 5.0, the one in the sources of httpd 2.2; in a class, and outside of one. */
const LATER = /^\\(?:[gkohHvVRKN]|x\{)/;
const LATER_IN_CLASS = /^\\(?:[ohHvVpP]|x\{)/;

/** The first escape to which only some PCRE of a 2.2 gives a meaning (`\h`, `\x{41}`); null if there is none. */
export function laterEscape(pattern: string): string | null {
  if (pattern.length > LONGEST_PATTERN) return null;
  const endless = new Set<number>();
  for (let at = 0; at < pattern.length;) {
    const end = pattern[at] === '[' ? endOfClass(pattern, at, endless) : endOfPiece(pattern, at);
    const found =
      end - at > 1 && pattern[at] === '['
        ? laterIn(pattern.slice(at, end))
        : LATER.exec(pattern.slice(at, end + 1))?.[0];
    if (found !== undefined) return found;
    at = end;
  }
  return null;
}

function laterIn(text: string): string | undefined {
  for (let at = 1; at < text.length - 1; at += pieceAt(text, at).length) {
    const found = LATER_IN_CLASS.exec(text.slice(at, at + 3))?.[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Past a literal `\Q...\E`, an escape, or one character. */
function endOfPiece(pattern: string, at: number): number {
  if (pattern[at] !== '\\') return at + 1;
  if (pattern[at + 1] !== 'Q') return Math.min(at + 2, pattern.length);
  const close = pattern.indexOf('\\E', at);
  return close === -1 ? pattern.length : close + 2;
}

/**
 * Behind the `]` of a class that begins here; right behind the `[` where it never ends. @param endless from where there is no end,
 * as far as was seen: a thousand of `[` would be gone through a thousand times
 */
function endOfClass(pattern: string, start: number, endless: Set<number>): number {
  const seen: number[] = [];
  let at = start + 1;
  if (pattern[at] === '^') at += 1;
  if (pattern[at] === ']') at += 1;
  while (at < pattern.length && !endless.has(at)) {
    if (pattern[at] === ']') return at + 1;
    seen.push(at);
    at += pieceAt(pattern, at).length;
  }
  for (const each of seen) endless.add(each);
  return start + 1;
}

function portableClass(text: string): string {
  const open = /^\[\^?\]?/.exec(text)![0];
  const pieces: string[] = [];
  for (let at = open.length; at < text.length - 1;) {
    const piece = pieceAt(text.slice(0, -1), at);
    pieces.push(piece);
    at += piece.length;
  }
  if (pieces.some((piece) => /^\\[QE]$/.test(piece))) return text;
  const made = pieces.map((piece, index) => {
    const [before = '', after = ''] = [pieces[index - 1], pieces[index + 1]];
    const isBetween = piece === '-' && before !== '' && after !== '';
    const makesNoRange = KIND.test(before) || (KIND.test(after) && !isRangeEnd(pieces, index - 1));
    return isBetween && makesNoRange ? '\\-' : portableEscape(piece, MEANINGLESS_IN_CLASS);
  });
  return `${open}${made.join('')}]`;
}

/** Whether the piece ends a range, so that a hyphen behind it can't begin one: `[a-z-\d]` is read alike. */
function isRangeEnd(pieces: readonly string[], index: number): boolean {
  return (
    index >= 2 && pieces[index - 1] === '-' && !KIND.test(pieces[index - 2]!) && !KIND.test(pieces[index]!)
  );
}

function portableEscape(piece: string, meaningless: RegExp): string {
  return piece.length === 2 && piece[0] === '\\' && meaningless.test(piece[1]!) ? piece[1]! : piece;
}

function pieceAt(text: string, at: number): string {
  PIECE.lastIndex = at;
  return PIECE.exec(text)?.[0] ?? text[at]!;
}

/** What is escaped, or in a class, is no group. */
const GROUP = /\\.|\[\^?\]?(?:\\.|\[:\w+:\]|[^\]\\])*\]|\(\?(?:P?<([A-Za-z_]\w*)>|'([A-Za-z_]\w*)')/gs;

/** References to a group by its name (pcrepattern(3)). */
const BY_NAME = /\\[kg][{<']|\(\?(?:P[=>]|&|\()/;

/** The names of a pattern's groups. */
export function groupNames(pattern: string): string[] {
  if (pattern.length > LONGEST_PATTERN) return [];
  return [...pattern.matchAll(GROUP)].flatMap(([, bracketed, quoted]) => bracketed ?? quoted ?? []);
}

/** The pattern with groups that have numbers only: it matches the same. Null where it refers to a group by its name. */
export function withoutGroupNames(pattern: string): string | null {
  if (pattern.length > LONGEST_PATTERN || !/\(\?[P<']/.test(pattern)) return pattern;
  if (BY_NAME.test(pattern)) return null;
  return pattern.replace(GROUP, (text, bracketed?: string, quoted?: string) =>
    (bracketed ?? quoted) === undefined ? text : '(',
  );
}
