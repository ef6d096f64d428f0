/** Where a pattern is being read. */
export interface Place {
  readonly text: string;
  at: number;
}

/** `\d` and the like (pcrepattern(3), "Generic character types"; `\s` has the vertical tab since 8.34). */
const GENERIC: Readonly<Record<string, ByteSet>> = {
  d: bytesOf(/[0-9]/),
  w: bytesOf(/[A-Za-z0-9_]/),
  s: bytesOf(/[\t-\r ]/),
};

/** `[:name:]` in the "C" locale. */
const POSIX: Readonly<Record<string, ByteSet>> = {
  alnum: bytesOf(/[A-Za-z0-9]/),
  alpha: bytesOf(/[A-Za-z]/),
  ascii: bytesWhere((byte) => byte < 0x80),
  blank: bytesOf(/[\t ]/),
  cntrl: bytesWhere((byte) => byte < 0x20 || byte === 0x7f),
  digit: bytesOf(/[0-9]/),
  graph: bytesWhere((byte) => byte > 0x20 && byte < 0x7f),
  lower: bytesOf(/[a-z]/),
  print: bytesWhere((byte) => byte >= 0x20 && byte < 0x7f),
  punct: bytesOf(/[!-/:-@[-`{-~]/),
  space: bytesOf(/[\t-\r ]/),
  upper: bytesOf(/[A-Z]/),
  word: bytesOf(/[A-Za-z0-9_]/),
  xdigit: bytesOf(/[A-Fa-f0-9]/),
};

const CONTROLS: Readonly<Record<string, number>> = { a: 7, e: 27, f: 12, n: 10, r: 13, t: 9 };

/**
 * What the escape that begins at the backslash stands for: a set for `\d`, a byte for `\.`, `\n` and `\x41`. Moves behind it. Null where
 * PCRE means something else by it, or where its versions do not agree.
 */
export function readEscape(place: Place): ByteSet | number | null {
  const char = place.text[place.at + 1] ?? '';
  const generic = GENERIC[char.toLowerCase()];
  const hex = /\\x([0-9A-Fa-f]{2})/y;
  hex.lastIndex = place.at;
  const digits = hex.exec(place.text)?.[1];
  place.at += digits === undefined ? 2 : 4;
  if (digits !== undefined) return Number.parseInt(digits, 16);
  if (generic !== undefined) return char === char.toLowerCase() ? generic : negated(generic);
  if (char in CONTROLS) return CONTROLS[char]!;
  return char === '' || /[A-Za-z0-9]/.test(char) ? null : char.charCodeAt(0);
}

/** The class whose `[` is at the place; moves behind its `]`. Null where it is not closed, or not certain. */
export function readClass(place: Place, ignoresCase: boolean): ByteSet | null {
  const { text } = place;
  const isNegated = text[place.at + 1] === '^';
  place.at += isNegated ? 2 : 1;
  const found = Array.from({ length: 256 }, () => false);
  const add = (set: ByteSet): void => set.forEach((has, byte) => (found[byte] ||= has));
  for (let isFirst = true; ; isFirst = false) {
    const char = text[place.at];
    if (char === undefined) return null;
    if (char === ']' && !isFirst) break;
    const from = readItem(place, ignoresCase);
    if (from === null) return null;
    const isRange = text[place.at] === '-' && text[place.at + 1] !== ']';
    if (!isRange) {
      add(typeof from === 'number' ? byteSet(from) : from);
      continue;
    }
    place.at++;
    const to = readItem(place, ignoresCase);
    // Behind or before `\d` the hyphen is itself in one version of PCRE, and an error in another.
    if (typeof from !== 'number' || typeof to !== 'number' || to < from) return null;
    found.fill(true, from, to + 1);
  }
  place.at++;
  const set = ignoresCase ? inAnyCase(found) : found;
  return isNegated ? negated(set) : set;
}

function readItem(place: Place, ignoresCase: boolean): ByteSet | number | null {
  const { text } = place;
  const char = text[place.at] ?? '';
  if (char === '\\') {
    // In a class a backspace.
    if (text[place.at + 1] === 'b') {
      place.at += 2;
      return 8;
    }
    return readEscape(place);
  }
  if (char === '[' && /[:.=]/.test(text[place.at + 1] ?? '')) return readNamed(place, ignoresCase);
  place.at++;
  return char === '' ? null : char.charCodeAt(0);
}

function readNamed(place: Place, ignoresCase: boolean): ByteSet | null {
  const named = /\[:(\^?)([a-z]+):\]/y;
  named.lastIndex = place.at;
  const [whole = '', not, name = ''] = named.exec(place.text) ?? [];
  place.at += whole.length;
  // PCRE takes both for `alpha` then, before it negates.
  const set = POSIX[ignoresCase && /^(?:lower|upper)$/.test(name) ? 'alpha' : name];
  if (set === undefined) return null;
  return not === '^' ? negated(set) : set;
}

/** A set of bytes: one flag for each of the 256. */
export type ByteSet = readonly boolean[];

/** That byte alone. */
export function byteSet(byte: number): ByteSet {
  return bytesWhere((each) => each === byte);
}

export function bytesWhere(holds: (byte: number) => boolean): ByteSet {
  return Array.from({ length: 256 }, (_, byte) => holds(byte));
}

function bytesOf(regex: RegExp): ByteSet {
  return bytesWhere((byte) => regex.test(String.fromCharCode(byte)));
}

function negated(set: ByteSet): ByteSet {
  return set.map((has) => !has);
}

/** With both cases of each ASCII letter: PCRE without a locale knows no other (its built-in tables are those of "C"). */
export function inAnyCase(set: ByteSet): ByteSet {
  return set.map((has, byte) => has || (isLetter(byte) && set[byte ^ 0x20] === true));
}

function isLetter(byte: number): boolean {
  const upper = byte & ~0x20;
  return upper >= 0x41 && upper <= 0x5a;
}

/** As RE2 writes it; the empty set is what no byte is in. */
export function spellSet(set: ByteSet): string {
  const ranges: string[] = [];
  for (let from = set.indexOf(true); from !== -1;) {
    const end = set.indexOf(false, from);
    const last = end === -1 ? 255 : end - 1;
    ranges.push(from === last ? spellByte(from) : `${spellByte(from)}-${spellByte(last)}`);
    from = end === -1 ? -1 : set.indexOf(true, end);
  }
  if (ranges.length === 0) return NEVER;
  // A byte by itself stays one: RE2 looks for literal text faster than for classes.
  return set.filter(Boolean).length === 1 ? ranges.join('') : `[${ranges.join('')}]`;
}

/** Matches nothing. */
export const NEVER = '[^\\x00-\\x{10FFFF}]';

function spellByte(byte: number): string {
  const char = String.fromCharCode(byte);
  return /[A-Za-z0-9/_]/.test(char) ? char : `\\x{${byte.toString(16)}}`;
}
