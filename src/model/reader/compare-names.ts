/** Byte order of two names, as strcmp has it: for UTF-8 that is the order of code points. */
export function compareNames(a: string, b: string): number {
  if (a === b) return 0;
  for (let at = 0; at < a.length && at < b.length; at++) {
    const first = a.charCodeAt(at);
    const second = b.charCodeAt(at);
    if (first !== second) return rank(first) - rank(second);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above all others but come before U+E000 in UTF-16. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
