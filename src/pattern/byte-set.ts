/** A set of bytes: one flag for each of the 256. */
export type ByteSet = readonly boolean[];

export function bytesWhere(holds: (byte: number) => boolean): ByteSet {
  return Array.from({ length: 256 }, (_, byte) => holds(byte));
}

export function bytesOf(regex: RegExp): ByteSet {
  return bytesWhere((byte) => regex.test(String.fromCharCode(byte)));
}

export function negated(set: ByteSet): ByteSet {
  return set.map((has) => !has);
}

/** With both cases of each ASCII letter: PCRE without a locale knows no other (its built-in tables are those of "C"). */
export function inAnyCase(set: ByteSet): ByteSet {
  return set.map((has, byte) => has || (isLetter(byte) && set[byte ^ 0x20] === true));
}

function isLetter(byte: number): boolean {
  return /[A-Za-z]/.test(String.fromCharCode(byte));
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
