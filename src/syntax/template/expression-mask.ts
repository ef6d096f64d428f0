/** Code, and the same with all letters of strings and in brackets replaced: what is left of it is its outermost expression. */
export interface Masked {
  readonly code: string;
  readonly mask: string;
}

/** What stands for a letter of a string, and for one in brackets. */
const IN_STRING = '\u0001';
const IN_BRACKETS = '\u0002';

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Null where brackets or quotes do not fit, and of strings in which a sign is written by another one. */
export function maskCode(code: string): Masked | null {
  const open: string[] = [];
  let mask = '';
  for (let at = 0; at < code.length; at++) {
    const char = code[at]!;
    const letter = open.length > 0 ? IN_BRACKETS : char;
    if (char === '"' || char === "'") {
      const end = code.indexOf(char, at + 1);
      if (end === -1 || code.slice(at, end).includes('\\')) return null;
      mask += (open.length > 0 ? IN_BRACKETS : IN_STRING).repeat(end + 1 - at);
      at = end;
    } else if (/[)\]}]/.test(char)) {
      if (open.pop() !== char) return null;
      mask += open.length > 0 ? IN_BRACKETS : char;
    } else {
      mask += letter;
      if (Object.hasOwn(CLOSING, char)) open.push(CLOSING[char]!);
    }
  }
  return open.length === 0 ? { code, mask } : null;
}

/** The code where the groups of a pattern match the mask; null if it does not match. */
export function partsOf({ code, mask }: Masked, pattern: RegExp): readonly string[] | null {
  const found = new RegExp(pattern, 'd').exec(mask);
  return found?.indices?.slice(1).map((span) => (span === undefined ? '' : code.slice(...span))) ?? null;
}

/** Without the brackets that stand around all of it. */
export function withoutBrackets(code: string): string {
  const inner = code.trim();
  const isInBrackets = inner.startsWith('(') && /^\(\u0002*\)$/.test(maskCode(inner)?.mask ?? '');
  return isInBrackets ? withoutBrackets(inner.slice(1, -1)) : inner;
}

/** At the commas that no brackets are around. */
export function atCommas(list: string): readonly string[] | null {
  const masked = maskCode(list);
  if (masked === null) return null;
  const parts: string[] = [];
  let start = 0;
  for (const { index } of [...masked.mask.matchAll(/,/g), { index: list.length }]) {
    parts.push(list.slice(start, index).trim());
    start = index + 1;
  }
  return parts;
}
